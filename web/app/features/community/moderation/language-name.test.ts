import { expect, test } from 'vitest';
import { statementLanguage } from './language-name.ts';

test('the reasons are in the language of the text, or else in the moderator’s language', () => {
  expect(statementLanguage('ja', 'fr')).toBe('ja');
  expect(statementLanguage('sv', 'fr')).toBe('fr');
  expect(statementLanguage(null, 'en')).toBe('en');
});
