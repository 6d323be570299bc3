import * as z from 'zod';
import { AppointmentLimits, AppointmentMessage, appointmentRefusals } from '../appointments.ts';
import { Id, ReadingLanguage, text, isStorable } from '../base.ts';
import { CancelledBy } from '../cancellation.ts';
import { RowVersion } from './macros.ts';
import { AdminAppointment, AdminAppointmentDetail } from './row.ts';
import { adminAppointmentRefusals, Cents, OneAppointment, admin, words } from './terms.ts';

export const PreviewedStatus = z.object({
  appointment_id: Id,
  number: z.string(),
  patient_id: Id,
  patient_full_name: z.string(),
  version: RowVersion,
  /** True: a reason is required to confirm without a payment, or to change an appointment that is 'done'. */
  needs_reason: z.boolean(),
  language: ReadingLanguage,
  /** The email that the patient would get. Null: the patient gets no email. */
  mail: z.object({ subject: z.string(), text: z.string() }).nullable(),
});
export type PreviewedStatus = z.infer<typeof PreviewedStatus>;
/**
 * An appointment that stays unchanged. `code` is the code of the refusal. A paid appointment cannot be cancelled
 * together with others, because the team decides about each refund separately, on the page of the appointment.
 */
export const StatusLeftOut = z.object({
  appointment_id: Id,
  number: z.string(),
  patient_full_name: z.string(),
  code: z.string(),
});

