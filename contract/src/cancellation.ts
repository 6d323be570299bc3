export const CancelledBy = ['patient', 'practitioner', 'flaira'] as const;
export type CancelledBy = (typeof CancelledBy)[number];

/** Until so long before the appointment a patient cancels for a full refund. Later the team decides. */
export const freeCancelHours = 48;

interface Booking {
  readonly scheduled_at: Date;
  /** Of the payment, neither refunded nor ordered to be. */
  readonly left_cents: number;
}

/**
 * What goes back by our own rule: everything when the practitioner or Flaira cancels, and when the patient cancels in time. Null: the patient cancels
 * later than that, and the team decides.
 */
export function refundByRule(by: CancelledBy, { scheduled_at, left_cents }: Booking, now: Date): number | null {
  const free_ms = freeCancelHours * 3_600_000;
  return by !== 'patient' || scheduled_at.getTime() - now.getTime() >= free_ms ? left_cents : null;
}
