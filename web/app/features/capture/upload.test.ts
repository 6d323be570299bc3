import { ORPCError } from '@orpc/client';
import { expect, test } from 'vitest';
import { failureOf } from './upload.ts';

test('a refused upload causes the same error as any other refused call', () => {
  const failure = failureOf(413, { defined: true, code: 'PHOTO_TOO_BIG', message: 'x', data: { max_mb: 25 } });
  expect(failure).toBeInstanceOf(ORPCError);
  expect(failure).toMatchObject({ code: 'PHOTO_TOO_BIG', status: 413, data: { max_mb: 25 } });
});

test('a lost connection and an invalid response are different errors', () => {
  expect(failureOf(0, null)).toBeInstanceOf(TypeError);
  expect(failureOf(500, null)).toMatchObject({ status: 500 });
});
