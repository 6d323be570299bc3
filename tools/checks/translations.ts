import { formsOf } from './messages.ts';

/** Key → sentence, in the order of the file. */
export type Sentences = Readonly<Record<string, string>>;

const plural = /_(one|two|few|many|other)$/;

/** The keys that a language needs for an English catalogue, in its order. Plurals have the language's own forms, each with the nearest English sentence. */
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

/** Sentences without a translation: needed key → English sentence. */
export function missingIn(language: string, english: Sentences, own: Sentences): Sentences {
  return Object.fromEntries(Object.entries(neededIn(language, english)).filter(([key]) => own[key] === undefined));
}

/** The catalogue with new sentences, in the order of the English one. Keys that English no longer has are dropped. @throws for a key that English never had */
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
