import { APIError } from 'better-auth/api';
import { weakPasswordReasons } from './password-strength.ts';

/** @throws APIError 422 `{ code: 'weak_password', reasons }` */
export function refuseWeakPassword(password: unknown, about: readonly string[]): void {
  if (typeof password !== 'string') return;
  const reasons = weakPasswordReasons(password, about);
  if (reasons.length > 0) throw new APIError('UNPROCESSABLE_ENTITY', { code: 'weak_password', reasons });
}
