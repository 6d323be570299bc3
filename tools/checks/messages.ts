import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { typeset } from './french-typography.ts';

/** Sentences by language, domain and key. Keys contain dots. */
export type Catalogues = ReadonlyMap<string, ReadonlyMap<string, ReadonlyMap<string, string>>>;

export function readCatalogues(folder: string): Catalogues {
  const languages = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return new Map(languages.map(({ name }) => [name, readLanguage(join(folder, name))]));
}

function readLanguage(folder: string): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return new Map(
    files.map((file) => [file.slice(0, -5), new Map(flatten(JSON.parse(readFileSync(join(folder, file), 'utf8'))))]),
  );
}

function flatten(node: unknown, path = ''): [string, string][] {
  if (typeof node === 'string') return [[path, node]];
  if (typeof node !== 'object' || node === null) return [[path, '']];
  return Object.entries(node).flatMap(([key, value]) => flatten(value, path ? `${path}.${key}` : key));
}

/** i18next's endings for the plural forms of a language. Every language may also use `zero`. */
const PLURAL = /_(zero|one|two|few|many|other)$/;
/**
 * Returns the plural forms that a language needs for numbers up to two hundred. French and some other languages have
 * one more form for millions, but no count in the product is that large.
 */
export function formsOf(language: string): readonly string[] {
  const rules = new Intl.PluralRules(language);
  const reached = new Set(Array.from({ length: 201 }, (_, count) => rules.select(count)));
  return rules.resolvedOptions().pluralCategories.filter((form) => reached.has(form) || form === 'other');
}
const COUNT = /\{\{\s*count\b/;
/** Matches a placeholder, a reference or a tag: {{name}}, {{count, number}}, $t(key), <0>…</0>, <strong>…</strong>. */
const PLACEHOLDER = /\{\{\s*([\w.]+)[^}]*\}\}|(\$t\([^)]*\))|<(\w+)\s*\/?>/g;

/**
 * Sentences that contain `{{count}}` but need no plural forms, by domain. Either no noun depends on the number, because
 * it is a total, a limit or a step. Or the number is never one. These sentences therefore read the same for every
 * number.
 */
const uncountable: Readonly<Record<string, readonly string[]>> = {
  admin: ['select.first'],
  care: ['health.step'],
  'clinical-photos': ['count'],
  'community-guides': ['review.lead'],
  compliance: ['rules.age'],
  'dashboard-cards': ['achievements.of'],
  figures: ['money.few', 'withheld.few'],
  record: ['photos.hint'],
};

/**
 * Compares all languages with each other. Returns an error message for each fault: a missing or unneeded file, a
 * missing key, an empty sentence, a count without plural forms, a different placeholder, or wrong French typography.
 * @param languagesOf the languages that a domain needs; by default all of them
 */
export function faultsOf(catalogues: Catalogues, languagesOf?: (domain: string) => readonly string[]): string[] {
  const all = [...catalogues.keys()].sort();
  const domains = new Set(all.flatMap((language) => [...(catalogues.get(language)?.keys() ?? [])]));
  return [...domains].sort().flatMap((domain) => {
    const languages = languagesOf?.(domain) ?? all;
    const tooMany = all.filter((language) => catalogues.get(language)?.has(domain) && !languages.includes(language));
    const files = languages.map((language) => ({ language, sentences: catalogues.get(language)?.get(domain) }));
    const absent = files
      .filter(({ sentences }) => !sentences)
      .map(({ language }) => `messages/${language}/${domain}.json is missing.`);
    const present = files.flatMap(({ language, sentences }) => (sentences ? [{ language, sentences }] : []));
    return [
      ...tooMany.map(
        (language) => `messages/${language}/${domain}.json is in a language this domain is not written in.`,
      ),
      ...absent,
      ...present.flatMap(({ language, sentences }) =>
        ownFaults(`messages/${language}/${domain}.json`, language, sentences),
      ),
      ...differences(domain, present),
    ];
  });
}

function ownFaults(file: string, language: string, sentences: ReadonlyMap<string, string>): string[] {
  const empty = [...sentences]
    .filter(([, sentence]) => sentence.trim() === '')
    .map(([key]) => `${file}: ${key} is empty.`);
  const bases = new Set(
    [...sentences.keys()]
      .filter((key) => PLURAL.test(key) && key.endsWith('_other'))
      .map((key) => key.replace(PLURAL, '')),
  );
  const forms = formsOf(language);
  const missing = [...bases].flatMap((base) =>
    forms.filter((form) => !sentences.has(`${base}_${form}`)).map((form) => `${file}: ${base}_${form} is missing.`),
  );
  return [...empty, ...missing, ...(language === 'fr' ? typesettingFaults(file, sentences) : [])];
}

/**
 * Returns an error message for each sentence with wrong French typography. Breaking spaces and spaces of the wrong
 * width are invisible in an editor; `npm run set:french` corrects them.
 */
const typesettingFaults = (file: string, sentences: ReadonlyMap<string, string>): string[] =>
  [...sentences]
    .filter(([, sentence]) => typeset(sentence) !== sentence)
    .map(([key]) => `${file}: ${key} is not set as French is; run npm run set:french.`);

interface LanguageFile {
  readonly language: string;
  readonly sentences: ReadonlyMap<string, string>;
}

/**
 * Compares the keys of the languages. All plural forms of a key are compared as one key, because languages have
 * different forms.
 */
function differences(domain: string, files: readonly LanguageFile[]): string[] {
  const byKey = files.map(({ language, sentences }) => ({ language, placeholders: placeholdersByKey(sentences) }));
  const keys = new Set(byKey.flatMap(({ placeholders }) => [...placeholders.keys()]));
  return [...keys].sort().flatMap((key) => {
    const lacking = byKey
      .filter(({ placeholders }) => !placeholders.has(key))
      .map(({ language }) => `messages/${language}/${domain}.json: ${key} is missing.`);
    // If one language has plural forms of a key, every language needs them. Without this check, a language that has the
    // key only without a plural ending would go unnoticed.
    const isCounted = files.some(({ sentences }) => sentences.has(`${key}_other`));
    const uncounted = files
      .filter(({ sentences }) => isCounted && sentences.has(key) && !sentences.has(`${key}_other`))
      .map(({ language }) => `messages/${language}/${domain}.json: ${key}_other is missing.`);
    if (uncounted.length > 0) return [...lacking, ...uncounted];
    const counts = files.some(({ sentences }) => COUNT.test(sentences.get(key) ?? ''));
    if (counts && !isCounted && !uncountable[domain]?.includes(key))
      return [...lacking, `${domain}: ${key} counts something and has no plural forms.`];
    const filled = new Set(byKey.flatMap(({ placeholders }) => placeholders.get(key) ?? []));
    if (lacking.length > 0 || filled.size <= 1) return lacking;
    return [
      `${domain}: ${key} is filled with different things: ${[...filled].map((names) => names || 'nothing').join(' / ')}.`,
    ];
  });
}

function placeholdersByKey(sentences: ReadonlyMap<string, string>): Map<string, string> {
  const names = new Map<string, Set<string>>();
  for (const [key, sentence] of sentences) {
    const base = PLURAL.test(key) && sentences.has(key.replace(PLURAL, '_other')) ? key.replace(PLURAL, '') : key;
    const found = names.get(base) ?? new Set();
    for (const [, variable, reference, tag] of sentence.matchAll(PLACEHOLDER))
      found.add(variable ? `{{${variable}}}` : (reference ?? `<${tag}>`));
    names.set(base, found);
  }
  return new Map([...names].map(([key, found]) => [key, [...found].sort().join(' ')]));
}
