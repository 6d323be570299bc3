import type { Language, ReadingLanguage } from '#contract/languages.ts';

/** Returns the language for pages and documents that exist only in English and French. */
export const siteLanguage = (language: ReadingLanguage): Language => (language === 'fr' ? 'fr' : 'en');
