import { APIError } from 'better-auth/api';
import * as z from 'zod';
import { PROVIDER } from './provider.ts';

const BACK = '/login';
/** The page that the browser shows after a refusal. */
export const REFUSED = `${BACK}?mode=signin&by=${PROVIDER}`;
const SECURITY = '/account/security';

/** Everything that a page may send. Pages may not choose scopes, hints, tokens or other addresses. */
const Outward = z.strictObject({
  provider: z.literal(PROVIDER),
  callbackURL: z.enum([BACK, `/fr${BACK}`, SECURITY, `/fr${SECURITY}`]),
  errorCallbackURL: z.enum([REFUSED, `/fr${REFUSED}`, SECURITY, `/fr${SECURITY}`]),
  disableRedirect: z.literal(true),
});

/** @throws APIError 400 `INVALID_INPUT` */
export function checkOutward(body: unknown): void {
  if (!Outward.safeParse(body).success) throw new APIError('BAD_REQUEST', { code: 'INVALID_INPUT' });
}
