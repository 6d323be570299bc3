import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint, getSessionFromCtx, sensitiveSessionMiddleware } from 'better-auth/api';
import * as z from 'zod';
import type { Context } from '#server/platform/context.ts';
import type { AuthCall } from './auth-call.ts';
import { countTry, forgetTries } from './limit-tries.ts';
import { findConfirmation, setConfirmation } from './users.queries.ts';

const PATH = '/confirm-password';
const TRIES = { max: 10, window_s: 900 };
/**
 * The number of milliseconds for which a password check is recent. During this time, the person can do what requires a
 * recent check, such as adding a passkey, signing a plan or erasing the account.
 */
export const CONFIRMED_FOR_MS = 5 * 60_000;

/**
 * Handles POST /confirm-password `{ password }`. A signed-in person enters the password again before a sensitive
 * action, such as adding a passkey or erasing the account.
 */
export const confirmPassword = (ctx: Context) =>
  ({
    id: 'confirm-password',
    endpoints: {
      confirmPassword: createAuthEndpoint(
        PATH,
        { method: 'POST', body: z.object({ password: z.string().max(128) }), use: [sensitiveSessionMiddleware] },
        async (call) => {
          const { session, user } = call.context.session;
          await countPassword(ctx, user.email);
          await call.context.password.checkPassword(user.id, call);
          await forgetTries(ctx.db, PATH, user.email);
          await setConfirmation(ctx.db, session.id, ctx.clock.now());
          return call.json({ status: true });
        },
      ),
    },
  }) satisfies BetterAuthPlugin;

async function countPassword({ db }: Context, email: string): Promise<void> {
  const retry_after_s = await countTry(db, PATH, email, TRIES);
  if (retry_after_s > 0) throw new APIError('TOO_MANY_REQUESTS', { code: 'RATE_LIMITED', retry_after_s });
}

/** Calls of Better Auth in which a signed-in person must enter the password. */
const asking = new Set([
  '/change-password',
  '/two-factor/enable',
  '/two-factor/disable',
  '/two-factor/generate-backup-codes',
]);

/**
 * Counts a call in `asking` towards the limit of /confirm-password. A stranger at a browser that was left signed in
 * therefore cannot use these calls to guess the password.
 * @throws APIError 429
 */
export async function limitPassword(ctx: Context, call: AuthCall): Promise<void> {
  const session = asking.has(call.path) ? await getSessionFromCtx(call) : null;
  if (session) await countPassword(ctx, session.user.email);
}

/** Resets the count of tries after the correct password. */
export async function forgivePassword({ db }: Context, { path }: Pick<AuthCall, 'path'>, email: string): Promise<void> {
  if (asking.has(path)) await forgetTries(db, PATH, email);
}

/** Returns true if the person entered the password in this session within the last five minutes. */
export async function isConfirmed(ctx: Context, sessionId: string): Promise<boolean> {
  const confirmed = await findConfirmation(ctx.db, sessionId);
  return confirmed !== null && ctx.clock.now().getTime() - confirmed.getTime() <= CONFIRMED_FOR_MS;
}

/**
 * Refuses a call unless the password was entered in this session within the last five minutes.
 * @throws APIError 403 `PASSWORD_NEEDED`
 */
export async function requireConfirmation(ctx: Context, sessionId: string): Promise<void> {
  if (!(await isConfirmed(ctx, sessionId))) throw new APIError('FORBIDDEN', { code: 'PASSWORD_NEEDED' });
}
