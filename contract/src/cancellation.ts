export const CancelledBy = ['patient', 'practitioner', 'flaira'] as const;
export type CancelledBy = (typeof CancelledBy)[number];

/**
 * A patient who cancels at least this many hours before the appointment gets a full refund. An offer may set another
 * number.
 */
export const freeCancelHours = 48;

/** Returns the last moment at which a patient can cancel free of charge. */
export const freeCancelUntil = (scheduledAt: Date, hours: number = freeCancelHours): Date =>
  new Date(scheduledAt.getTime() - hours * 3_600_000);

interface Booking {
  readonly scheduled_at: Date;
  /** The part of the payment, in cents, for which no refund was made or ordered. */
  readonly left_cents: number;
  /** The patient can cancel free of charge until this many hours before the appointment, as agreed with the offer. */
  readonly free_until_hours?: number | undefined;
  /** The amount that the clinic keeps if the patient cancels later, in cents. Null: the offer set no such amount. */
  readonly deposit_cents?: number | null | undefined;
}

/**
 * Returns the amount, in cents, that our cancellation rule refunds. The whole amount is refunded if the practitioner or
 * Flaira cancels, or if the patient cancels in time. A patient who cancels later gets everything except the deposit. If
 * a patient cancels later and no deposit was agreed, returns null, because the team decides.
 */
export function refundByRule(by: CancelledBy, booking: Booking, now: Date): number | null {
  const { scheduled_at, left_cents, free_until_hours, deposit_cents = null } = booking;
  if (by !== 'patient' || now <= freeCancelUntil(scheduled_at, free_until_hours)) return left_cents;
  return deposit_cents === null ? null : Math.max(0, left_cents - deposit_cents);
}
