import i18next, { type BackendModule, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from '../paths.ts';

type Catalogue = Record<string, string>;
const catalogues = import.meta.glob<Catalogue>('../../../messages/*/*.json', { import: 'default' });

const instances = new Map<Language, i18n>();

/** One instance per language, so that prerendering both languages at once cannot mix them. */
export function i18nFor(language: Language): i18n {
  const found = instances.get(language);
  if (!found) throw new Error(`The ${language} catalogue was not loaded`);
  return found;
}

const lazyCatalogues: BackendModule = {
  type: 'backend',
  init() {},
  async read(language, domain) {
    const load = catalogues[`../../../messages/${language}/${domain}.json`];
    return load ? await load() : {};
  },
};

/** Loads the named domains now; a component that asks for another domain waits for it behind the nearest Suspense. */
export async function startI18n(
  language: Language,
  domains: string[],
  ready?: Record<string, Catalogue>,
): Promise<i18n> {
  const instance = i18next.createInstance();
  instances.set(language, instance);
  if (!ready) instance.use(lazyCatalogues);
  await instance.use(initReactI18next).init({
    lng: language,
    ns: domains,
    defaultNS: 'ui',
    fallbackLng: false,
    // Keys are flat ('home.hero.title'), so a dot never means a level.
    keySeparator: false,
    returnEmptyString: false,
    interpolation: { escapeValue: false },
    ...(ready && { resources: { [language]: ready } }),
  });
  return instance;
}
