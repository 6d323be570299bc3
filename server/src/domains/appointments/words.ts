import { dateFormat } from '#contract/dates.ts';
import { type ReadingLanguage, regions } from '#contract/languages.ts';
import { cityOfZone } from '#contract/zone.ts';
import { messagesOf } from '#server/platform/messages.ts';

const words = messagesOf<'placeTime'>('appointments');

/**
 * Returns a date with the local time and the city of the time zone, such as 'Thursday, 3 December 2026 at 14:30, Paris
 * time'.
 */
export function longDateTime(at: Date, timeZone: string, language: ReadingLanguage): string {
  const format = dateFormat(language, { dateStyle: 'full', timeStyle: 'short', timeZone });
  return words[language].placeTime.replace('{{moment}}', format.format(at)).replace('{{city}}', cityOfZone(timeZone));
}

/** Returns a short date for text messages, such as 'Tue 3 March at 14:30'. */
export const shortDateTime = (at: Date, timeZone: string, language: ReadingLanguage): string =>
  dateFormat(language, {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  }).format(at);

/** Formats an amount, without decimals if the cents are zero and with two otherwise. */
export const money = (cents: number, currency: string, language: ReadingLanguage): string =>
  new Intl.NumberFormat(regions[language], {
    style: 'currency',
    currency: currency.toUpperCase(),
    minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
  }).format(cents / 100);
