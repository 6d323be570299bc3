import { expect, test } from 'vitest';
import { fillMacro, placeholdersIn, unknownPlaceholders } from './macro-text.ts';

test('fills placeholders with or without blanks, and names the placeholders without a value', () => {
  const text = 'Dear {{first_name}}, {{ provider }} and {{provider}} in {{city}}. {{ first_name}}!';
  expect(fillMacro(text, { first_name: 'Ana', city: '' })).toEqual({
    body: 'Dear Ana, {{ provider }} and {{provider}} in {{city}}. Ana!',
    open: ['provider', 'city'],
  });
});

test('does not fill braces and dollar signs inside a value', () => {
  expect(fillMacro('Dear {{first_name}}', { first_name: '{{price}} $& $1', price: '420 €' })).toEqual({
    body: 'Dear {{price}} $& $1',
    open: [],
  });
});

test('returns only the names that are not placeholders', () => {
  expect(placeholdersIn('{{city}} {{ City }} {{}} {city} {{city}}')).toEqual(['city', 'City', '']);
  expect(unknownPlaceholders('{{city}} {{ City }} {{}} {city}')).toEqual(['City', '']);
});
