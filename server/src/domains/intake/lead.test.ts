import { expect, test } from 'vitest';
import { cookieWith, hashOf, isSecretOf, newSecret, secretIn } from './lead-cookie.ts';
import { statusOf, uploadPause_s } from './lead.ts';

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
