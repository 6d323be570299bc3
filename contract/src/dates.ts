import { type ReadingLanguage, regions } from './languages.ts';

/**
 * Matches the 1 before the name of a French month ('1 mai'), and at the start of a range within a month ('1–5 mai').
 */
const firstOfMonth = /(^|\s)1(?=\s(?:janv|févr|mars|avr|mai|juin|juil|août|sept|oct|nov|déc)|–\d{1,2}\s[a-zéû])/gu;

/**
 * Creates a format for dates, like `Intl.DateTimeFormat`. In French the first day of a month is '1er', which `Intl`
 * does not write.
 */
export function dateFormat(language: ReadingLanguage, options: Intl.DateTimeFormatOptions) {
  const format = new Intl.DateTimeFormat(regions[language], options);
  const written = (text: string) =>
    language === 'fr' ? text.replaceAll(firstOfMonth, (_, before: string) => `${before}1er`) : text;
  return {
    format: (at: Date | number): string => written(format.format(at)),
    formatRange: (from: Date | number, to: Date | number): string => written(format.formatRange(from, to)),
  };
}
