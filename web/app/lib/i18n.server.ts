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

/** Loads all translations of the site's languages, because prerendering cannot wait in the middle of a page. */
export function startAllLanguages(): Promise<unknown> {
  started ??= Promise.all(
    languages.map((language) => {
      const ready = catalogueOf(language);
      return startI18n(language, Object.keys(ready), ready);
    }),
  );
  return started;
}

/**
 * The translations for the first views of documents, in the languages that only signed-in people use. A first view is
 * the part of a page that its document contains. Only the build loads these translations, because the service draws no
 * page in these languages.
 */
const wordsOfFirstViews = import.meta.glob<Record<string, string>>('../../../messages/*/{ui,community}.json', {
  import: 'default',
});

/** Returns the translations that first views need, in any language. */
export async function firstViewWords(language: ReadingLanguage): Promise<i18n> {
  if (languages.some((own) => own === language)) return i18nOf(language as Language);
  const domains = ['ui', 'community'];
  const ready = await Promise.all(
    domains.map(async (domain) => [
      domain,
      await wordsOfFirstViews[`../../../messages/${language}/${domain}.json`]?.(),
    ]),
  );
  return startI18n(language, domains, Object.fromEntries(ready));
}

/** Returns the translations of a language. All languages must have been loaded before. */
export function i18nOf(language: Language): i18n {
  const words = i18nFor(language);
  if (words instanceof Promise) throw new Error(`${language} has not started`);
  return words;
}
