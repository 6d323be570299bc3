import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const catalogue = /^(.*\/messages\/)([a-z]{2})(\/[\w-]+\.json)$/;
type Sentences = Record<string, string>;

/**
 * Fills in the English sentence if a language lacks a translation. This happens when the app is built, so that a reader
 * loads one catalogue instead of two.
 */
export function fillMessages(): Plugin {
  return {
    name: 'fill-messages',
    enforce: 'pre',
    transform(code, id) {
      const [, folder, language, file] = catalogue.exec(id) ?? [];
      if (!folder || !language || language === 'en' || language === 'fr') return undefined;
      const english: Sentences = JSON.parse(readFileSync(`${folder}en${file}`, 'utf8'));
      return JSON.stringify({ ...english, ...pluralsOf(english, language), ...JSON.parse(code) });
    },
  };
}

/**
 * Returns all plural forms of a language. They are copies of the English sentence, because English has two forms and
 * the language may have six.
 */
function pluralsOf(english: Sentences, language: string): Sentences {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  const plurals = Object.entries(english).filter(([key]) => key.endsWith('_other'));
  return Object.fromEntries(
    plurals.flatMap(([key, sentence]) => pluralCategories.map((form) => [key.replace(/other$/, form), sentence])),
  );
}
