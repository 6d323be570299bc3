import { useMemo } from 'react';
import { dateFormat } from '#contract/dates.ts';
import type { ReadingLanguage } from '#contract/languages.ts';
import { useReadingLanguage } from './reading-language.ts';

/**
 * Returns the reader's time zone. Some devices report a name that no time zone has, such as Etc/Unknown. The service
 * would refuse every call with such a name, so UTC takes its place.
 */
export function ownZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  try {
    new Intl.DateTimeFormat('en', { timeZone }).format();
    return timeZone || 'UTC';
  } catch {
    return 'UTC';
  }
}

/** Returns functions that format instants as local times of an IANA zone. */
export function zonedFormatters(language: ReadingLanguage, now: () => Date = () => new Date()) {
  type Format = (moment: string | number | Date, timeZone: string) => string;
  const format =
    (options: Intl.DateTimeFormatOptions): Format =>
    (moment, timeZone) =>
      dateFormat(language, { ...options, timeZone }).format(new Date(moment));
  const yearOf = format({ year: 'numeric' });
  /** Returns a function that formats a moment. It includes the year only if it is not the current year. */
  const withYear = (options: Intl.DateTimeFormatOptions): Format => {
    const [usual, other] = [format(options), format({ ...options, year: 'numeric' })];
    return (moment, zone) => (yearOf(moment, zone) === yearOf(now(), zone) ? usual(moment, zone) : other(moment, zone));
  };
  const longDay = withYear({ weekday: 'long', day: 'numeric', month: 'long' });
  const beforeTime = /ja|ko|zh/.test(language) ? ' ' : language === 'ar' ? '، ' : ', ';
  const time = format({ hour: '2-digit', minute: '2-digit' });
  return {
    /** Formats an instant as 'Thursday 3 December, 14:30'. */
    moment: (at: string | number | Date, zone: string) => longDay(at, zone) + beforeTime + time(at, zone),
    longDay,
    /** Formats a day as '3 Dec 2026'. */
    date: format({ day: 'numeric', month: 'short', year: 'numeric' }),
    /** Formats a day as 'Thu 3 Dec'. */
    shortDay: withYear({ weekday: 'short', day: 'numeric', month: 'short' }),
    time,
    /** Formats an instant as 'Thursday 3 December 2026 at 14:30'. */
    spelled: format({ dateStyle: 'full', timeStyle: 'short' }),
    /** Formats an instant as '3 Dec, 14:30'. */
    short: withYear({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }),
    /** Whether both zones have the same local time at this moment. */
    isSame: (at: string, one: string, other: string) =>
      format({ dateStyle: 'short', timeStyle: 'short' })(at, one) ===
      format({ dateStyle: 'short', timeStyle: 'short' })(at, other),
  };
}

export type ZonedFormatters = ReturnType<typeof zonedFormatters>;

export function useZoned(): ZonedFormatters {
  const language = useReadingLanguage();
  return useMemo(() => zonedFormatters(language), [language]);
}
