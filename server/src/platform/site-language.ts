import type { Language, ReadingLanguage } from '#contract/languages.ts';

/** The language of pages and papers that exist in two languages only. */
export const siteLanguage = (language: ReadingLanguage): Language => (language === 'fr' ? 'fr' : 'en');
