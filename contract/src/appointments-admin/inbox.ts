import * as z from 'zod';
import { AppointmentLimits } from '../appointments.ts';
import { Id, Instant } from '../base.ts';
import { adminAppointmentRefusals, admin, pageOf } from './terms.ts';

export const InboxKinds = [
  'request',
  'question',
  'reschedule',
  'cancel',
  'cancelled',
  'paid',
  'paid_late',
  'payment_mismatch',
  'payment_disputed',
  'payment_failed',
  'refund_failed',
  'refund_undecided',
  'offer_expiring',
  'offer_expired',
  'alternatives_over',
  'practitioner_unable',
  'balance_differs',
  'message_unread',
] as const;
export type InboxKind = (typeof InboxKinds)[number];
export const InboxAssignees = ['all', 'mine', 'none'] as const;
export type InboxAssignee = (typeof InboxAssignees)[number];
export const BalanceDifference = z.object({
  /** The id of a payment, or of a movement of money at the payment provider that belongs to no payment. */
  subject: z.string(),
  ledger_cents: z.number().int(),
  provider_cents: z.number().int(),
  currency: z.string(),
});
export const ErasedPayment = z.object({
  id: z.string(),
  amount_cents: z.number().int(),
  currency: z.string(),
});
export const InboxRow = z.object({
  inbox_id: Id,
  /** Null if the entry belongs to no appointment. The fields about the patient are then empty. */
  appointment_id: Id.nullable(),
  number: z.string(),
  patient_id: Id.nullable(),
  kind: z.enum(InboxKinds),
  patient_email: z.string(),
  patient_full_name: z.string(),
  city_current: z.string(),
  city_target: z.string(),
  requested_treatment: z.string(),
  inbox_created_at: Instant,
  handled_at: Instant.nullable(),
  handled_by_name: z.string().nullable(),
  /**
   * The deadline for the team's answer. For a dispute it is the bank's deadline. For an offer it is the end of the
   * offer.
   */
  due_at: Instant.nullable(),
  dispute_id: z.string().nullable(),
  /** The practitioner who may no longer work. Null for all other entries. */
  practitioner_name: z.string().nullable(),
  /** The entry is snoozed until this time. It returns to the inbox a day before `due_at` at the latest. */
  snoozed_until: Instant.nullable(),
  /**
   * The coordinator to whom the appointment is assigned. If the entry belongs to no appointment, the coordinator to whom
   * this entry is assigned.
   */
  coordinator_id: Id.nullable(),
  coordinator_name: z.string().nullable(),
  /**
   * The two amounts, if the ledger and the payment provider state different amounts for a payment. Null for all other
   * entries.
   */
  difference: BalanceDifference.nullable(),
  /**
   * The payment that waits for a decision, if its appointment was erased with its patient. Null for all other entries.
   */
  payment: ErasedPayment.nullable(),
});
export type InboxRow = z.infer<typeof InboxRow>;

export const inboxProcedures = {
  adminInboxList: admin(
    'admin_inbox_list',
    'List the entries that wait for the team: first those with a deadline, then those that wait longest',
  )
    .input(
      z
        .object({
          ...pageOf(AppointmentLimits.inbox_page),
          is_handled: z.boolean().default(false),
          /** True: lists snoozed entries. False: lists waiting entries. It has no effect on processed entries. */
          is_snoozed: z.boolean().default(false),
          assignee: z.enum(InboxAssignees).default('all'),
          kind: z.enum(InboxKinds).nullish(),
        })
        .optional(),
    )
    .output(
      z.object({
        rows: z.array(InboxRow),
        /**
         * Number of waiting entries of the whole team. The server counts `waiting`, `shown` and `snoozed` only up to
         * `AppointmentLimits.counted + 1`.
         */
        waiting: z.number().int(),
        /**
         * Number of waiting entries that match `assignee` and `kind`. `snoozed` is the number of snoozed entries that
         * match them.
         */
        shown: z.number().int(),
        snoozed: z.number().int(),
        next: z.string().nullable(),
      }),
    ),
  adminInboxHandle: admin('admin_inbox_handle', 'Mark an entry as handled, or reopen it')
    .input(z.object({ inbox_id: Id, is_handled: z.boolean().default(true) }))
    .output(InboxRow),
  adminInboxAssign: admin('admin_inbox_assign', 'Assign entries and their appointments to a coordinator, or to nobody')
    .input(z.object({ inbox_ids: z.array(Id).min(1).max(AppointmentLimits.bulk), coordinator_id: Id.nullable() }))
    .output(z.object({ changed: z.array(Id), kept: z.array(Id) })),
  adminInboxSnooze: admin(
    'admin_inbox_snooze',
    'Snooze entries until a given time, or end the snooze. Handled entries and those due within a day are not changed',
  )
    .errors({ SNOOZE_OUT_OF_RANGE: adminAppointmentRefusals.SNOOZE_OUT_OF_RANGE })
    .input(z.object({ inbox_ids: z.array(Id).min(1).max(AppointmentLimits.bulk), until: Instant.nullable() }))
    .output(z.object({ changed: z.array(Id), kept: z.array(Id) })),
  adminInboxHandleMany: admin(
    'admin_inbox_handle_many',
    'Mark several entries as handled, or reopen them. Entries that are already in this state are not changed',
  )
    .input(
      z.object({
        inbox_ids: z.array(Id).min(1).max(AppointmentLimits.bulk),
        is_handled: z.boolean().default(true),
        /**
         * The `handled_at` that an earlier call returned. Send it to undo that call. The server then reopens the
         * entries that the caller marked as done at exactly that moment, and no others.
         */
        undoes: Instant.nullish(),
      }),
    )
    .output(z.object({ changed: z.array(Id), kept: z.array(Id), handled_at: Instant.nullable() })),
};
