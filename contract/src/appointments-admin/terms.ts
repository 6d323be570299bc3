import * as z from 'zod';
import { Id, Instant, rpc, isStorable } from '../base.ts';

/** Refusals of the admin panel and the inbox. */
export const adminAppointmentRefusals = {
  /** At 02:30 on the day the clocks go forward, this local time does not exist in that zone. `before` and `after` are the nearest ones. */
  TIME_DOES_NOT_EXIST: { status: 422, data: z.object({ before: Instant, after: Instant }) },
  /** The clocks go back that day, so this local time happens twice: send one of the two instants instead. */
  TIME_IS_AMBIGUOUS: { status: 422, data: z.object({ earlier: Instant, later: Instant }) },
  /** The provider has another appointment within the hour. Send allow_double_booking to keep this one anyway. */
  DOUBLE_BOOKED: {
    status: 409,
    data: z.object({ with: z.array(z.object({ appointment_id: Id, number: z.string(), scheduled_at: Instant })) }),
  },
  /** The price or the date is unusual. Send allow_unusual to confirm it. */
  UNUSUAL_OFFER: { status: 409 },
  /** Two changes need a reason: confirming without a payment, and leaving 'done'. */
  REASON_REQUIRED: { status: 422 },
  /** The appointment has this status already. */
  STATUS_UNCHANGED: { status: 409 },
  /** The appointment is paid and not refunded, so the patient would pay an offer twice. */
  ALREADY_PAID: { status: 409 },
  /** The patient's plan includes the appointment, so there is nothing to pay. */
  INCLUDED_IN_PLAN: { status: 409 },
  /** The refund is higher than the rest of the payment. */
  REFUND_TOO_HIGH: { status: 422, data: z.object({ left_cents: z.number().int() }) },
  /** The payer disputes the payment at the bank, so a refund could be paid twice. */
  PAYMENT_DISPUTED: { status: 409 },
  /** The time is in the past, or later than an entry may be snoozed. */
  SNOOZE_OUT_OF_RANGE: { status: 422 },
  /** The entry has changed since it was shown. Load it again. */
  CHANGED_SINCE: { status: 409 },
  /** A placeholder in the text has no value. */
  PLACEHOLDER_OPEN: { status: 422, data: z.object({ placeholders: z.array(z.string()) }) },
  /** The most macros that may be in use are in use. */
  TOO_MANY_MACROS: { status: 409 },
  /** Another view of the same owner has this name. */
  VIEW_NAME_TAKEN: { status: 409 },
  /** The name of the view contains a patient's name or address. */
  VIEW_NAMES_PATIENT: { status: 422 },
  /** The change can no longer be undone, because something else happened since. */
  CANNOT_UNDO: { status: 409 },
} as const;

export const Cents = z.number().int().min(0).max(100_000_000);
export const words = (max: number) => z.string().trim().max(max).refine(isStorable);

export const OneAppointment = z.object({ appointment_id: Id });
export const admin = (name: string, summary: string) => rpc(name, 'admin', 'appointments', summary);
export const pageOf = (max: number) => ({
  limit: z.number().int().min(1).max(max).default(max),
  /** `next` of the previous page. */
  after: z.string().max(200).nullish(),
});
