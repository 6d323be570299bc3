import type { ReadingLanguage } from '#contract/languages.ts';
import { type Language, languages } from '../paths.ts';
import type { i18n } from 'i18next';
import { i18nFor, startI18n } from './i18n.ts';

const catalogues = import.meta.glob<Record<string, string>>('../../../messages/{en,fr}/*.json', {
  import: 'default',
  eager: true,
});

function catalogueOf(language: Language): Record<string, Record<string, string>> {
  const own = Object.entries(catalogues).filter(([file]) => file.includes(`/${language}/`));
  return Object.fromEntries(own.map(([file, messages]) => [file.replace(/^.*\/(.+)\.json$/, '$1'), messages]));
}

let started: Promise<unknown> | undefined;

/**
 * Loads all translations of the site's languages, because prerendering cannot wait for a translation while it renders a
 * page.
 */
export function startAllLanguages(): Promise<unknown> {
  started ??= Promise.all(
    languages.map((language) => {
      const ready = catalogueOf(language);
      return startI18n(language, Object.keys(ready), ready);
    }),
  );
  return started;
}

/** The message files that the first views of pages need. */
const wordsOfFirstViews = ['ago', 'community', 'community-answers', 'notifications', 'terms', 'ui'];
/**
 * The message files of `wordsOfFirstViews` in every language. A language is loaded when its first reader opens a page.
 */
const readersCatalogues = import.meta.glob<Record<string, string>>(
  '../../../messages/*/{ago,community,community-answers,notifications,terms,ui}.json',
  { import: 'default' },
);
const readers = new Map<ReadingLanguage, Promise<i18n>>();

/** Returns the translations for the first view of a document, in the reader's language. */
export async function firstViewWords(language: ReadingLanguage): Promise<i18n> {
  await startAllLanguages();
  if (languages.some((own) => own === language)) return i18nOf(language as Language);
  const started = readers.get(language) ?? startForReaders(language);
  readers.set(language, started);
  return started;
}

async function startForReaders(language: ReadingLanguage): Promise<i18n> {
  const ready = await Promise.all(
    wordsOfFirstViews.map(async (domain) => [
      domain,
      await readersCatalogues[`../../../messages/${language}/${domain}.json`]?.(),
    ]),
  );
  return startI18n(language, wordsOfFirstViews, Object.fromEntries(ready));
}

/** Returns the translations of a language. `startAllLanguages` must have loaded all languages before. */
export function i18nOf(language: Language): i18n {
  const words = i18nFor(language);
  if (words instanceof Promise) throw new Error(`${language} has not started`);
  return words;
}
