import { ORPCError } from '@orpc/client';
import { expect, test } from 'vitest';
import { failureOf } from './upload.ts';

test('a refusal of the service is thrown as the client of the other calls would throw it', () => {
  const failure = failureOf(413, { defined: true, code: 'PHOTO_TOO_BIG', message: 'x', data: { max_mb: 25 } });
  expect(failure).toBeInstanceOf(ORPCError);
  expect(failure).toMatchObject({ code: 'PHOTO_TOO_BIG', status: 413, data: { max_mb: 25 } });
});

test('a lost connection and an unreadable answer have their own names', () => {
  expect(failureOf(0, null)).toBeInstanceOf(TypeError);
  expect(failureOf(500, null)).toMatchObject({ status: 500 });
});
