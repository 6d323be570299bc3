/** Returns the name of a language, as it is written inside a sentence in the language `reader`. */
export const languageName = (language: string, reader: string): string =>
  new Intl.DisplayNames([reader], { type: 'language' }).of(language) ?? language;
