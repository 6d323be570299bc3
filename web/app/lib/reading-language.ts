import { useTranslation } from 'react-i18next';
import { type ReadingLanguage, ReadingLanguages, regions } from '#contract/languages.ts';
import { drawnForReaders, isOpenedFromMail, isReadInAnyLanguage, languageOf } from '../paths.ts';

const key = 'flaira.language';

/**
 * Returns the language of the account, as this browser last stored it. Signing out deletes it. If the browser allows no
 * storage, returns the language of the document.
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
 * Returns the language in the attribute `data-reader` of the document. The service sends such a document only to people
 * whose account has this language. Returns undefined if the document has no such attribute.
 */
export function readerOfDocument(): ReadingLanguage | undefined {
  const said = globalThis.document?.documentElement.dataset.reader;
  return ReadingLanguages.find((language) => language === said);
}

/**
 * Stores the account's language, or deletes it if `language` is undefined. Returns false if the browser allows no
 * storage. The language of a page then depends only on its address and its document.
 */
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

/** Whether this page was prerendered by the build. React then hydrates its HTML and must use the same text. */
const isPrerendered = (): boolean => globalThis.window?.__reactRouterContext?.isSpaMode === false;

/**
 * Returns the language of a page. Under `/fr`, every page is French. Elsewhere, pages of signed-in people use the
 * account's language. A page that is opened from an email uses the language in its link, or else the account's
 * language. If that language is unknown or French, these pages are English, because French pages have separate
 * addresses under `/fr`. All other pages are English. The prerendered documents of `drawnForReaders` are English, too.
 * Readers of other languages get a document that the browser renders.
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
 * Stores the account's language, which may have changed on another device. If it changes the language of this page, the
 * page reloads.
 */
export function followAccount(language: ReadingLanguage) {
  const shown = readingLanguageOf(location.pathname);
  if (keptLanguage() !== language && keepLanguage(language) && readingLanguageOf(location.pathname) !== shown)
    location.reload();
}

/**
 * Returns the language of the text on this page. For addresses use `useLocale`, which returns only English or French.
 */
export function useReadingLanguage(): ReadingLanguage {
  return useTranslation().i18n.language as ReadingLanguage;
}

/** Returns the locale for formats that `useFormat` does not offer: lists, weekdays and signed numbers. */
export const useRegion = (): string => regions[useReadingLanguage()];
