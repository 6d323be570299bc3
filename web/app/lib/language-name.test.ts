import { expect, test } from 'vitest';
import { ReadingLanguages } from '#contract/languages.ts';
import { languageName } from './language-name.ts';

test('every language in which people read has a name in English and in French', () => {
  expect(ReadingLanguages.map((language) => languageName(language, 'en'))).toEqual([
    'English',
    'French',
    'Chinese',
    'Japanese',
    'Italian',
    'German',
    'Spanish',
    'Korean',
    'Portuguese',
    'Russian',
    'Arabic',
  ]);
  expect(languageName('de', 'fr')).toBe('allemand');
});
