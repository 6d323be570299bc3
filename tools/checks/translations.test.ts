import { expect, test } from 'vitest';
import { merged, missingIn, neededIn } from './translations.ts';

const english = { hello: 'Hello', days_one: 'A day', days_other: '{{count}} days', bye: 'Bye' };

test('the needed keys of a language contain its own plural forms', () => {
  expect(Object.keys(neededIn('ja', english))).toEqual(['hello', 'days_other', 'bye']);
  expect(Object.keys(neededIn('ru', english))).toEqual([
    'hello',
    'days_one',
    'days_few',
    'days_many',
    'days_other',
    'bye',
  ]);
  expect(Object.keys(neededIn('ar', english)).filter((key) => key.startsWith('days'))).toHaveLength(6);
  expect(Object.keys(neededIn('es', english))).toEqual(['hello', 'days_one', 'days_other', 'bye']);
});

test('a missing sentence is listed with the English one', () => {
  expect(missingIn('ja', english, { hello: 'こんにちは' })).toEqual({ days_other: '{{count}} days', bye: 'Bye' });
});

test('new sentences get the same position as in English, and keys that English dropped are removed', () => {
  const catalogue = merged('ja', english, { bye: 'さようなら', old: '古い' }, { hello: 'こんにちは' });
  expect(Object.entries(catalogue)).toEqual([
    ['hello', 'こんにちは'],
    ['bye', 'さようなら'],
  ]);
});

test('a translation of a key that English does not have is refused', () => {
  expect(() => merged('ja', english, {}, { helo: 'こんにちは' })).toThrow('helo');
});
