import { expect, test } from 'vitest';
import { ReadingLanguages } from '#contract/languages.ts';
import { messagesOf } from './messages.ts';

test('every reading language has its own sentences', () => {
  const hello = messagesOf<'confirm.subject'>('mail');
  const subjects = ReadingLanguages.map((language) => hello[language]['confirm.subject']);
  expect(new Set(subjects).size).toBe(ReadingLanguages.length);
});

test('a sentence that a language lacks is shown in English', () => {
  const mail = messagesOf<'urgent_signs.subject'>('mail');
  expect(mail.de['urgent_signs.subject']).toBe(mail.en['urgent_signs.subject']);
  expect(mail.fr['urgent_signs.subject']).not.toBe(mail.en['urgent_signs.subject']);
});

test('a domain without English sentences throws', () => {
  expect(() => messagesOf('no-such-domain')).toThrow('no-such-domain');
});
