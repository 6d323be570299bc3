import * as z from 'zod';
import { AppointmentStatus } from './appointment-status.ts';
import {
  AppointmentDefaults,
  AppointmentLimits,
  AppointmentMessage,
  AppointmentPayment,
  appointmentRefusals,
  MyAppointment,
  OfferCurrency,
} from './appointments.ts';
import { Id, Instant, rpc, text } from './base.ts';
import { isStorable } from './intake.ts';

/** The admin panel and the inbox. Private fields are in here, and nowhere else in the contract. */
export const adminAppointmentRefusals = {
  /** At 02:30 on the day the clocks go forward there is no such time in that zone. `before` and `after` are the nearest ones. */
  TIME_DOES_NOT_EXIST: { status: 422, data: z.object({ before: Instant, after: Instant }) },
  /** On the day the clocks go back this time comes twice: send one of the two instants instead. */
  TIME_IS_AMBIGUOUS: { status: 422, data: z.object({ earlier: Instant, later: Instant }) },
  /** The provider has something else within the hour; send allow_double_booking to do it all the same. */
  DOUBLE_BOOKED: {
    status: 409,
    data: z.object({ with: z.array(z.object({ appointment_id: Id, number: z.string(), scheduled_at: Instant })) }),
  },
  /** This change needs a reason: confirming without a payment, and leaving 'done'. */
  REASON_REQUIRED: { status: 422 },
  /** It is that already. */
  STATUS_UNCHANGED: { status: 409 },
  /** Paid, and not refunded: an offer would be paid twice. */
  ALREADY_PAID: { status: 409 },
  /** More than what is left of the payment. */
  REFUND_TOO_HIGH: { status: 422, data: z.object({ left_cents: z.number().int() }) },
  /** Something happened since: it can no longer be undone. */
  CANNOT_UNDO: { status: 409 },
} as const;
const { NOT_IN_THIS_STATE } = appointmentRefusals;

const Cents = z.number().int().min(0).max(100_000_000);
const words = (max: number) => z.string().trim().max(max).refine(isStorable);

/** A row of the table. Everything that the patient sees of it, and what only the team does. */
export const AdminAppointment = MyAppointment.omit({
  can_cancel: true,
  can_reschedule: true,
  unread_messages: true,
}).extend({
  patient_id: Id,
  admin_private_note: z.string(),
  provider_initial_price_cents: z.number().int().nullable(),
  negotiated_price_cents: z.number().int().nullable(),
  provider_price_cents: z.number().int().nullable(),
  provider_id: Id.nullable(),
  coordinator_id: Id.nullable(),
  coordinator_name: z.string().nullable(),
  /** When the team should have answered (pending, in progress), the offer ends, or the appointment is; null when nothing is due. */
  due_at: Instant.nullable(),
  /** Questions of the patient that nobody has answered. */
  unanswered: z.number().int(),
});
export type AdminAppointment = z.infer<typeof AdminAppointment>;

/** Any spelling is understood (en_attente, in-progress, Annulé); an unknown one is refused. */
const StatusFilter = z.string().max(40).nullish();
export const AppointmentFilter = z.object({
  status: StatusFilter,
  search: z.string().trim().max(200).refine(isStorable).nullish(),
  /** A coordinator; 'none': assigned to nobody. */
  coordinator: z.union([Id, z.literal('none')]).nullish(),
  is_overdue: z.boolean().optional(),
});
export type AppointmentFilter = z.infer<typeof AppointmentFilter>;

export const AppointmentCounts = z.object({
  all: z.number().int(),
  pending: z.number().int(),
  in_progress: z.number().int(),
  awaiting_payment: z.number().int(),
  confirmed: z.number().int(),
  cancelled: z.number().int(),
  done: z.number().int(),
});
export const AppointmentList = z.object({
  rows: z.array(AdminAppointment),
  /** How many fit the filter; `is_total_exact` false: more than that. */
  total: z.number().int(),
  is_total_exact: z.boolean(),
  /** Of all appointments, whatever the filter: for the pills. */
  counts: AppointmentCounts,
  /** Give it as `after` for the next page; null at the end. */
  next: z.string().nullable(),
});

