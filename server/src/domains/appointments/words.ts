import type { Language } from '#contract/base.ts';

const regions: Record<Language, string> = { en: 'en-GB', fr: 'fr-FR' };

/** 'Thursday, 3 December 2026 at 14:30 (Europe/Paris)': the clock of the place, said with the place. */
export function longDateTime(at: Date, timeZone: string, language: Language): string {
  const day = new Intl.DateTimeFormat(regions[language], { dateStyle: 'full', timeZone }).format(at);
  const time = new Intl.DateTimeFormat(regions[language], { timeStyle: 'short', timeZone }).format(at);
  return `${day}${language === 'fr' ? ' à ' : ' at '}${time} (${timeZone})`;
}

/** No decimals when the cents are zero, two otherwise. */
export const money = (cents: number, currency: string, language: Language): string =>
  new Intl.NumberFormat(regions[language], {
    style: 'currency',
    currency: currency.toUpperCase(),
    minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
  }).format(cents / 100);
