import { type ReadingLanguage, regions } from '#contract/languages.ts';

/** 'Thursday, 3 December 2026 at 14:30 (Europe/Paris)': the clock of the place, said with the place. */
export function longDateTime(at: Date, timeZone: string, language: ReadingLanguage): string {
  const format = new Intl.DateTimeFormat(regions[language], { dateStyle: 'full', timeStyle: 'short', timeZone });
  return `${format.format(at)} (${timeZone})`;
}

/** No decimals when the cents are zero, two otherwise. */
export const money = (cents: number, currency: string, language: ReadingLanguage): string =>
  new Intl.NumberFormat(regions[language], {
    style: 'currency',
    currency: currency.toUpperCase(),
    minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
  }).format(cents / 100);
