import { type ReadingLanguage, regions } from './languages.ts';

/** Matches the 1 before a French month, or before the last day of a range within one month. */
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
