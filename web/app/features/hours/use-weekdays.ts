import { useLocale } from '#web/lib/locale.tsx';
import type { Weekday } from './hours-form.ts';

/**
 * Returns a function that gives the name of a day. The name has a capital letter, because it is not part of a sentence.
 */
export function useWeekdays(): (weekday: Weekday) => string {
  const format = new Intl.DateTimeFormat(useLocale(), { weekday: 'long', timeZone: 'UTC' });
  // 1 January 2024 was a Monday, so the number of a weekday is also a day of that month.
  return (weekday) => capital(format.format(Date.UTC(2024, 0, weekday)));
}

const capital = (word: string): string => word.charAt(0).toLocaleUpperCase() + word.slice(1);
