import { useTranslation } from 'react-i18next';
import { type ReadingLanguage, ReadingLanguages, regions } from '#contract/languages.ts';
import { drawnForReaders, isOpenedFromMail, isReadInAnyLanguage, languageOf } from '../paths.ts';

const key = 'flaira.language';

/**
 * Returns the account's language as this browser stored it last. It is removed at sign-out. If the browser allows no
 * storage, it returns the language of the document.
 */
export function keptLanguage(): ReadingLanguage | undefined {
  try {
    const kept = localStorage.getItem(key);
    return ReadingLanguages.find((language) => language === kept);
  } catch {
    return readerOfDocument();
  }
}

/**
 * Returns the account's language for which the service chose this document. Undefined if everybody gets the same
 * document.
 */
export function readerOfDocument(): ReadingLanguage | undefined {
  const said = globalThis.document?.documentElement.dataset.reader;
  return ReadingLanguages.find((language) => language === said);
}

/** Stores the account's language. Returns false if the browser allows no storage. Then only the address decides. */
export function keepLanguage(language: ReadingLanguage | undefined): boolean {
  if (!language) delete globalThis.document?.documentElement.dataset.reader;
  try {
    if (language) localStorage.setItem(key, language);
    else localStorage.removeItem(key);
  } catch {
    return false;
  }
  return keptLanguage() === language;
}

/** Whether the build drew this page. React takes over its HTML, so React must use the same text. */
const isPrerendered = (): boolean => globalThis.window?.__reactRouterContext?.isSpaMode === false;

/**
 * Returns the language of a page. `/fr` is always French. Otherwise pages of signed-in people use the account's
 * language, pages opened from a mail use the language of the mail, and every other page is English. A prerendered
 * document keeps its language, and so do the pages opened from it, because the service sends the document only to
 * readers of that language.
 */
export function readingLanguageOf(pathname: string, search = ''): ReadingLanguage {
  const site = languageOf(pathname);
  if (site === 'fr' || !isReadInAnyLanguage(pathname)) return site;
  if (isPrerendered() && drawnForReaders.includes(pathname.replace(/\/+$/, ''))) return site;
  const said = isOpenedFromMail(pathname) ? new URLSearchParams(search).get('language') : null;
  const kept = ReadingLanguages.find((language) => language === said) ?? keptLanguage();
  return kept === undefined || kept === 'fr' ? 'en' : kept;
}

/**
 * Stores the account's language, which may have changed on another device. If it has, the page reloads in the new
 * language.
 */
export function followAccount(language: ReadingLanguage) {
  const shown = readingLanguageOf(location.pathname);
  if (keptLanguage() !== language && keepLanguage(language) && readingLanguageOf(location.pathname) !== shown)
    location.reload();
}

/** Returns the language of this page's sentences. For addresses use `useLocale`, which has only two languages. */
export function useReadingLanguage(): ReadingLanguage {
  return useTranslation().i18n.language as ReadingLanguage;
}

/** Returns the locale for formats that `useFormat` lacks: lists, weekdays, signed numbers. */
export const useRegion = (): string => regions[useReadingLanguage()];
