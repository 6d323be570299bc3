import * as z from 'zod';
import { Id, Instant, rpc, isStorable } from '../base.ts';

/** Refusals of the admin panel and the inbox. */
export const adminAppointmentRefusals = {
  /**
   * The local time does not exist in this zone, because the clocks skip it in spring (in France, for example, 02:30).
   * `before` and `after` are the nearest instants.
   */
  TIME_DOES_NOT_EXIST: { status: 422, data: z.object({ before: Instant, after: Instant }) },
  /** The local time occurs twice, because the clocks go back that day. Send one of the two instants instead. */
  TIME_IS_AMBIGUOUS: { status: 422, data: z.object({ earlier: Instant, later: Instant }) },
  /** The provider has another appointment within one hour. Send allow_double_booking to make the offer anyway. */
  DOUBLE_BOOKED: {
    status: 409,
    data: z.object({ with: z.array(z.object({ appointment_id: Id, number: z.string(), scheduled_at: Instant })) }),
  },
  /** The price or the date is unusual. Send allow_unusual to confirm it. */
  UNUSUAL_OFFER: { status: 409 },
  /** A reason is required to confirm an appointment without a payment, and to change one that is 'done'. */
  REASON_REQUIRED: { status: 422 },
  /** Only an appointment of a known adult can be confirmed, and this patient has not given a birth date. */
  PATIENT_BIRTH_DATE_MISSING: { status: 409 },
  /** The appointment has this status already. */
  STATUS_UNCHANGED: { status: 409 },
  /** The appointment is paid and not refunded. Another offer would make the patient pay twice. */
  ALREADY_PAID: { status: 409 },
  /** The patient's subscription plan includes the appointment, so no offer with a price is possible. */
  INCLUDED_IN_PLAN: { status: 409 },
  /** The refund is higher than the part of the payment that is not refunded yet. */
  REFUND_TOO_HIGH: { status: 422, data: z.object({ left_cents: z.number().int() }) },
  /**
   * The payer disputes the payment at the bank. We refuse the refund, because the payer would get the money twice if
   * the bank also returned it.
   */
  PAYMENT_DISPUTED: { status: 409 },
  /** The requested end of the snooze is in the past, or later than the limit for snoozing allows. */
  SNOOZE_OUT_OF_RANGE: { status: 422 },
  /** The entry has changed since the caller loaded it. Load it again. */
  CHANGED_SINCE: { status: 409 },
  /** A placeholder in the text has no value. */
  PLACEHOLDER_OPEN: { status: 422, data: z.object({ placeholders: z.array(z.string()) }) },
  /** The number of macros in use is at its limit. */
  TOO_MANY_MACROS: { status: 409 },
  /** The owner already has another view with this name. */
  VIEW_NAME_TAKEN: { status: 409 },
  /** The name of the view contains a patient's full name or email address. */
  VIEW_NAMES_PATIENT: { status: 422 },
  /**
   * The change can no longer be undone. For example, too much time has passed, or the appointment has changed again.
   */
  CANNOT_UNDO: { status: 409 },
} as const;

export const Cents = z.number().int().min(0).max(100_000_000);
export const words = (max: number) => z.string().trim().max(max).refine(isStorable);

export const OneAppointment = z.object({ appointment_id: Id });
export const admin = (name: string, summary: string) => rpc(name, 'admin', 'appointments', summary);
export const pageOf = (max: number) => ({
  limit: z.number().int().min(1).max(max).default(max),
  /** The value of `next` from the previous page. */
  after: z.string().max(400).nullish(),
});
