import { type ReadingLanguage, regions } from '#contract/languages.ts';
import { cityOfZone } from '#contract/zone.ts';
import { messagesOf } from '#server/platform/messages.ts';

const words = messagesOf<'placeTime'>('appointments');

/** 'Thursday, 3 December 2026 at 14:30, Paris time': local time with the name of the place. */
export function longDateTime(at: Date, timeZone: string, language: ReadingLanguage): string {
  const format = new Intl.DateTimeFormat(regions[language], { dateStyle: 'full', timeStyle: 'short', timeZone });
  return words[language].placeTime.replace('{{moment}}', format.format(at)).replace('{{city}}', cityOfZone(timeZone));
}

/** No decimals when the cents are zero, two otherwise. */
export const money = (cents: number, currency: string, language: ReadingLanguage): string =>
  new Intl.NumberFormat(regions[language], {
    style: 'currency',
    currency: currency.toUpperCase(),
    minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
  }).format(cents / 100);
