import { type ReadingLanguage, ReadingLanguages } from '#contract/languages.ts';

/** Returns the name of a language, as it is written inside a sentence in the language `reader`. */
export const languageName = (language: string, reader: string): string =>
  new Intl.DisplayNames([reader], { type: 'language' }).of(language) ?? language;

/**
 * Returns the language of the statement if the author's choice of language is unknown. It is the language of the text,
 * or else the moderator's language.
 */
export const statementLanguage = (textLanguage: string | null, moderator: ReadingLanguage): ReadingLanguage =>
  ReadingLanguages.find((one) => one === textLanguage) ?? moderator;
