import { join } from 'node:path';
import { APIError } from 'better-auth/api';
import { PasswordRule } from '#contract/identity.ts';
import type { Context } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { task } from '#server/platform/workers/workers.ts';
import type { weakPasswordReasons } from './password-strength.ts';

const judge = task<typeof weakPasswordReasons>(
  'passwords',
  join(import.meta.dirname, 'password-strength.ts'),
  'weakPasswordReasons',
);

/**
 * Refuses a weak password. A worker thread judges the password, so that a malicious password does not delay other
 * requests. The thread loads the dictionaries when it judges the first password. A password that is far too long is not
 * sent to the thread.
 *
 * @throws APIError 422 `{ code: 'weak_password', reasons }`
 * @throws APIError 503 `{ code: 'BUSY', retry_after_s }`
 */
export async function refuseWeakPassword(
  { workers }: Pick<Context, 'workers'>,
  password: unknown,
  about: readonly string[],
): Promise<void> {
  if (typeof password !== 'string') return;
  // `length` counts UTF-16 units. A character consists of one or two units.
  const isTooLong = password.length > 2 * PasswordRule.max;
  const reasons = isTooLong ? ['too_long'] : await workers.run(judge, { password, about }).catch(asAuthError);
  if (reasons.length > 0) throw new APIError('UNPROCESSABLE_ENTITY', { code: 'weak_password', reasons });
}

function asAuthError(error: unknown): never {
  if (!(error instanceof Refusal)) throw error;
  throw new APIError('SERVICE_UNAVAILABLE', { code: error.code, ...(error.data as object) });
}
