import type { ReadingLanguage } from '#contract/languages.ts';
import { latinDigits } from '#web/lib/latin-digits.ts';
import { getCountries, getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/min';

export interface Country {
  /** The code of the country, two letters of ISO 3166. */
  code: string;
  name: string;
  /** The dial code without a plus sign. */
  dialCode: string;
}

/** Returns every country with a dial code, sorted by its name in the given language. */
export function countriesIn(language: ReadingLanguage): Country[] {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const order = new Intl.Collator(language);
  return getCountries()
    .map((code) => ({ code, name: names.of(code) ?? code, dialCode: getCountryCallingCode(code) }))
    .sort((a, b) => order.compare(a.name, b.name));
}

/**
 * Whether a country matches the search. The text may be a part of the name, ignoring accents, or the two letters of the
 * country. It may also be the start of the dial code, with or without a plus sign.
 */
export function isMatch(country: Country | undefined, search: string): boolean {
  const wanted = plain(search);
  if (!wanted || !country) return !wanted;
  const digits = wanted.replace(/\D/g, '');
  const isNumber = digits !== '' && /^[+\d ]+$/.test(wanted);
  return isNumber
    ? country.dialCode.startsWith(digits)
    : plain(country.name).includes(wanted) || country.code.toLowerCase() === wanted;
}

function plain(text: string): string {
  return latinDigits(text)
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim();
}

/**
 * Returns the typed or pasted digits after the dial code, with the spaces between them. If the text begins with the
 * country's own dial code, such as +33, (+33) or 0033, the dial code is left out, because the country field contains
 * it. A copied number may have an invisible direction mark in front.
 */
export function nationalNumber(text: string, country: string): string {
  const own = new RegExp(`^[^\\d+]*(?:\\+|00)\\D*${dialCodeOf(country)}\\D*`);
  return latinDigits(text)
    .replace(own, '')
    .replace(/[^\d ]/g, '');
}

/** Returns the digits of the country's dial code. For a country without a dial code, returns the digits for France. */
export function dialCodeOf(code: string): string {
  return getCountryCallingCode(isSupportedCountry(code) ? code : 'FR');
}
