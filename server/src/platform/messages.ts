import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ReadingLanguage, ReadingLanguages } from '#contract/languages.ts';

const folder = join(import.meta.dirname, '../../../messages');

/**
 * Returns the sentences of one domain in each of the `ReadingLanguages`, as key → sentence. If a language has no
 * sentence for a key, the English sentence is used.
 * @param domain the name of a file in messages/en
 * @throws if messages/en has no such file
 */
export function messagesOf<Key extends string>(domain: string): Record<ReadingLanguage, Record<Key, string>> {
  const english = read(join(folder, 'en', `${domain}.json`));
  const inOwn = ReadingLanguages.map((language) => {
    const file = join(folder, language, `${domain}.json`);
    return [language, { ...english, ...(existsSync(file) ? read(file) : {}) }] as const;
  });
  return Object.fromEntries(inOwn) as Record<ReadingLanguage, Record<Key, string>>;
}

const read = (file: string): Record<string, string> => JSON.parse(readFileSync(file, 'utf8'));
