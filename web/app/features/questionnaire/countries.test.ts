import { expect, test } from 'vitest';
import { countriesIn, dialCodeOf, isMatch } from './countries.ts';

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
  expect(found('atlantis')).toEqual([]);
});
