import { dateFormat } from '#contract/dates.ts';
import { type ReadingLanguage, regions } from '#contract/languages.ts';
import { messagesOf } from '#server/platform/messages.ts';

const disputes = messagesOf('disputes');

/** Returns a date in the time zone of Paris, for example 20 December 2026. The company has its seat in Paris. */
export const dayIn = (language: ReadingLanguage, at: Date): string =>
  dateFormat(language, { dateStyle: 'long', timeZone: 'Europe/Paris' }).format(at);

const yearFormat = new Intl.DateTimeFormat('en-GB', { year: 'numeric', timeZone: 'Europe/Paris' });
/** Returns the year in the time zone of Paris. Dates on documents and the ledger use this year. */
export const yearIn = (at: Date): number => Number(yearFormat.format(at));

/** Returns the date and time of a declaration in the time zone of Paris, for example 20 December 2026 at 14:05 CET. */
export const momentIn = (language: ReadingLanguage, at: Date): string =>
  dateFormat(language, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'Europe/Paris',
    timeZoneName: 'short',
  }).format(at);

/** Returns an amount with currency. It has no decimals if the cents are zero, and two otherwise. */
export function moneyIn(language: ReadingLanguage, amount_cents: number, currency: string): string {
  const digits = amount_cents % 100 === 0 ? 0 : 2;
  return new Intl.NumberFormat(language === 'en' ? 'en-IE' : regions[language], {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount_cents / 100);
}

/** Explains why a refund failed. A reason of the payment provider that is not known is returned unchanged. */
export const refundReason = (language: ReadingLanguage, reason: string): string =>
  disputes[language][`refundReason.${reason}`] ?? reason;
