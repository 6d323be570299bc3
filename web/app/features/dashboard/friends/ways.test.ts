import { expect, test } from 'vitest';
import { shareAddresses } from './ways.ts';

test('the links to share by email, messenger and SMS contain the whole text, whatever characters it has', () => {
  const text = 'Vous & moi ? 100 % ici : https://flaira.example/friends?invite=a-b_c';
  const { mail, messenger, sms } = shareAddresses({ subject: 'Flaira & vous', text });
  const body = (address: string, name: string) => new URL(address).searchParams.get(name);
  expect(body(mail, 'body')).toBe(text);
  expect(body(mail, 'subject')).toBe('Flaira & vous');
  expect(body(messenger, 'text')).toBe(text);
  expect(body(sms, 'body')).toBe(text);
});
