import { expect, test } from 'vitest';
import { wordsIn } from './use-words.ts';

test('languages, lists, countries and days are written by the rules of English and French', () => {
  const [en, fr] = [wordsIn('en'), wordsIn('fr')];
  expect(en.list(['fr', 'en'].map(en.language), true)).toBe('French, English');
  expect(fr.list(['fr', 'en'].map(fr.language), true)).toBe('Français et anglais');
  expect(fr.list(['Laser', 'Dermatologie'])).toBe('Laser et dermatologie');
  expect([en.country('BE'), fr.country('BE')]).toEqual(['Belgium', 'Belgique']);
  // It is late evening in London, but already the next day in Paris.
  expect(en.day('2026-11-19T23:30:00Z')).toBe('20 November 2026');
  expect(fr.day('2026-11-19T23:30:00Z')).toBe('20 novembre 2026');
});
