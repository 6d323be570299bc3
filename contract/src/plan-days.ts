/** The days on which a signed treatment plan may be carried out. */
export interface PlanDays {
  /** The first day (YYYY-MM-DD) in the time zone of the site. The plan has no such limit if it is null or undefined. */
  readonly not_before?: string | null | undefined;
  /** A moment of the last day in Paris. The plan is valid until the end of this day. */
  readonly valid_until?: string | Date | undefined;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the date in a time zone at an instant, as 2026-11-23. All browsers write the parts of the date as numbers. */
function dayIn(timeZone: string, at: string | Date): string {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  formats.set(timeZone, format);
  const [month, day, year] = format.format(new Date(at)).split('/');
  return `${year}-${month}-${day}`;
}

/**
 * Returns the last day on which a plan is valid (YYYY-MM-DD). It is a day of Paris, as in the document of the plan.
 */
export const lastDayOf = (validUntil: string | Date): string => dayIn('Europe/Paris', validUntil);

/**
 * Returns noon in UTC of the last day on which a plan is valid: the same day some months after the signature, or the
 * last day of that month if it has no such day. The day of the signature is a day of Paris.
 */
export function validUntil(signedAt: string | Date, months: number): Date {
  const [year = 0, month = 0, day = 0] = dayIn('Europe/Paris', signedAt).split('-').map(Number);
  const daysOfMonth = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, daysOfMonth), 12));
}

/** Returns whether the treatment plan allows the time. */
export const isInPlan = ({ not_before, valid_until }: PlanDays, at: string | Date, timezone: string): boolean =>
  (!valid_until || dayIn('Europe/Paris', at) <= lastDayOf(valid_until)) &&
  (!not_before || dayIn(timezone, at) >= not_before);
