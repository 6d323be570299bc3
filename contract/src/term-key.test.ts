import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Specialities } from './directory.ts';
import { ReadingLanguages } from './languages.ts';
import { termKey } from './term-key.ts';

test.each(ReadingLanguages)('every speciality has a name in %s', (language) => {
  const file = new URL(`../../messages/${language}/terms.json`, import.meta.url);
  const names = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  expect(Specialities.filter((code) => !names[termKey('speciality', code)])).toEqual([]);
});

test.each([
  ['speciality', 'Aesthetic medicine', 'speciality.aesthetic_medicine'],
  ['speciality', 'aesthetic_medicine', 'speciality.aesthetic_medicine'],
  ['topic', 'sun-after-laser', 'topic.sun_after_laser'],
] as const)('the term for the %s "%s" has the key %s', (kind, written, key) => {
  expect(termKey(kind, written)).toBe(key);
});
