import * as z from 'zod';
import { Id, Instant, rpc, isStorable } from '../base.ts';

/** The admin panel and the inbox. Private fields are in here, and nowhere else in the contract. */
export const adminAppointmentRefusals = {
  /** At 02:30 on the day the clocks go forward there is no such time in that zone. `before` and `after` are the nearest ones. */
  TIME_DOES_NOT_EXIST: { status: 422, data: z.object({ before: Instant, after: Instant }) },
  /** The clocks go back that day, so this local time happens twice: send one of the two instants instead. */
  TIME_IS_AMBIGUOUS: { status: 422, data: z.object({ earlier: Instant, later: Instant }) },
  /** The provider has something else within the hour; send allow_double_booking to do it all the same. */
  DOUBLE_BOOKED: {
    status: 409,
    data: z.object({ with: z.array(z.object({ appointment_id: Id, number: z.string(), scheduled_at: Instant })) }),
  },
  /** The price or the date is unusual; send allow_unusual if it is right. */
  UNUSUAL_OFFER: { status: 409 },
  /** This change needs a reason: confirming without a payment, and leaving 'done'. */
  REASON_REQUIRED: { status: 422 },
  /** It is that already. */
  STATUS_UNCHANGED: { status: 409 },
  /** Paid, and not refunded: an offer would be paid twice. */
  ALREADY_PAID: { status: 409 },
  /** Part of the patient's plan: there is nothing to pay for. */
  INCLUDED_IN_PLAN: { status: 409 },
  /** More than the rest of the payment. */
  REFUND_TOO_HIGH: { status: 422, data: z.object({ left_cents: z.number().int() }) },
  /** The payer disputes it at the bank: a refund would be paid twice. */
  PAYMENT_DISPUTED: { status: 409 },
  /** In the past, or further ahead than an entry may be put off. */
  SNOOZE_OUT_OF_RANGE: { status: 422 },
  /** Something happened since it was shown: look again. */
  CHANGED_SINCE: { status: 409 },
  /** A place in the text has no value. */
  PLACEHOLDER_OPEN: { status: 422, data: z.object({ placeholders: z.array(z.string()) }) },
  /** As many texts as can be in use are in use. */
  TOO_MANY_MACROS: { status: 409 },
  /** Another view of the same owner has this name. */
  VIEW_NAME_TAKEN: { status: 409 },
  /** The name of the view contains a patient's name or address. */
  VIEW_NAMES_PATIENT: { status: 422 },
  /** Something happened since: it can no longer be undone. */
  CANNOT_UNDO: { status: 409 },
} as const;

export const Cents = z.number().int().min(0).max(100_000_000);
export const words = (max: number) => z.string().trim().max(max).refine(isStorable);

export const OneAppointment = z.object({ appointment_id: Id });
export const admin = (name: string, summary: string) => rpc(name, 'admin', 'appointments', summary);
export const pageOf = (max: number) => ({
  limit: z.number().int().min(1).max(max).default(max),
  /** `next` of the page before. */
  after: z.string().max(200).nullish(),
});
