import type { Language } from '#contract/base.ts';

const locales: Record<Language, string> = { en: 'en-GB', fr: 'fr-FR' };

/** 20 December 2026. The day is that of Paris, where the company is. */
export const dayIn = (language: Language, at: Date): string =>
  at.toLocaleDateString(locales[language], { dateStyle: 'long', timeZone: 'Europe/Paris' });

/** No decimals when the cents are zero, two otherwise. */
export function moneyIn(language: Language, amount_cents: number, currency: string): string {
  const digits = amount_cents % 100 === 0 ? 0 : 2;
  return new Intl.NumberFormat(language === 'fr' ? 'fr-FR' : 'en-IE', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount_cents / 100);
}
