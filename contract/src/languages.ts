/**
 * The two languages of the public site. Some documents exist only in these languages. Addresses of French pages begin
 * with /fr.
 */
export const Languages = ['en', 'fr'] as const;
export type Language = (typeof Languages)[number];

/** Languages that signed-in people can choose for their pages and emails, in the order of the menus. */
export const ReadingLanguages = ['en', 'fr', 'zh', 'ja', 'it', 'de', 'es', 'ko', 'pt', 'ru', 'ar'] as const;
export type ReadingLanguage = (typeof ReadingLanguages)[number];

/** The name of each language in that language. */
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

/** BCP 47 locale for the format of dates, numbers and money. In Arabic too, formatted values have Latin digits. */
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

/** Languages that are written from right to left. */
export const rightToLeft: readonly ReadingLanguage[] = ['ar'];
