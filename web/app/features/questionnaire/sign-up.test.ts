import { expect, test } from 'vitest';
import { refusal } from './sign-up.ts';

test('the time to wait is read from both forms of a refusal, and a message that is only a code is not shown', () => {
  const ofLimits = { defined: true, code: 'RATE_LIMITED', status: 429, message: 'RATE_LIMITED' };
  expect(refusal(429, { ...ofLimits, data: { retry_after_s: 30 } })).toMatchObject({
    code: 'RATE_LIMITED',
    message: '',
    retry_after_s: 30,
  });
  expect(refusal(429, { code: 'RATE_LIMITED', retry_after_s: 40 })).toMatchObject({ retry_after_s: 40 });
  expect(refusal(428, { code: 'PROOF_NEEDED', message: 'PROOF_NEEDED', data: {} }).message).toBe('');
  expect(refusal(422, { code: 'OTHER', message: 'Said in words.' }).message).toBe('Said in words.');
});
