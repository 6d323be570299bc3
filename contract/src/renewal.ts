interface Renewed {
  readonly cycle: 'monthly' | 'annual';
  readonly period_end: Date;
  readonly cancel_at: Date | null;
}

/**
 * Returns true if a subscription is renewed at the end of its period, but ends before the next period is over. The
 * payment provider then charges only the time until the end. If the subscription ends later, the next period is charged
 * in full.
 */
export const isRenewedInPart = ({ cycle, period_end, cancel_at }: Renewed): boolean =>
  cancel_at !== null && cancel_at > period_end && cancel_at < monthsLater(period_end, cycle === 'annual' ? 12 : 1);

/**
 * Returns the same day some months later, or the last day of that month if it has no such day. The payment provider
 * counts from the first day of the plan, which we do not store. If `from` is the last day of its month, the plan may
 * have begun on a 31st. The next period may then end on the last day of the later month. This function returns the
 * latest possible end.
 */
function monthsLater(from: Date, months: number): Date {
  const [year, month, day] = [from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate()];
  const lastOf = (later: number) => new Date(Date.UTC(year, month + later + 1, 0)).getUTCDate();
  const later = new Date(from);
  later.setUTCMonth(month + months, day === lastOf(0) ? lastOf(months) : Math.min(day, lastOf(months)));
  return later;
}
