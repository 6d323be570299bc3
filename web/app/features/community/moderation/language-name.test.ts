import { expect, test } from 'vitest';
import { statementLanguage } from './language-name.ts';

test('the prepared reasons are in the language of the text, or in the moderator’s if there are none in it', () => {
  expect(statementLanguage('ja', 'fr')).toBe('ja');
  expect(statementLanguage('sv', 'fr')).toBe('fr');
  expect(statementLanguage(null, 'en')).toBe('en');
});
