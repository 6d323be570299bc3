import { expect, test } from 'vitest';
import { fillMacro, placeholdersIn, unknownPlaceholders } from './macro-text.ts';

test('placeholders are filled even if they contain spaces, and those without a value are returned', () => {
  const text = 'Dear {{first_name}}, {{ provider }} and {{provider}} in {{city}}. {{ first_name}}!';
  expect(fillMacro(text, { first_name: 'Ana', city: '' })).toEqual({
    body: 'Dear Ana, {{ provider }} and {{provider}} in {{city}}. Ana!',
    open: ['provider', 'city'],
  });
});

test('braces and dollar signs inside a value stay as they are', () => {
  expect(fillMacro('Dear {{first_name}}', { first_name: '{{price}} $& $1', price: '420 €' })).toEqual({
    body: 'Dear {{price}} $& $1',
    open: [],
  });
});

test('each name in double braces is found once, and names that are no placeholders are reported as unknown', () => {
  expect(placeholdersIn('{{city}} {{ City }} {{}} {city} {{city}}')).toEqual(['city', 'City', '']);
  expect(unknownPlaceholders('{{city}} {{ City }} {{}} {city}')).toEqual(['City', '']);
});
