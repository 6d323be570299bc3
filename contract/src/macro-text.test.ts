import { expect, test } from 'vitest';
import { fillMacro, placeholdersIn, unknownPlaceholders } from './macro-text.ts';

test('every place is filled, however it is spaced, and one without a value stays and is named once', () => {
  const text = 'Dear {{first_name}}, {{ provider }} and {{provider}} in {{city}}. {{ first_name}}!';
  expect(fillMacro(text, { first_name: 'Ana', city: '' })).toEqual({
    body: 'Dear Ana, {{ provider }} and {{provider}} in {{city}}. Ana!',
    open: ['provider', 'city'],
  });
});

test('a value with braces or dollar signs is not filled again', () => {
  expect(fillMacro('Dear {{first_name}}', { first_name: '{{price}} $& $1', price: '420 €' })).toEqual({
    body: 'Dear {{price}} $& $1',
    open: [],
  });
});

test('unknown names are told, known ones are not', () => {
  expect(placeholdersIn('{{city}} {{ City }} {{}} {city} {{city}}')).toEqual(['city', 'City', '']);
  expect(unknownPlaceholders('{{city}} {{ City }} {{}} {city}')).toEqual(['City', '']);
});
