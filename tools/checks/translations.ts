import { formsOf } from './messages.ts';

/** Sentences by their key, in the order of the file. */
export type Sentences = Readonly<Record<string, string>>;

const plural = /_(one|two|few|many|other)$/;

/**
 * Returns the keys that a translation of this English catalogue must have, in the English order. The value of each key
 * is the English sentence to translate. A plural sentence has one key for each plural form of the language. For a form
 * that English does not have, the value is the English sentence for `other`.
 */
export function neededIn(language: string, english: Sentences): Sentences {
  const entries = Object.entries(english).flatMap(([key, sentence]): [string, string][] => {
    const base = key.replace(plural, '');
    if (base === key || english[`${base}_one`] === undefined || english[`${base}_other`] === undefined)
      return [[key, sentence]];
    if (!key.endsWith('_other')) return [];
    return formsOf(language).map((form) => [`${base}_${form}`, english[`${base}_${form}`] ?? sentence]);
  });
  return Object.fromEntries(entries);
}

/** Returns the English sentence of each needed key that has no translation. */
export function missingIn(language: string, english: Sentences, own: Sentences): Sentences {
  return Object.fromEntries(Object.entries(neededIn(language, english)).filter(([key]) => own[key] === undefined));
}

/**
 * Returns the catalogue with the new sentences, in the order of the English one. Keys that English no longer has are
 * removed.
 * @throws for an added key that English does not have
 */
export function merged(language: string, english: Sentences, own: Sentences, added: Sentences): Sentences {
  const needed = neededIn(language, english);
  const unknown = Object.keys(added).filter((key) => needed[key] === undefined && english[key] === undefined);
  if (unknown.length > 0) throw new Error(`${language} needs no ${unknown.join(', ')}`);
  const all = { ...own, ...added };
  const kept = Object.keys(needed).flatMap((key): [string, string][] => {
    const sentence = all[key];
    return sentence === undefined ? [] : [[key, sentence]];
  });
  return Object.fromEntries(kept);
}
