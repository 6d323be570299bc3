import { serviceNow } from './service-clock.ts';

/**
 * Returns the date in a time zone at an instant, as 2026-11-23. The text is composed from the parts of the date,
 * because browsers format the same locale differently.
 */
export function dayIn(timeZone: string | undefined, at: string | number | Date): string {
  const format = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const parts = new Map(format.formatToParts(new Date(at)).map(({ type, value }) => [type, value]));
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
}

/** Returns the current day in the person's own time zone. */
export const ownToday = (): string => dayIn(undefined, serviceNow());
