import { Languages, ReadingLanguages } from '#contract/languages.ts';

/** What a signed-in patient meets, mails included. The other domains are the site, the community and the rooms of the staff: English and French. */
export const inEveryLanguage: readonly string[] = [
  'ago',
  'appointments',
  'billing',
  'care',
  'case',
  'consent',
  'dashboard',
  'dashboard-cards',
  'errors',
  'friends',
  'identity',
  'mail',
  'notifications',
  'progress',
  'telling',
  'ui',
];

export const languagesOf = (domain: string): readonly string[] =>
  inEveryLanguage.includes(domain) ? ReadingLanguages : Languages;

/**
 * False while sentences are still being added in English and French: one that another language lacks is then counted instead of refused, and the
 * English one is shown.
 */
export const mustBeComplete = false;

export const isOnlyUntranslated = (fault: string): boolean =>
  fault.endsWith(' is missing.') && !Languages.some((language) => fault.startsWith(`messages/${language}/`));
