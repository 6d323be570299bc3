import { expect, test } from 'vitest';
import { aWorld } from '../../../test/world.ts';

test('security.txt has the contact, its own expiry and our policy', async () => {
  const world = await aWorld({ publicUrl: 'https://flaira.test', now: new Date('2026-11-23T15:00:00Z') });
  const answer = await world.browser().get('/.well-known/security.txt');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(answer.text.split('\n')).toEqual([
    'Contact: mailto:hello@flaira.example',
    'Expires: 2027-05-22T00:00:00.000Z',
    'Preferred-Languages: en, fr',
    'Canonical: https://flaira.test/.well-known/security.txt',
    'Policy: https://flaira.test/legal/vulnerabilities',
    '',
  ]);
});

test('password managers are led to the page that changes a password', async () => {
  const world = await aWorld();
  const { status, headers } = await world.browser().get('/.well-known/change-password');
  expect(status).toBe(302);
  expect(headers.get('location')).toBe('/account/security');
});
