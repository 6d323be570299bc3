import { type ReadingLanguage, regions } from '#contract/languages.ts';
import { cityOfZone } from '#contract/zone.ts';
import { messagesOf } from '#server/platform/messages.ts';

const words = messagesOf<'placeTime'>('appointments');

/** 'Thursday, 3 December 2026 at 14:30, Paris time': local time with the name of the place. */
export function longDateTime(at: Date, timeZone: string, language: ReadingLanguage): string {
  const format = new Intl.DateTimeFormat(regions[language], { dateStyle: 'full', timeStyle: 'short', timeZone });
  return words[language].placeTime.replace('{{moment}}', format.format(at)).replace('{{city}}', cityOfZone(timeZone));
}

/** 'Tue 3 March at 14:30': short enough for a text message. */
export const shortDateTime = (at: Date, timeZone: string, language: ReadingLanguage): string =>
  new Intl.DateTimeFormat(regions[language], {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  }).format(at);

/** No decimals when the cents are zero, two otherwise. */
export const money = (cents: number, currency: string, language: ReadingLanguage): string =>
  new Intl.NumberFormat(regions[language], {
    style: 'currency',
    currency: currency.toUpperCase(),
    minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
  }).format(cents / 100);
