import { type ReadingLanguage, ReadingLanguages } from '#contract/languages.ts';

/** Returns the name of a language as it is written in a sentence in the language `reader`. */
export const languageName = (language: string, reader: string): string =>
  new Intl.DisplayNames([reader], { type: 'language' }).of(language) ?? language;

/**
 * Returns the language of the statement if the author's own choice is unknown: the language of the text, or else the
 * moderator's.
 */
export const statementLanguage = (textLanguage: string | null, moderator: ReadingLanguage): ReadingLanguage =>
  ReadingLanguages.find((one) => one === textLanguage) ?? moderator;
