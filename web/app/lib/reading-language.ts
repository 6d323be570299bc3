import { useTranslation } from 'react-i18next';
import { type ReadingLanguage, ReadingLanguages, regions } from '#contract/languages.ts';
import { isOpenedFromMail, isReadInAnyLanguage, languageOf } from '../paths.ts';

const key = 'flaira.language';

/** The language of the account, as this browser last read it. Removed at sign-out. */
export function keptLanguage(): ReadingLanguage | undefined {
  try {
    const kept = localStorage.getItem(key);
    return ReadingLanguages.find((language) => language === kept);
  } catch {
    return undefined;
  }
}

/** False if this browser stores nothing; then the address alone decides. */
export function keepLanguage(language: ReadingLanguage | undefined): boolean {
  try {
    if (language) localStorage.setItem(key, language);
    else localStorage.removeItem(key);
  } catch {
    return false;
  }
  return keptLanguage() === language;
}

/**
 * `/fr` is always French. Without it the signed-in area speaks the account's language, pages opened from a mail that of the mail, and every other page
 * English.
 */
export function readingLanguageOf(pathname: string, search = ''): ReadingLanguage {
  const site = languageOf(pathname);
  if (site === 'fr' || !isReadInAnyLanguage(pathname)) return site;
  const said = isOpenedFromMail(pathname) ? new URLSearchParams(search).get('language') : null;
  const kept = ReadingLanguages.find((language) => language === said) ?? keptLanguage();
  return kept === undefined || kept === 'fr' ? 'en' : kept;
}

/** The account's language may have changed on another device. Then the page opens again in the new one. */
export function followAccount(language: ReadingLanguage) {
  const shown = readingLanguageOf(location.pathname);
  if (keptLanguage() !== language && keepLanguage(language) && readingLanguageOf(location.pathname) !== shown)
    location.reload();
}

/** The language of this page's sentences. For addresses use `useLocale`, which knows two languages only. */
export function useReadingLanguage(): ReadingLanguage {
  return useTranslation().i18n.language as ReadingLanguage;
}

/** Locale for formats that `useFormat` lacks: lists, weekdays, signed numbers. */
export const useRegion = (): string => regions[useReadingLanguage()];
