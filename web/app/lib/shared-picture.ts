import type { Language } from '#web/paths.ts';

/**
 * Returns the address of the preview image that other sites show for one of our pages. The text in the image is in the
 * page's language.
 */
export const sharedPicture = (language: Language): string =>
  `${__SITE_ORIGIN__}/share${language === 'fr' ? '.fr' : ''}.png`;
