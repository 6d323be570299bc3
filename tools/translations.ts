// Prints the sentences of the signed-in area that are not yet translated, and adds their translations to `messages`:
//   npx node tools/translations.ts missing [language…]   prints {language: {domain: {key: English sentence}}}
//   npx node tools/translations.ts merge FILE            writes the translations of FILE, JSON of the form
//                                                      {language: {domain: {key: translation}}}, into `messages`
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Languages, ReadingLanguages } from '#contract/languages.ts';
import { inEveryLanguage, isReadInEveryLanguage } from './checks/translated-domains.ts';
import { merged, missingIn, type Sentences } from './checks/translations.ts';
import { main, say, SetupError } from './setup/say.mjs';

type ByDomain = Record<string, Sentences>;

const fileOf = (language: string, domain: string) =>
  join(import.meta.dirname, '../messages', language, `${domain}.json`);
const read = (file: string): Sentences => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});

const neededFrom = (domain: string): Sentences =>
  Object.fromEntries(Object.entries(read(fileOf('en', domain))).filter(([key]) => isReadInEveryLanguage(domain, key)));

function missing(languages: readonly string[]): Record<string, ByDomain> {
  const lacking = (language: string) =>
    inEveryLanguage
      .map((domain) => [domain, missingIn(language, neededFrom(domain), read(fileOf(language, domain)))] as const)
      .filter(([, sentences]) => Object.keys(sentences).length > 0);
  return Object.fromEntries(languages.map((language) => [language, Object.fromEntries(lacking(language))]));
}

function merge(added: Record<string, ByDomain>) {
  for (const [language, domains] of Object.entries(added)) {
    for (const [domain, sentences] of Object.entries(domains)) {
      const file = fileOf(language, domain);
      const catalogue = merged(language, read(fileOf('en', domain)), read(file), sentences);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, `${JSON.stringify(catalogue, null, 2)}\n`);
    }
  }
}

await main(async () => {
  const [command, ...rest] = process.argv.slice(2);
  const others = ReadingLanguages.filter((language) => !Languages.some((own) => own === language));
  if (command === 'missing') say(JSON.stringify(missing(rest.length > 0 ? rest : others), null, 1));
  else if (command === 'merge' && rest[0]) merge(JSON.parse(readFileSync(rest[0], 'utf8')));
  else throw new SetupError('Say: missing [language…], or: merge FILE');
});
