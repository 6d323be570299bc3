import type { RecurringItem } from '../gateway.ts';

/** A paid period, in seconds since 1970. */
export interface Period {
  readonly start: number;
  readonly end: number;
}

export interface ChangeCost {
  /** Credit for the unused part of the old period: negative or zero. */
  readonly credit_cents: number;
  readonly charge_cents: number;
  readonly period: Period;
}

/**
 * Cost of a change of plan at a moment: unused time at the old price against the new price. If the interval stays the
 * same, the period continues and the new price counts for the rest of it; otherwise a new period begins. Each of the
 * two sums is rounded once, to the cent.
 */
export function costOfChange(old: RecurringItem, period: Period, next: RecurringItem, at: number): ChangeCost {
  const left = Math.min(1, Math.max(0, (period.end - at) / (period.end - period.start)));
  const credit_cents = -Math.round(old.amount_cents * left);
  return old.interval === next.interval
    ? { credit_cents, charge_cents: Math.round(next.amount_cents * left), period }
    : { credit_cents, charge_cents: next.amount_cents, period: { start: at, end: endOf(at, next.interval) } };
}

/** The same day a month or a year later, or the last one of a shorter month. */
export function endOf(start: number, interval: RecurringItem['interval']): number {
  const from = new Date(start * 1000);
  const to = new Date(from);
  to.setUTCDate(1);
  to.setUTCMonth(from.getUTCMonth() + (interval === 'year' ? 12 : 1));
  const days = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), days));
  return Math.floor(to.getTime() / 1000);
}
