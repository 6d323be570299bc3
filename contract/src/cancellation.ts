export const CancelledBy = ['patient', 'practitioner', 'flaira'] as const;
export type CancelledBy = (typeof CancelledBy)[number];

/** A patient who cancels at least this many hours before the appointment gets a full refund. Later the team decides. */
export const freeCancelHours = 48;

/** Until this moment a patient cancels free of charge. */
export const freeCancelUntil = (scheduledAt: Date, hours: number = freeCancelHours): Date =>
  new Date(scheduledAt.getTime() - hours * 3_600_000);

interface Booking {
  readonly scheduled_at: Date;
  /** The part of the payment that is neither refunded nor ordered to be refunded. */
  readonly left_cents: number;
}

/**
 * The refund by our own rule: everything when the practitioner or Flaira cancels, or when the patient cancels in time. Null: the patient cancels later, and the team decides.
 */
export function refundByRule(by: CancelledBy, { scheduled_at, left_cents }: Booking, now: Date): number | null {
  return by !== 'patient' || now <= freeCancelUntil(scheduled_at) ? left_cents : null;
}
