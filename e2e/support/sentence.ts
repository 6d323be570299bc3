import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReadingLanguage } from '#contract/languages.ts';

/** Returns a sentence of the product in a language, with its values filled in. */
export function sentence(
  language: ReadingLanguage,
  domain: string,
  key: string,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const file = join(import.meta.dirname, '../../messages', language, `${domain}.json`);
  const words = (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)[key];
  if (words === undefined) throw new Error(`no message ${domain}:${key} in ${language}`);
  return words.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));
}
