import { dateFormat } from '#contract/dates.ts';
import { type ReadingLanguage, regions } from '#contract/languages.ts';
import { useReadingLanguage } from './reading-language.ts';

type Moment = string | number | Date;

/**
 * Converts a moment into a date. A day without a time is read as local time, so that it is the same day everywhere. If
 * it were read as UTC, people in America would see the previous day.
 */
const instant = (moment: Moment): Date =>
  new Date(typeof moment === 'string' && moment.length === 10 ? `${moment}T00:00` : moment);

const isThisYear = (at: Date): boolean => at.getFullYear() === new Date().getFullYear();

/** The list separators of languages that do not use a comma and a space. */
const commas: Partial<Record<ReadingLanguage, string>> = { ar: '، ', ja: '、', zh: '、' };

const made = new Map<ReadingLanguage, Formatters>();

/**
 * Returns the formatters of a language. They are created only once per language, because creating them is slow and
 * lists use them in every row.
 */
export function formatters(language: ReadingLanguage): Formatters {
  const kept = made.get(language) ?? make(language);
  made.set(language, kept);
  return kept;
}

/**
 * Creates functions that format dates, numbers and money in a language. The dates may be ISO 8601 strings, milliseconds
 * or `Date` objects.
 */
function make(language: ReadingLanguage) {
  const region = regions[language];
  const date = (options: Intl.DateTimeFormatOptions) => {
    const format = dateFormat(language, options);
    return (moment: Moment) => format.format(instant(moment));
  };
  const thisYear = date({ day: 'numeric', month: 'short' });
  const anyYear = date({ day: 'numeric', month: 'short', year: 'numeric' });
  const number = new Intl.NumberFormat(region);
  const relative = new Intl.RelativeTimeFormat(region, { style: 'short' });
  return {
    /** Formats a day as '12 Oct 2026'. */
    date: anyYear,
    /** Formats a day as '12 Oct'. */
    day: thisYear,
    /** Formats a day as '12 Oct', or as '12 Oct 2025' if it is not in the current year. */
    dayOfYear: (moment: Moment) => (isThisYear(instant(moment)) ? thisYear(moment) : anyYear(moment)),
    /** Formats a day as 'Sunday 22 November'. */
    longDay: date({ weekday: 'long', day: 'numeric', month: 'long' }),
    /** Formats a time as '14:20'. */
    time: date({ hour: '2-digit', minute: '2-digit' }),
    /** Formats a moment of this week as 'Sun 14:20'. */
    weekTime: date({ weekday: 'short', hour: '2-digit', minute: '2-digit' }),
    /** Formats a moment as '12 Oct 2026, 14:20'. */
    dateTime: date({ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' }),
    /** Formats the time since a moment as '3 min ago'. */
    ago: (count: number, unit: 'minutes' | 'hours' | 'days') => relative.format(-count, unit),
    number: (value: number) => number.format(value),
    /** Formats an amount of money. The amount has no decimals if its cents are zero, and two decimals otherwise. */
    money(cents: number, currency = 'EUR') {
      const digits = cents % 100 === 0 ? 0 : 2;
      const options = {
        style: 'currency',
        currency,
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      } as const;
      return new Intl.NumberFormat(region, options).format(cents / 100);
    },
    /** Formats a number of bytes as '12.4 GB', in powers of 1000. */
    bytes(bytes: number) {
      const power = Math.min(4, Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)));
      const unit = (['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const)[power];
      const options = { style: 'unit', unit, unitDisplay: 'short', maximumSignificantDigits: 3 } as const;
      return new Intl.NumberFormat(region, options).format(bytes / 1000 ** power);
    },
    /** Joins parts as 'Laser, Paris'. */
    commas: (parts: readonly string[]) => parts.join(commas[language] ?? ', '),
    percent: (share: number) => new Intl.NumberFormat(region, { style: 'percent' }).format(share),
  };
}

export type Formatters = ReturnType<typeof make>;

export const useFormat = (): Formatters => formatters(useReadingLanguage());
