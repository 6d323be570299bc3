import { type ReadingLanguage, ReadingLanguages } from '#contract/languages.ts';

/** The name of a language, as a sentence in `reader` writes it. */
export const languageName = (language: string, reader: string): string =>
  new Intl.DisplayNames([reader], { type: 'language' }).of(language) ?? language;

/**
 * The language of the statement if the author's own choice is unknown: the language of their text, or else the
 * moderator's.
 */
export const statementLanguage = (textLanguage: string | null, moderator: ReadingLanguage): ReadingLanguage =>
  ReadingLanguages.find((one) => one === textLanguage) ?? moderator;
