import type { ReadingLanguage } from '#contract/languages.ts';

/** The name of a language, as a sentence in `reader` writes it. */
export const languageName = (language: ReadingLanguage, reader: string): string =>
  new Intl.DisplayNames([reader], { type: 'language' }).of(language) ?? language;
