import i18next, { type BackendModule, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { ReadingLanguage } from '#contract/languages.ts';
import { directionOf } from './direction.ts';

type Catalogue = Record<string, string>;
/**
 * The translations in the site's two languages, by file. Files that this app does not load as catalogues are left out,
 * for example those of emails and PDF documents.
 */
const siteCatalogues = import.meta.glob<Catalogue>(
  [
    '../../../messages/{en,fr}/*.json',
    '!../../../messages/*/{appointment-papers,export,invoice,mail,moderator-reasons,plan-document,share-papers,telling,test-checkout}.json',
  ],
  { import: 'default' },
);
/**
 * The message files that every page needs. `loadRefusalSentences` adds the file `errors` when the service refuses a
 * request for the first time.
 */
const always = ['ui'];

const instances = new Map<ReadingLanguage, i18n>();
const starting = new Map<ReadingLanguage, Promise<i18n>>();

/**
 * Returns the i18n instance of a language. Each language has a separate instance, because prerendering renders both
 * languages at the same time and must not mix them. If the language is not loaded yet, returns a promise for React's
 * `use`.
 */
export function i18nFor(language: ReadingLanguage): i18n | Promise<i18n> {
  const found = instances.get(language) ?? starting.get(language);
  if (found) return found;
  const promise = startI18n(language);
  starting.set(language, promise);
  // After a failure, the next call tries again.
  promise.catch(() => starting.delete(language));
  return promise;
}

/**
 * Loads the sentences for refusals in all languages in use. Languages that are loaded later get these sentences, too.
 * Until this function has loaded the sentences, `useErrorText` describes a refusal only by a general sentence.
 */
export async function loadRefusalSentences(): Promise<void> {
  if (!always.includes('errors')) always.push('errors');
  await Promise.allSettled([...instances.values()].map((words) => words.loadNamespaces('errors')));
}

const lazyCatalogues: BackendModule = {
  type: 'backend',
  init() {},
  async read(language, domain) {
    const file = `../../../messages/${language}/${domain}.json`;
    const load = siteCatalogues[file] ?? (await import('./other-catalogues.ts')).otherCatalogues[file];
    // The public site and the pages for staff exist only in English and French. In other languages, their texts are
    // English.
    return (await (load ?? siteCatalogues[`../../../messages/en/${domain}.json`])?.()) ?? {};
  },
};

/**
 * Creates the i18n instance of a language with the message files of `domains`. If a component needs another file, React
 * suspends the component until the file is loaded.
 */
export async function startI18n(
  language: ReadingLanguage,
  domains: string[] = always,
  ready?: Record<string, Catalogue>,
): Promise<i18n> {
  const instance = i18next.createInstance();
  if (!ready) instance.use(lazyCatalogues);
  await instance.use(initReactI18next).init({
    lng: language,
    ns: domains,
    defaultNS: 'ui',
    fallbackLng: false,
    // Keys are flat ('home.hero.title'). A dot in a key does not separate levels.
    keySeparator: false,
    returnEmptyString: false,
    // React itself escapes markup. i18next's `escape` is used to isolate names in another script, so that they keep
    // their own direction.
    interpolation: { escape: isolatedIn(directionOf(language)) },
    ...(ready && { resources: { [language]: ready } }),
  });
  instances.set(language, instance);
  return instance;
}

/**
 * The Unicode characters FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE. The first letter of the text between them
 * determines the direction of that text.
 */
const [START, END] = ['\u2068', '\u2069'];

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const leftToRight = /(?![\p{Script=Arabic}\p{Script=Hebrew}])\p{L}/u;
/**
 * Matches a web address. Addresses are never isolated, because messengers turn an address into a link, and the link
 * would include POP DIRECTIONAL ISOLATE.
 */
const webAddress = /^https?:/;

/**
 * Returns a function that isolates a name or message if it contains letters of the other direction. All other text, and
 * web addresses, are returned unchanged.
 */
export function isolatedIn(direction: 'ltr' | 'rtl'): (value: string) => string {
  const other = direction === 'rtl' ? leftToRight : rightToLeft;
  return (value) => (other.test(value) && !webAddress.test(value) ? `${START}${value}${END}` : value);
}
