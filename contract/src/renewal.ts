interface Renewed {
  readonly cycle: 'monthly' | 'annual';
  readonly period_end: Date;
  readonly cancel_at: Date | null;
}

/**
 * Returns true if a subscription is renewed at the end of its period, but ends before the next period is over. The
 * payment provider then charges only the time until its end. A subscription that ends later pays the next period in full.
 */
export const isRenewedInPart = ({ cycle, period_end, cancel_at }: Renewed): boolean =>
  cancel_at !== null && cancel_at > period_end && cancel_at < monthsLater(period_end, cycle === 'annual' ? 12 : 1);

/** Returns the same day some months later, or the last day of that month if it has no such day. */
function monthsLater(from: Date, months: number): Date {
  const later = new Date(from);
  later.setUTCMonth(from.getUTCMonth() + months);
  if (later.getUTCDate() !== from.getUTCDate()) later.setUTCDate(0);
  return later;
}