export const workProcedures = {
  adminGetAppointment: admin(
    'admin_get_appointment',
    'Return one appointment with its whole timeline. The access is logged',
  )
    .input(OneAppointment)
    .output(AdminAppointmentDetail),
  adminSetAppointmentStatus: admin(
    'admin_set_appointment_status',
    'Set the status of one or more appointments to pending, in progress, confirmed, cancelled or done. Each is checked separately',
  )
    // The codes that the field `refused` can contain.
    .errors({
      STATUS_UNCHANGED: adminAppointmentRefusals.STATUS_UNCHANGED,
      REASON_REQUIRED: adminAppointmentRefusals.REASON_REQUIRED,
      CHANGED_SINCE: adminAppointmentRefusals.CHANGED_SINCE,
      PATIENT_BIRTH_DATE_MISSING: adminAppointmentRefusals.PATIENT_BIRTH_DATE_MISSING,
      UNDER_AGE: appointmentRefusals.UNDER_AGE,
    })
    .input(
      z.object({
        appointment_ids: z.array(Id).min(1).max(AppointmentLimits.bulk),
        /**
         * Any spelling of a status is accepted (en_attente, PENDING, Annulé). The status 'awaiting payment' is refused,
         * because only an offer can set it.
         */
        status: z.string().trim().min(1).max(40),
        reason: words(500).default(''),
        /**
         * The version of each appointment from admin_preview_status. If versions are sent, the server refuses each row
         * that has changed since the preview.
         */
        versions: z
          .record(Id, RowVersion)
          .refine((all) => Object.keys(all).length <= AppointmentLimits.bulk)
          .optional(),
        idempotency_key: Id.optional(),
      }),
    )
    .output(
      z.object({
        /** The id to send to admin_undo_status within ten minutes. Null if nothing changed. */
        change_id: Id.nullable(),
        changed: z.array(Id),
        /** The appointments that stayed unchanged, each with the code of the refusal. */
        refused: z.array(z.object({ appointment_id: Id, code: z.string() })),
      }),
    ),
  adminPreviewStatus: admin(
    'admin_preview_status',
    'Return what a change of status would send to each patient, and which appointments it would not change',
  )
    .input(
      z.object({
        appointment_ids: z.array(Id).min(1).max(AppointmentLimits.bulk),
        status: z.string().trim().min(1).max(40),
      }),
    )
    .output(z.object({ changes: z.array(PreviewedStatus), left_out: z.array(StatusLeftOut) })),
  adminCancelAppointment: admin(
    'admin_cancel_appointment',
    'Cancel one appointment and choose the refund. Email and refund follow after 20 seconds, unless admin_undo_status is called first',
  )
    .errors({
      STATUS_UNCHANGED: adminAppointmentRefusals.STATUS_UNCHANGED,
      REASON_REQUIRED: adminAppointmentRefusals.REASON_REQUIRED,
      REFUND_TOO_HIGH: adminAppointmentRefusals.REFUND_TOO_HIGH,
    })
    .input(
      OneAppointment.extend({
        cancelled_by: z.enum(CancelledBy),
        /**
         * The amount to refund. If absent, our cancellation rule (cancellation.ts) decides. If the rule sets no
         * amount, the team decides.
         */
        refund_cents: Cents.optional(),
        /** The text that the service adds to the patient’s thread. */
        note: words(AppointmentLimits.note).default(''),
      }),
    )
    .output(z.object({ change_id: Id })),
  adminUndoStatus: admin('admin_undo_status', 'Undo a change of status if nothing has happened since')
    .errors({ CANNOT_UNDO: adminAppointmentRefusals.CANNOT_UNDO })
    .input(z.object({ change_id: Id }))
    .output(z.object({ undone: z.array(Id), kept: z.array(Id) })),
  adminAddPrivateInfo: admin(
    'admin_add_private_info',
    'Save details that only the team sees. Absent fields are not changed',
  )
    .errors({ CHANGED_SINCE: adminAppointmentRefusals.CHANGED_SINCE })
    .input(
      OneAppointment.extend({
        admin_private_note: words(4000).nullish(),
        /** The note that the caller saw. If the stored note differs, the call is refused with CHANGED_SINCE. */
        note_was: words(4000).optional(),
        provider_phone: words(40).nullish(),
        provider_initial_price_cents: Cents.nullish(),
        negotiated_price_cents: Cents.nullish(),
      }),
    )
    .output(AdminAppointment),
  adminSetSharedDetails: admin('admin_set_shared_details', 'Save the note that the patient sees')
    .errors({ CHANGED_SINCE: adminAppointmentRefusals.CHANGED_SINCE })
    .input(
      z.object({
        appt_id: Id,
        details: words(4000),
        /** The note that the caller saw. If the stored note differs, the call is refused with CHANGED_SINCE. */
        details_were: words(4000).optional(),
      }),
    )
    .output(AdminAppointment),
  adminAssignAppointments: admin('admin_assign_appointments', 'Assign appointments to a coordinator, or to nobody')
    .input(
      z.object({
        appointment_ids: z.array(Id).min(1).max(AppointmentLimits.bulk),
        coordinator_id: Id.nullable(),
      }),
    )
    .output(z.object({ assigned: z.array(Id) })),
  adminListCoordinators: admin(
    'admin_list_coordinators',
    'List the coordinators. Appointments can be assigned only to those who are not suspended',
  ).output(z.array(z.object({ id: Id, name: z.string(), is_suspended: z.boolean() }))),
  adminGetQuote: admin(
    'admin_get_quote',
    'Return a version of the quote as a PDF, in the language in which it was accepted. The access is logged',
  )
    .input(OneAppointment.extend({ version: z.number().int().min(1).max(10_000) }))
    .output(z.file()),
  adminAnswerAppointment: admin('admin_answer_appointment', 'Answer the patient’s question')
    .errors({ PLACEHOLDER_OPEN: adminAppointmentRefusals.PLACEHOLDER_OPEN })
    .input(OneAppointment.extend({ body: text(AppointmentLimits.message).refine(isStorable), idempotency_key: Id }))
    .output(AppointmentMessage),
  /**
   * The team grants or declines the patient's request to reschedule or cancel. If the team grants a cancellation, our
   * cancellation rule (cancellation.ts) sets the refund. If the rule sets no amount, the team decides.
   */
  adminAnswerWish: admin('admin_answer_wish', 'Close the request to reschedule or to cancel')
    .errors({ NOT_IN_THIS_STATE: appointmentRefusals.NOT_IN_THIS_STATE })
    .input(OneAppointment.extend({ is_granted: z.boolean(), note: words(AppointmentLimits.note).default('') }))
    .output(AdminAppointment),
};
