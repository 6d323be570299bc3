import { expect, test } from 'vitest';
import { ORPCError } from '@orpc/client';
import { indexOfKey, isCorrectable, photosOf } from './use-questions.ts';

test('the letter or digit of an option chooses it', () => {
  expect(indexOfKey('a')).toBe(0);
  expect(indexOfKey('K')).toBe(10);
  expect(indexOfKey('5')).toBe(4);
  expect(indexOfKey('0')).toBeUndefined();
  expect(indexOfKey('Enter')).toBeUndefined();
  expect(indexOfKey('é')).toBeUndefined();
});

test.each([
  [404, 'missing'],
  [429, 'unknown'],
  [503, 'unknown'],
])('after a response with status %i, the state of the photos is "%s"', async (status, found) => {
  const stateOfPhotos = () => Promise.reject(new ORPCError('ANY', { status }));
  expect(await photosOf({ stateOfPhotos }, 'lead')).toBe(found);
});

test.each([
  ['right after the submission', 'lead', false, null, true],
  ['after the address is confirmed', 'lead', true, null, false],
  ['after another tab started a lead', 'lead', false, 'other', false],
  ['without a lead', null, false, null, false],
])('whether the email address can be corrected %s', (_, leadId, isConfirmed, held, expected) => {
  const sent = { leadId, email: 'claire@example.com', isConfirmed };
  expect(isCorrectable(sent, { read: () => held })).toBe(expected);
});
