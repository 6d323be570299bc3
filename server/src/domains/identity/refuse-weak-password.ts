import { APIError } from 'better-auth/api';

/**
 * The words that people choose are loaded with the first password: ranking a hundred thousand of them is no work for every start.
 *
 * @throws APIError 422 `{ code: 'weak_password', reasons }`
 */
export async function refuseWeakPassword(password: unknown, about: readonly string[]): Promise<void> {
  if (typeof password !== 'string') return;
  const { weakPasswordReasons } = await import('./password-strength.ts');
  const reasons = weakPasswordReasons(password, about);
  if (reasons.length > 0) throw new APIError('UNPROCESSABLE_ENTITY', { code: 'weak_password', reasons });
}
