import type { Language } from '#web/paths.ts';

/** The picture by which other sites show a page of ours, with words in its language. */
export const sharedPicture = (language: Language): string =>
  `${__SITE_ORIGIN__}/share${language === 'fr' ? '.fr' : ''}.png`;
