import { APIError } from 'better-auth/api';
import * as z from 'zod';
import { PROVIDER } from './provider.ts';

const BACK = '/login';
/** The page to which the browser is sent after a refusal. */
export const REFUSED = `${BACK}?mode=signin&by=${PROVIDER}`;
const SECURITY = '/account/security';

/** The only fields that a page may send. The page cannot choose scopes, hints, tokens or other addresses. */
const Outward = z.strictObject({
  provider: z.literal(PROVIDER),
  callbackURL: z.enum([BACK, `/fr${BACK}`, SECURITY, `/fr${SECURITY}`]),
  errorCallbackURL: z.enum([REFUSED, `/fr${REFUSED}`, SECURITY, `/fr${SECURITY}`]),
  disableRedirect: z.literal(true),
});

/**
 * Checks the body of a call.
 * @throws APIError 400 `INVALID_INPUT`
 */
export function checkOutward(body: unknown): void {
  if (!Outward.safeParse(body).success) throw new APIError('BAD_REQUEST', { code: 'INVALID_INPUT' });
}
