import { getCountries } from 'libphonenumber-js/min';
import type { Language } from '#contract/base.ts';

/** Territories with a dial code of their own, but no code of ISO 3166 that a person would choose. */
const notCountries = new Set(['AC', 'TA', 'XK']);
const codes = getCountries().filter((code) => !notCountries.has(code));
const isCode = new Set<string>(codes);

/** Whether there is such a country: two letters alone do not make one. */
export const isCountry = (code: string): boolean => isCode.has(code);

const names: Record<Language, Intl.DisplayNames> = {
  en: new Intl.DisplayNames('en', { type: 'region' }),
  fr: new Intl.DisplayNames('fr', { type: 'region' }),
};

export const countryName = (code: string | null, language: Language): string | null =>
  code === null ? null : (names[language].of(code) ?? code);

/** All countries, sorted by name as the reader's language sorts. */
export function listCountries(language: Language): { code: string; name: string }[] {
  const { compare } = new Intl.Collator(language);
  return codes
    .map((code) => ({ code, name: countryName(code, language) ?? code }))
    .sort((a, b) => compare(a.name, b.name));
}
