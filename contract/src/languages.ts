/** What the public site, the community and the papers are written in; the first part of an address says which. */
export const Languages = ['en', 'fr'] as const;
export type Language = (typeof Languages)[number];

/** What a person may read the signed-in area and their mails in, in the order of the menus. */
export const ReadingLanguages = ['en', 'fr', 'zh', 'ja', 'it', 'de', 'es', 'ko', 'pt', 'ru', 'ar'] as const;
export type ReadingLanguage = (typeof ReadingLanguages)[number];

/** What each language calls itself. */
export const languageNames: Record<ReadingLanguage, string> = {
  en: 'English',
  fr: 'Français',
  zh: '中文',
  ja: '日本語',
  it: 'Italiano',
  de: 'Deutsch',
  es: 'Español',
  ko: '한국어',
  pt: 'Português',
  ru: 'Русский',
  ar: 'العربية',
};

/** Whose habits dates, numbers and money follow. Arabic sentences are written with the digits that placeholders bring. */
export const regions: Record<ReadingLanguage, string> = {
  en: 'en-GB',
  fr: 'fr-FR',
  zh: 'zh-CN',
  ja: 'ja-JP',
  it: 'it-IT',
  de: 'de-DE',
  es: 'es-ES',
  ko: 'ko-KR',
  pt: 'pt-BR',
  ru: 'ru-RU',
  ar: 'ar-u-nu-latn',
};

/** Written from right to left; every other from left to right. */
export const rightToLeft: readonly ReadingLanguage[] = ['ar'];
