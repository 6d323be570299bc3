import { getCountries } from 'libphonenumber-js/min';
import type { ReadingLanguage } from '#contract/base.ts';
import { invalidInput } from '#server/platform/refusal.ts';

/** Regions with a dial code to which ISO 3166 assigns no country code: Ascension, Tristan da Cunha and Kosovo. */
const notCountries = new Set(['AC', 'TA', 'XK']);
const codes = getCountries().filter((code) => !notCountries.has(code));
const isCode = new Set<string>(codes);

/** Checks country codes against the list of countries. @throws Refusal INVALID_INPUT, by field */
export function assertCountries(countries: Readonly<Record<string, string | null>>): void {
  const wrong = Object.entries(countries).filter(([, code]) => code !== null && !isCode.has(code));
  if (wrong.length > 0) throw invalidInput(Object.fromEntries(wrong.map(([field]) => [field, ['unknown']])));
}

const names = new Map<ReadingLanguage, Intl.DisplayNames>();

function namesIn(language: ReadingLanguage): Intl.DisplayNames {
  const found = names.get(language) ?? new Intl.DisplayNames(language, { type: 'region' });
  names.set(language, found);
  return found;
}

export const countryName = (code: string | null, language: ReadingLanguage): string | null =>
  code === null ? null : (namesIn(language).of(code) ?? code);

/** Returns all countries, sorted by their names in the reader's language. */
export function listCountries(language: ReadingLanguage): { code: string; name: string }[] {
  const { compare } = new Intl.Collator(language);
  return codes
    .map((code) => ({ code, name: countryName(code, language) ?? code }))
    .sort((a, b) => compare(a.name, b.name));
}
