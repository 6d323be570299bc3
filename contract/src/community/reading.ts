import * as z from 'zod';
import { communityProcedure as c } from './terms.ts';

/**
 * Languages that the language detection can return, as ISO 639-1. The list also has languages that the product does not
 * offer. If they were absent, the detection would mistake a text in one of them for a similar language of the product.
 */
export const TextLanguages = [
  'en',
  'fr',
  'zh',
  'ja',
  'it',
  'de',
  'es',
  'ko',
  'pt',
  'ru',
  'ar',
  'el',
  'nl',
  'pl',
  'ro',
  'sv',
  'tr',
  'uk',
] as const;
export const TextLanguage = z.enum(TextLanguages);
export type TextLanguage = z.infer<typeof TextLanguage>;

const ReadingChoice = z.object({
  /** The languages that the caller reads. Empty: lists show texts in every language. */
  languages: z
    .array(TextLanguage)
    .max(TextLanguages.length)
    .refine((languages) => new Set(languages).size === languages.length),
});

/**
 * `read`: lists show texts in the languages that the caller chose, texts whose language the service could not detect,
 * and the caller's own texts.
 */
export const shownLanguages = { languages: z.enum(['read', 'all']).default('read') };

export const readingProcedures = {
  getMyReading: c(
    'get_my_reading',
    'signedIn',
    'Return the languages in which the caller reads texts of members',
  ).output(ReadingChoice),
  setMyReading: c('set_my_reading', 'signedIn', 'Choose these languages. If none is chosen, all texts are shown')
    .input(ReadingChoice)
    .output(ReadingChoice),
};
