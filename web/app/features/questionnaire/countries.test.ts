import { expect, test } from 'vitest';
import { countriesIn, dialCodeOf, isMatch, nationalNumber } from './countries.ts';

const english = countriesIn('en');
const french = countriesIn('fr');
const found = (search: string) => english.filter((country) => isMatch(country, search)).map(({ name }) => name);

test('the names and the order of the countries follow the language of the reader', () => {
  expect(english.findIndex(({ code }) => code === 'DE')).toBeGreaterThan(
    english.findIndex(({ code }) => code === 'FR'),
  );
  expect(french.find(({ code }) => code === 'DE')?.name).toBe('Allemagne');
  // É must be sorted with E, not after Z.
  expect(french.findIndex(({ code }) => code === 'EG')).toBeLessThan(french.findIndex(({ code }) => code === 'FR'));
});

test('there are at least the 85 countries of the specification, and the dial code of France is 33', () => {
  expect(english.length).toBeGreaterThan(85);
  expect(dialCodeOf('FR')).toBe('33');
  expect(dialCodeOf('XX')).toBe('33');
});

test('a country is found by its name without accents, by its dial code and by its two letters', () => {
  expect(found('reuni')).toContain('Réunion');
  expect(found('+33')).toContain('France');
  expect(found('41')).toContain('Switzerland');
  expect(found('be')).toContain('Belgium');
  expect(found('+٩٧١')).toContain('United Arab Emirates');
  expect(found('atlantis')).toEqual([]);
});

test('a phone number may be typed on an Arabic or full-width keyboard', () => {
  expect(nationalNumber('٠٦ ١٢ ٣٤', 'FR')).toBe('06 12 34');
  expect(nationalNumber('０９０ １２３４', 'JP')).toBe('090 1234');
  expect(nationalNumber('＋８１ ９０ １２３４', 'JP')).toBe('90 1234');
});

test('a pasted number with the dial code of the chosen country contains the code only once', () => {
  expect(nationalNumber('+33 6 12 34 56 78', 'FR')).toBe('6 12 34 56 78');
  expect(nationalNumber('0033612345678', 'FR')).toBe('612345678');
  expect(nationalNumber('+33 (0)6 12', 'FR')).toBe('06 12');
  expect(nationalNumber('(+33) 6 12 34 56 78', 'FR')).toBe('6 12 34 56 78');
  expect(nationalNumber('\u202A+33 6 12 34\u202C', 'FR')).toBe('6 12 34');
  expect(nationalNumber('\u200E+\u202A33 6 12 34', 'FR')).toBe('6 12 34');
  expect(nationalNumber('06 33 12 ', 'FR')).toBe('06 33 12 ');
  expect(nationalNumber('+1-212-555-0100', 'US')).toBe('2125550100');
});
