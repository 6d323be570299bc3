import { type ReadingLanguage, regions } from '#contract/languages.ts';

/** 20 December 2026. The day is that of Paris, the seat of the company. */
export const dayIn = (language: ReadingLanguage, at: Date): string =>
  at.toLocaleDateString(regions[language], { dateStyle: 'long', timeZone: 'Europe/Paris' });

/** 20 December 2026 at 14:05 CET: date and time of a declaration, with the time zone of Paris. */
export const momentIn = (language: ReadingLanguage, at: Date): string =>
  at.toLocaleString(regions[language], {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'Europe/Paris',
    timeZoneName: 'short',
  });

/** No decimals when the cents are zero, two otherwise. */
export function moneyIn(language: ReadingLanguage, amount_cents: number, currency: string): string {
  const digits = amount_cents % 100 === 0 ? 0 : 2;
  return new Intl.NumberFormat(language === 'en' ? 'en-IE' : regions[language], {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount_cents / 100);
}
