import * as z from 'zod';
import { AppointmentStatus } from '../appointment-status.ts';
import { AppointmentMessage, AppointmentPayment, MyAppointment, OfferTime } from '../appointments.ts';
import { Id, Instant } from '../base.ts';
import { PaymentDispute } from '../billing.ts';
import { BookedState } from '../bookings.ts';

/** A time of the current offer, with the ids that the screen needs to find similar times. */
export const AdminTime = OfferTime.extend({
  state: BookedState,
  /** The end of the period for which this time is held for the patient. Null: the time is not held. */
  held_until: Instant.nullable(),
  service_id: Id,
  site_id: Id,
  practitioner_id: Id,
  /** Null: no room is reserved for this time. */
  room_name: z.string().nullable(),
});
export type AdminTime = z.infer<typeof AdminTime>;

/** A row of the admin table. It has the fields that the patient sees, and fields that only the team sees. */
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
  /**
   * The times from which the patient can choose. Empty if the team typed the time of the offer instead of reserving
   * times.
   */
  times: z.array(AdminTime),
  /**
   * The time that the clinic cannot keep. Set while alternatives are offered. The screen uses it to find similar times.
   */
  lost_time: AdminTime.pick({
    id: true,
    starts_at: true,
    ends_at: true,
    timezone: true,
    service_id: true,
    site_id: true,
    practitioner_id: true,
  }).nullable(),
  coordinator_id: Id.nullable(),
  coordinator_name: z.string().nullable(),
  /**
   * The meaning depends on the status. Pending or in progress: the deadline for the team's answer. Awaiting payment:
   * the end of the offer. Confirmed: the end of the offered alternatives, or the time of the appointment if there are
   * no alternatives. Null if nothing is due.
   */
  due_at: Instant.nullable(),
  /** Number of questions from the patient that nobody has answered. */
  unanswered: z.number().int(),
  /**
   * True: the team moved the appointment at least once, so the patient never agreed to the cancellation deadline for
   * the new date. If the patient cancels and the refund rule gives less than a full refund, the team decides about the
   * refund.
   */
  was_moved_by_team: z.boolean(),
});
export type AdminAppointment = z.infer<typeof AdminAppointment>;

export const TimelineKinds = [
  'requested',
  'status_changed',
  'status_undone',
  'offer_made',
  'offer_expired',
  'offer_withdrawn',
  'time_chosen',
  'quote_accepted',
  'checkout_opened',
  'paid',
  'paid_late',
  'payment_mismatch',
  'refunded',
  'refund_arrived',
  'refund_failed',
  'dispute_opened',
  'dispute_won',
  'dispute_lost',
  'dispute_closed',
  'private_info_changed',
  'shared_details_changed',
  'assigned',
  'reschedule_asked',
  'cancel_asked',
  'wish_answered',
  'rescheduled',
  'alternatives_offered',
  'alternatives_over',
  'asked',
  'answered',
  'reminded',
  'sms_reminded',
  'sms_failed',
  'sms_confirmed',
  'inbox_handled',
  'inbox_reopened',
  'inbox_snoozed',
  'inbox_woken',
] as const;
export type TimelineKind = (typeof TimelineKinds)[number];
export const TimelineEntry = z.object({
  id: z.number().int(),
  at: Instant,
  kind: z.enum(TimelineKinds),
  /** The person who acted. Null: the service acted automatically. */
  actor_name: z.string().nullable(),
  actor_is_patient: z.boolean(),
  from_status: AppointmentStatus.nullable(),
  to_status: AppointmentStatus.nullable(),
  reason: z.string(),
  /** Details as words and numbers: amounts, names of changed fields, hours before the appointment. */
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
  /** Number and version of the offer's quote. Null if the offer was made before quotes had numbers. */
  quote: z.object({ number: z.string(), version: z.number().int() }).nullable(),
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
export const PaymentOutcomes = ['confirmed', 'late', 'twice', 'mismatch'] as const;
export type PaymentOutcome = (typeof PaymentOutcomes)[number];
export const AdminPayment = AppointmentPayment.extend({
  /**
   * `late`: paid after the offer ended. `twice`: paid a second time. The service refunds both automatically.
   * `mismatch`: the amount differs from the offer, and the team decides.
   */
  outcome: z.enum(PaymentOutcomes),
  status: z.enum(['paid', 'refunding', 'partly_refunded', 'refunded']),
  /** Sum in cents of the refunds that the payment provider has not confirmed yet. */
  refunding_cents: z.number().int(),
  /** The newest dispute of this payment. */
  dispute: PaymentDispute.nullable(),
  /** Cents lost in disputes. */
  lost_cents: z.number().int(),
  /** True: a refund failed, and no other refund has been ordered since then. */
  has_failed_refund: z.boolean(),
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
