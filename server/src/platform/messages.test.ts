import { expect, test } from 'vitest';
import { ReadingLanguages } from '#contract/languages.ts';
import { messagesOf } from './messages.ts';

test('every language a person may read has its own sentences', () => {
  const hello = messagesOf<'confirm.subject'>('mail');
  const subjects = ReadingLanguages.map((language) => hello[language]['confirm.subject']);
  expect(new Set(subjects).size).toBe(ReadingLanguages.length);
});

test('what a language does not say is said in English', () => {
  const mail = messagesOf<'urgent_signs.subject'>('mail');
  expect(mail.de['urgent_signs.subject']).toBe(mail.en['urgent_signs.subject']);
  expect(mail.fr['urgent_signs.subject']).not.toBe(mail.en['urgent_signs.subject']);
});

test('a domain that English does not have is a mistake', () => {
  expect(() => messagesOf('no-such-domain')).toThrow('no-such-domain');
});
