import { expect, test } from 'vitest';
import { ORPCError } from '@orpc/client';
import type { LeadAccess } from './lead-access.ts';
import { indexOfKey, photosOf } from './use-questions.ts';

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
])('after an answer with status %i, the photos are %s', async (status, found) => {
  const stateOfPhotos = () => Promise.reject(new ORPCError('ANY', { status }));
  expect(await photosOf({ read: () => 'lead', stateOfPhotos } as unknown as LeadAccess)).toBe(found);
});
