import type { Language, ReadingLanguage } from '#contract/languages.ts';

/** The language of pages and papers that exist only in two languages. */
export const siteLanguage = (language: ReadingLanguage): Language => (language === 'fr' ? 'fr' : 'en');
