import { type ReadingLanguage, ReadingLanguages } from '#contract/languages.ts';

/**
 * Returns the language of the statement if the author's choice of language is unknown. It is the language of the text,
 * or else the moderator's language.
 */
export const statementLanguage = (textLanguage: string | null, moderator: ReadingLanguage): ReadingLanguage =>
  ReadingLanguages.find((one) => one === textLanguage) ?? moderator;
