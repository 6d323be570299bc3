import { regions } from '#contract/languages.ts';
import { useReadingLanguage } from '#web/lib/reading-language.ts';

/** Formats months and sums for the tables of the ledger. */
export function useFigures() {
  const region = regions[useReadingLanguage()];
  const names = new Intl.DateTimeFormat(region, { month: 'short', timeZone: 'UTC' });
  return {
    /** Formats a month, for example 'Oct'. January is 0. */
    month: (month: number) => names.format(Date.UTC(2026, month)),
    /** Formats a rate, which is given in tenths of a percent. */
    rate: (permille: number) =>
      new Intl.NumberFormat(region, { style: 'percent', maximumFractionDigits: 1 }).format(permille / 1000),
    /** Formats a sum, always with two decimals, so that the decimals of a column are aligned. */
    exactMoney: (cents: number, currency: string) =>
      new Intl.NumberFormat(region, { style: 'currency', currency }).format(cents / 100),
  };
}
