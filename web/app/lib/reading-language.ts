import { useTranslation } from 'react-i18next';
import { type ReadingLanguage, ReadingLanguages, regions } from '#contract/languages.ts';
import { drawnForReaders, isOpenedFromMail, isReadInAnyLanguage, languageOf } from '../paths.ts';

const key = 'flaira.language';

/** The account's language, as this browser last read it. It is removed at sign-out. If the browser allows no storage, it is that of the document. */
export function keptLanguage(): ReadingLanguage | undefined {
  try {
    const kept = localStorage.getItem(key);
    return ReadingLanguages.find((language) => language === kept);
  } catch {
    return readerOfDocument();
  }
}

/** The account's language for which the service chose this document. Undefined if everybody gets the same document. */
export function readerOfDocument(): ReadingLanguage | undefined {
  const said = globalThis.document?.documentElement.dataset.reader;
  return ReadingLanguages.find((language) => language === said);
}

/** False if the browser allows no storage. Then only the address decides. */
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

/** React takes over the HTML of the build, so it must find the same words. */
const isPrerendered = (): boolean => globalThis.window?.__reactRouterContext?.isSpaMode === false;

/**
 * `/fr` is always French. Otherwise pages of signed-in people use the account's language, pages opened from a mail use
 * the mail's, and every other page is English. A prerendered document keeps its language, and so do the pages opened
 * from it, because the service sends the document only to readers of that language.
 */
export function readingLanguageOf(pathname: string, search = ''): ReadingLanguage {
  const site = languageOf(pathname);
  if (site === 'fr' || !isReadInAnyLanguage(pathname)) return site;
  if (isPrerendered() && drawnForReaders.includes(pathname.replace(/\/+$/, ''))) return site;
  const said = isOpenedFromMail(pathname) ? new URLSearchParams(search).get('language') : null;
  const kept = ReadingLanguages.find((language) => language === said) ?? keptLanguage();
  return kept === undefined || kept === 'fr' ? 'en' : kept;
}

/** The account's language may have changed on another device. The page then opens again in the new language. */
export function followAccount(language: ReadingLanguage) {
  const shown = readingLanguageOf(location.pathname);
  if (keptLanguage() !== language && keepLanguage(language) && readingLanguageOf(location.pathname) !== shown)
    location.reload();
}

/** The language of this page's sentences. For addresses use `useLocale`, which has only two languages. */
export function useReadingLanguage(): ReadingLanguage {
  return useTranslation().i18n.language as ReadingLanguage;
}

/** The locale for formats that `useFormat` lacks: lists, weekdays, signed numbers. */
export const useRegion = (): string => regions[useReadingLanguage()];