export const TimelineKinds = [
  'requested',
  'status_changed',
  'status_undone',
  'offer_made',
  'offer_expired',
  'offer_withdrawn',
  'quote_accepted',
  'checkout_opened',
  'paid',
  'paid_late',
  'refunded',
  'refund_arrived',
  'private_info_changed',
  'shared_details_changed',
  'assigned',
  'reschedule_asked',
  'cancel_asked',
  'wish_answered',
  'rescheduled',
  'asked',
  'answered',
  'reminded',
  'inbox_handled',
  'inbox_reopened',
] as const;
export type TimelineKind = (typeof TimelineKinds)[number];
export const TimelineEntry = z.object({
  id: z.number().int(),
  at: Instant,
  kind: z.enum(TimelineKinds),
  /** Null: the service itself. */
  actor_name: z.string().nullable(),
  actor_is_patient: z.boolean(),
  from_status: AppointmentStatus.nullable(),
  to_status: AppointmentStatus.nullable(),
  reason: z.string(),
  /** Amounts, names of changed fields, hours before the appointment: plain words and numbers. */
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;

export const AdminOffer = z.object({
  id: Id,
  state: z.enum(['open', 'paid', 'agreed', 'expired', 'withdrawn']),
  created_at: Instant,
  created_by_name: z.string().nullable(),
  expires_at: Instant,
  accepted_at: Instant.nullable(),
  provider_name: z.string(),
  provider_address: z.string(),
  provider_phone: z.string(),
  scheduled_at: Instant,
  timezone: z.string(),
  provider_price_cents: z.number().int().nullable(),
  patient_price_cents: z.number().int(),
  currency: z.string(),
  admin_public_note: z.string(),
  admin_private_note: z.string(),
});
export const AdminPayment = AppointmentPayment.extend({
  /** late, twice: came after the offer's end, or a second time; goes back by itself. */
  outcome: z.enum(['confirmed', 'late', 'twice']),
  status: z.enum(['paid', 'refunding', 'partly_refunded', 'refunded']),
  /** Ordered, and not yet told by the payment provider. */
  refunding_cents: z.number().int(),
  offer_id: Id,
});
export const AdminAppointmentDetail = z.object({
  appointment: AdminAppointment,
  timeline: z.array(TimelineEntry),
  messages: z.array(AppointmentMessage),
  offers: z.array(AdminOffer),
  payments: z.array(AdminPayment),
});
export type AdminAppointmentDetail = z.infer<typeof AdminAppointmentDetail>;

export const OfferInput = z.object({
  appointment_id: Id,
  provider_id: Id.nullish(),
  provider_name: text(200).refine(isStorable),
  provider_address: words(400).default(''),
  provider_phone: words(40).default(''),
  /** Number under which the practitioner is registered, for the quote. */
  provider_registration: words(120).default(''),
  /** ISO: an instant (with Z or an offset), or the wall-clock time in `timezone` (2027-03-28T14:30). */
  scheduled_at: z.union([z.iso.datetime({ offset: true }), z.iso.datetime({ local: true })]),
  timezone: z.string().max(64).default(AppointmentDefaults.timezone),
  provider_price_cents: Cents.nullish(),
  patient_price_cents: Cents.min(100),
  currency: OfferCurrency.default(AppointmentDefaults.currency),
  offer_expires_hours: z
    .number()
    .int()
    .min(1)
    .max(AppointmentLimits.max_offer_hours)
    .default(AppointmentLimits.offer_hours),
  /** Products and quantities, for the quote. */
  products: words(500).default(''),
  admin_public_note: words(AppointmentLimits.note).default(''),
  admin_private_note: words(AppointmentLimits.note).default(''),
  /** Asked for when the appointment is 'done'. */
  reason: words(500).default(''),
  allow_double_booking: z.boolean().default(false),
  idempotency_key: Id.optional(),
});
export type OfferInput = z.output<typeof OfferInput>;

export const InboxKinds = [
  'request',
  'question',
  'reschedule',
  'cancel',
  'cancelled',
  'paid',
  'paid_late',
  'offer_expired',
] as const;
export type InboxKind = (typeof InboxKinds)[number];
export const InboxRow = z.object({
  inbox_id: Id,
  appointment_id: Id,
  number: z.string(),
  kind: z.enum(InboxKinds),
  patient_email: z.string(),
  patient_full_name: z.string(),
  city_current: z.string(),
  city_target: z.string(),
  requested_treatment: z.string(),
  inbox_created_at: Instant,
  handled_at: Instant.nullable(),
  handled_by_name: z.string().nullable(),
});
export type InboxRow = z.infer<typeof InboxRow>;

export const Provider = z.object({
  id: Id,
  name: z.string(),
  address: z.string(),
  phone: z.string(),
  registration: z.string(),
  is_active: z.boolean(),
  /** The price last agreed with them. */
  last_price_cents: z.number().int().nullable(),
  last_currency: z.string().nullable(),
  offers: z.number().int(),
});
export type Provider = z.infer<typeof Provider>;
export const ProviderPrice = z.object({
  at: Instant,
  appointment_id: Id,
  number: z.string(),
  requested_treatment: z.string(),
  provider_price_cents: z.number().int().nullable(),
  patient_price_cents: z.number().int(),
  currency: z.string(),
});

/** A filter with a name. Shared ones are everybody's, the others their owner's. */
export const SavedView = z.object({
  id: Id,
  name: z.string(),
  filter: AppointmentFilter,
  is_shared: z.boolean(),
  is_mine: z.boolean(),
});

export const ScheduledAppointment = z.object({
  appointment_id: Id,
  number: z.string(),
  status: AppointmentStatus,
  patient_full_name: z.string(),
  requested_treatment: z.string(),
  city_target: z.string(),
  provider_id: Id.nullable(),
  provider_name: z.string().nullable(),
  scheduled_at: Instant,
  timezone: z.string(),
  /** Another appointment of this provider lies within the hour. */
  is_double_booked: z.boolean(),
});

export const PaymentRow = AdminPayment.extend({
  appointment_id: Id,
  number: z.string(),
  patient_full_name: z.string(),
  patient_email: z.string(),
  provider_name: z.string().nullable(),
});

const OneAppointment = z.object({ appointment_id: Id });
const admin = (name: string, summary: string) => rpc(name, 'appointments', summary);
const pageOf = (max: number) => ({
  limit: z.number().int().min(1).max(max).default(max),
  /** `next` of the page before. */
  after: z.string().max(200).nullish(),
});

export const appointmentsAdmin = {
  adminListAppointments: admin('admin_list_appointments', 'Appointments by filter, newest first, with totals')
    .input(
      AppointmentFilter.extend({
        ...pageOf(AppointmentLimits.admin_page),
        offset: z.number().int().min(0).max(5_000).default(0),
      }).optional(),
    )
    .output(AppointmentList),
  adminGetAppointment: admin('admin_get_appointment', 'One appointment with its whole timeline; the look is logged')
    .input(OneAppointment)
    .output(AdminAppointmentDetail),
  adminSetAppointmentStatus: admin(
    'admin_set_appointment_status',
    'Set pending, in progress, confirmed, cancelled or done, for one appointment or many; each is judged by itself',
  )
    // The codes that stand in `refused`.
    .errors({
      STATUS_UNCHANGED: adminAppointmentRefusals.STATUS_UNCHANGED,
      REASON_REQUIRED: adminAppointmentRefusals.REASON_REQUIRED,
    })
    .input(
      z.object({
        appointment_ids: z.array(Id).min(1).max(AppointmentLimits.bulk),
        status: AppointmentStatus.exclude(['awaiting_payment']),
        reason: words(500).default(''),
      }),
    )
    .output(
      z.object({
        /** For admin_undo_status, during ten minutes; null when nothing changed. */
        change_id: Id.nullable(),
        changed: z.array(Id),
        /** Those that stayed as they were, with the code of the refusal. */
        refused: z.array(z.object({ appointment_id: Id, code: z.string() })),
      }),
    ),
  adminUndoStatus: admin('admin_undo_status', 'Take back a change of status where nothing has happened since')
    .errors({ CANNOT_UNDO: adminAppointmentRefusals.CANNOT_UNDO })
    .input(z.object({ change_id: Id }))
    .output(z.object({ undone: z.array(Id), kept: z.array(Id) })),
  adminSetAwaitingPayment: admin('admin_set_awaiting_payment', 'Make an offer')
    .errors({
      TIME_DOES_NOT_EXIST: adminAppointmentRefusals.TIME_DOES_NOT_EXIST,
      TIME_IS_AMBIGUOUS: adminAppointmentRefusals.TIME_IS_AMBIGUOUS,
      DOUBLE_BOOKED: adminAppointmentRefusals.DOUBLE_BOOKED,
      REASON_REQUIRED: adminAppointmentRefusals.REASON_REQUIRED,
      ALREADY_PAID: adminAppointmentRefusals.ALREADY_PAID,
    })
    .input(OfferInput)
    .output(AdminAppointment),
  adminRescheduleAppointment: admin(
    'admin_reschedule_appointment',
    'Move a confirmed appointment to another time; what was paid stays paid',
  )
    .errors({
      TIME_DOES_NOT_EXIST: adminAppointmentRefusals.TIME_DOES_NOT_EXIST,
      TIME_IS_AMBIGUOUS: adminAppointmentRefusals.TIME_IS_AMBIGUOUS,
      DOUBLE_BOOKED: adminAppointmentRefusals.DOUBLE_BOOKED,
      NOT_IN_THIS_STATE,
    })
    .input(
      OfferInput.pick({ appointment_id: true, scheduled_at: true, timezone: true, allow_double_booking: true }).extend({
        reason: words(500).default(''),
      }),
    )
    .output(AdminAppointment),
  adminAddPrivateInfo: admin('admin_add_private_info', 'What only the team knows; absent fields stay')
    .input(
      OneAppointment.extend({
        admin_private_note: words(4000).nullish(),
        provider_phone: words(40).nullish(),
        provider_initial_price_cents: Cents.nullish(),
        negotiated_price_cents: Cents.nullish(),
      }),
    )
    .output(AdminAppointment),
  adminSetSharedDetails: admin('admin_set_shared_details', 'The note that the patient reads')
    .input(z.object({ appt_id: Id, details: words(4000) }))
    .output(AdminAppointment),
  adminAssignAppointments: admin('admin_assign_appointments', 'Give appointments to a coordinator, or to nobody')
    .input(
      z.object({
        appointment_ids: z.array(Id).min(1).max(AppointmentLimits.bulk),
        coordinator_id: Id.nullable(),
      }),
    )
    .output(z.object({ assigned: z.array(Id) })),
  adminListCoordinators: admin('admin_list_coordinators', 'Who appointments can be given to').output(
    z.array(z.object({ id: Id, name: z.string() })),
  ),
  adminAnswerAppointment: admin('admin_answer_appointment', 'Answer the patient’s question')
    .input(OneAppointment.extend({ body: text(AppointmentLimits.message).refine(isStorable), idempotency_key: Id }))
    .output(AppointmentMessage),
  adminAnswerWish: admin('admin_answer_wish', 'Close the wish to reschedule or to cancel')
    .errors({ NOT_IN_THIS_STATE })
    .input(OneAppointment.extend({ is_granted: z.boolean(), note: words(AppointmentLimits.note).default('') }))
    .output(AdminAppointment),
  adminRefundAppointment: admin('admin_refund_appointment', 'Refund a payment, in full or in part')
    .errors({ REFUND_TOO_HIGH: adminAppointmentRefusals.REFUND_TOO_HIGH, NOT_IN_THIS_STATE })
    .input(
      OneAppointment.extend({
        payment_id: z.string().max(200),
        /** Absent: all that is left. */
        amount_cents: Cents.min(1).nullish(),
        reason: text(500).refine(isStorable),
        idempotency_key: Id,
      }),
    )
    .output(AdminPayment),
  adminListAppointmentPayments: admin('admin_list_appointment_payments', 'Payments of offers, newest first')
    .input(z.object({ status: AdminPayment.shape.status.nullish(), ...pageOf(100) }).optional())
    .output(z.object({ rows: z.array(PaymentRow), next: z.string().nullable() })),
  adminExportAppointments: admin(
    'admin_export_appointments',
    'What fits the filter, as a CSV file; the export is logged',
  )
    .input(AppointmentFilter.optional())
    .output(z.file()),
  adminListScheduled: admin('admin_list_scheduled', 'Offered, confirmed and done appointments of a period')
    .input(z.object({ from: Instant, to: Instant, provider_id: Id.nullish() }))
    .output(z.array(ScheduledAppointment)),

  adminInboxList: admin('admin_inbox_list', 'What waits for the team, newest first')
    .input(z.object({ ...pageOf(AppointmentLimits.inbox_page), is_handled: z.boolean().default(false) }).optional())
    .output(z.object({ rows: z.array(InboxRow), waiting: z.number().int(), next: z.string().nullable() })),
  adminInboxHandle: admin('admin_inbox_handle', 'Mark an entry as handled, or open it again')
    .input(z.object({ inbox_id: Id, is_handled: z.boolean().default(true) }))
    .output(InboxRow),

  adminListProviders: admin('admin_list_providers', 'The provider directory; accent-blind, by prefix')
    .input(z.object({ search: words(200).nullish(), limit: z.number().int().min(1).max(100).default(50) }).optional())
    .output(z.array(Provider)),
  adminGetProvider: admin('admin_get_provider', 'A provider with the prices of their offers, newest first')
    .input(z.object({ provider_id: Id }))
    .output(z.object({ provider: Provider, prices: z.array(ProviderPrice) })),
  adminSaveProvider: admin('admin_save_provider', 'Add or change a provider')
    .input(
      z.object({
        provider_id: Id.nullish(),
        name: text(200).refine(isStorable),
        address: words(400).default(''),
        phone: words(40).default(''),
        registration: words(120).default(''),
        is_active: z.boolean().default(true),
      }),
    )
    .output(Provider),
  adminCheckProviderTime: admin('admin_check_provider_time', 'What else the provider has within the hour')
    .errors({
      TIME_DOES_NOT_EXIST: adminAppointmentRefusals.TIME_DOES_NOT_EXIST,
      TIME_IS_AMBIGUOUS: adminAppointmentRefusals.TIME_IS_AMBIGUOUS,
    })
    .input(
      OfferInput.pick({ provider_name: true, provider_id: true, scheduled_at: true, timezone: true }).extend({
        appointment_id: Id.nullish(),
      }),
    )
    .output(
      z.object({
        scheduled_at: Instant,
        with: z.array(z.object({ appointment_id: Id, number: z.string(), scheduled_at: Instant })),
      }),
    ),

  adminListViews: admin('admin_list_views', 'Saved filters').output(z.array(SavedView)),
  adminSaveView: admin('admin_save_view', 'Keep a filter under a name; the same name of the same owner is replaced')
    .input(
      z.object({ name: text(60).refine(isStorable), filter: AppointmentFilter, is_shared: z.boolean().default(false) }),
    )
    .output(SavedView),
  adminDeleteView: admin('admin_delete_view', 'Remove one’s own saved filter')
    .input(z.object({ view_id: Id }))
    .output(z.object({ deleted: z.boolean() })),
};
