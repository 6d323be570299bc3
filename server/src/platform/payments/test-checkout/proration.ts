import type { RecurringItem } from '../gateway.ts';

/** A paid period, in seconds since 1970. */
export interface Period {
  readonly start: number;
  readonly end: number;
}

export interface ChangeCost {
  /** Credit for the unused part of the old period. It is negative or zero. */
  readonly credit_cents: number;
  readonly charge_cents: number;
  readonly period: Period;
}

/**
 * Computes the cost of a change to another subscription plan. The unused time is credited at the old price, and the new
 * price is charged. If both plans have the same billing interval, the period continues and the new price is charged for
 * the rest of it. Otherwise a new period begins. Credit and charge are each rounded to the cent.
 */
export function costOfChange(old: RecurringItem, period: Period, next: RecurringItem, at: number): ChangeCost {
  const left = Math.min(1, Math.max(0, (period.end - at) / (period.end - period.start)));
  const credit_cents = -Math.round(old.amount_cents * left);
  return old.interval === next.interval
    ? { credit_cents, charge_cents: Math.round(next.amount_cents * left), period }
    : { credit_cents, charge_cents: next.amount_cents, period: { start: at, end: endOf(at, next.interval) } };
}

/**
 * Returns the end of a period, in seconds since 1970. It is the same day of the month, a month or a year later, or the
 * last day of a shorter month.
 */
export function endOf(start: number, interval: RecurringItem['interval']): number {
  const from = new Date(start * 1000);
  const to = new Date(from);
  to.setUTCDate(1);
  to.setUTCMonth(from.getUTCMonth() + (interval === 'year' ? 12 : 1));
  const days = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), days));
  return Math.floor(to.getTime() / 1000);
}
