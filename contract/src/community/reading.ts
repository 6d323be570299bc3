import * as z from 'zod';
import { communityProcedure as c } from './terms.ts';

/**
 * Languages that detection can return, as ISO 639-1: those of the product, and similar languages that it would mistake
 * for them.
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
  /** Empty: texts in every language are shown. */
  languages: z
    .array(TextLanguage)
    .max(TextLanguages.length)
    .refine((languages) => new Set(languages).size === languages.length),
});

/** `read`: texts in the languages that the caller chose, texts whose language is unclear, and the caller's own. */
export const shownLanguages = { languages: z.enum(['read', 'all']).default('read') };

export const readingProcedures = {
  getMyReading: c('get_my_reading', 'signedIn', 'The languages in which the caller reads texts of members').output(
    ReadingChoice,
  ),
  setMyReading: c('set_my_reading', 'signedIn', 'Choose them. With none chosen, everything is shown')
    .input(ReadingChoice)
    .output(ReadingChoice),
};
