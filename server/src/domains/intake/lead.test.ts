import { expect, test } from 'vitest';
import { cookieWith, hashOf, isSecretOf, newSecret, secretIn } from './lead-cookie.ts';
import { ageAt, isAdult, isBirthDatePossible, statusOf, uploadPause_s } from './lead.ts';

test.each([
  ['2008-11-20', '2026-11-20', 18],
  ['2008-11-21', '2026-11-20', 17],
  ['2008-02-29', '2026-02-28', 17],
  ['2008-02-29', '2026-03-01', 18],
  ['2027-01-01', '2026-11-20', -1],
])('a person born on %s is on %s %i years old', (birth, day, age) => {
  const now = new Date(`${day}T12:00:00Z`);
  expect(ageAt(birth, now)).toBe(age);
  expect(isAdult(birth, now)).toBe(age >= 18);
});

test.each([
  ['2008-11-21', '2026-11-20T22:59:59.999Z', 17],
  ['2008-11-21', '2026-11-20T23:00:00.000Z', 18],
  ['2008-07-01', '2026-06-30T21:59:59.999Z', 17],
  ['2008-07-01', '2026-06-30T22:00:00.000Z', 18],
])('a person born on %s is at %s %i years old, because the birthday begins at midnight in Paris', (birth, now, age) => {
  expect(ageAt(birth, new Date(now))).toBe(age);
  expect(isAdult(birth, new Date(now))).toBe(age >= 18);
});

test('a birth date in the future or more than 120 years ago counts as a typing error', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  expect(['2026-11-21', '1905-01-01', '1906-01-01', '2026-11-20'].map((day) => isBirthDatePossible(day, now))).toEqual([
    false,
    false,
    true,
    true,
  ]);
});

test('a lead is completed by contact details and answers, and claimed once it is attached to an account', () => {
  const at = new Date();
  expect(statusOf({ contact_at: null, attached_at: null }, true)).toBe('received');
  expect(statusOf({ contact_at: at, attached_at: null }, false)).toBe('received');
  expect(statusOf({ contact_at: at, attached_at: null }, true)).toBe('completed');
  expect(statusOf({ contact_at: at, attached_at: at }, true)).toBe('claimed');
});

test('trust 16: after sixty uploads for a lead, the next is allowed when the hour is over', () => {
  const since = new Date('2026-11-20T09:00:00Z');
  const now = new Date('2026-11-20T09:50:00Z');
  expect([uploadPause_s(59, since, now), uploadPause_s(60, since, now)]).toEqual([0, 600]);
  expect(uploadPause_s(60, since, new Date('2026-11-20T10:00:00Z'))).toBe(0);
});

const HTTPS = 'https://flaira.example';

test('neither scripts nor other sites can use the cookie of a lead, and only the hash of its secret is stored', () => {
  const secret = newSecret();
  const cookie = cookieWith(secret, HTTPS);
  expect(cookie).toBe(`__Host-flaira_lead=${secret}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure`);
  const held = secretIn(new Headers({ cookie: `a=b; ${cookie.split(';')[0]}` }), HTTPS);
  expect(isSecretOf(held, hashOf(secret))).toBe(true);
  expect(isSecretOf(newSecret(), hashOf(secret))).toBe(false);
  expect(isSecretOf(null, hashOf(secret))).toBe(false);
  expect(secretIn(new Headers(), HTTPS)).toBeNull();
  expect(secretIn(new Headers({ cookie: '__Host-flaira_lead=short' }), HTTPS)).toBeNull();
});

test('trust 20: another subdomain cannot set the cookie of a lead, because with TLS only a __Host- cookie counts', () => {
  const planted = new Headers({ cookie: `flaira_lead=${newSecret()}` });
  expect(secretIn(planted, HTTPS)).toBeNull();
  expect(secretIn(planted, 'http://localhost:4600')).not.toBeNull();
});
