import { expect, test } from 'vitest';
import { refusedProofOf } from './refused-proof.ts';

test('after too many codes the doctor learns how long to wait, and not that the code is wrong', () => {
  expect(refusedProofOf({ status: 429, code: 'RATE_LIMITED', retry_after_s: 840 })).toEqual({ wait_s: 840 });
  expect(refusedProofOf({ status: 401, code: 'INVALID_CODE' })).toBe('code');
  expect(refusedProofOf({ status: 400, code: 'INVALID_PASSWORD' })).toBe('password');
  expect(refusedProofOf({ status: 503, code: 'BUSY' })).toBe('other');
});
