import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api';
import type { Context } from '#server/platform/context.ts';
import { endAllSessions, tellSessionsEnded } from './end-all-sessions.ts';
import { requireConfirmation } from './confirm-password.ts';
import { countTry, forgetTries, type TryLimit } from './limit-tries.ts';
import { longestPasskeyName } from '#contract/identity.ts';
import { noteSecurityChange } from './note-security-change.ts';
import { refuseWeakPassword } from './refuse-weak-password.ts';
import { checkSignUp } from './check-sign-up.ts';
import { findUser } from './users.queries.ts';

const HOUR_S = 3600;
/** Tries for one e-mail, whoever asks. */
const limits: Record<string, TryLimit> = {
  '/sign-in/email': { max: 10, window_s: HOUR_S / 4 },
  '/sign-up/email': { max: 6, window_s: HOUR_S },
  '/request-password-reset': { max: 4, window_s: HOUR_S },
  '/send-verification-email': { max: 4, window_s: HOUR_S },
};

type Call = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];
type Body = Record<string, unknown>;

/** What the house adds before Better Auth does its work; each step may refuse. */
export const beforeAuthCall = (ctx: Context) =>
  createAuthMiddleware(async (call) => {
    const body = (call.body ?? {}) as Body;
    await limitTries(ctx, call.path, body);
    if (call.path === '/sign-up/email') return { context: { body: await checkSignUp(ctx, body) } };
    if (call.path === '/reset-password') await checkReset(ctx, call, body);
    if (call.path === '/change-password') return { context: { body: await checkChange(ctx, call, body) } };
    if (call.path === '/sign-out') await signOutEverywhere(ctx, call);
    if (call.path === '/passkey/generate-register-options') await checkNewPasskey(ctx, call);
    if (call.path === '/passkey/verify-registration' && body.createSession)
      throw new APIError('BAD_REQUEST', { code: 'INVALID_INPUT' });
    if (call.path === '/passkey/update-passkey' && !isPasskeyName(body.name))
      throw new APIError('BAD_REQUEST', { code: 'INVALID_INPUT' });
    // A browser that is trusted for a month would let staff in without their second factor.
    if (call.path.startsWith('/two-factor/') && body.trustDevice)
      throw new APIError('BAD_REQUEST', { code: 'INVALID_INPUT' });
    return;
  });

/** What has to be told after it succeeded. */
export const afterAuthCall = (ctx: Context) =>
  createAuthMiddleware(async (call) => {
    const { returned, session, newSession } = call.context;
    if (isAPIError(returned)) return;
    if (call.path === '/sign-in/email') await forgetTries(ctx.db, call.path, String(call.body?.email));
    if (call.path === '/passkey/generate-authenticate-options')
      return call.json({ ...(returned as object), userVerification: 'required' });
    if (call.path === '/passkey/verify-authentication') return call.json({ status: true });
    if (!session) return;
    const keep = newSession?.session.token ?? session.session.token;
    if (call.path === '/change-password') await noteSecurityChange(ctx, session.user.id, 'password_changed', keep);
    if (call.path === '/two-factor/verify-totp' && newSession && newSession.session.id !== session.session.id) {
      await noteSecurityChange(ctx, session.user.id, 'second_factor_added', keep);
    }
    if (call.path === '/revoke-sessions') await tellSessionsEnded(ctx, session.user.id);
    if (call.path === '/two-factor/disable')
      await noteSecurityChange(ctx, session.user.id, 'second_factor_removed', keep);
    if (call.path === '/two-factor/generate-backup-codes')
      await noteSecurityChange(ctx, session.user.id, 'recovery_codes_renewed', keep);
    if (call.path === '/passkey/verify-registration')
      await noteSecurityChange(ctx, session.user.id, 'passkey_added', keep);
    if (call.path === '/passkey/delete-passkey')
      await noteSecurityChange(ctx, session.user.id, 'passkey_removed', keep);
    return;
  });

async function limitTries(ctx: Context, path: string, body: Body): Promise<void> {
  const limit = limits[path];
  if (!limit || typeof body.email !== 'string') return;
  const retry_after_s = await countTry(ctx.db, path, body.email, limit);
  if (retry_after_s > 0) throw new APIError('TOO_MANY_REQUESTS', { code: 'RATE_LIMITED', retry_after_s });
}

async function checkReset(ctx: Context, call: Call, body: Body): Promise<void> {
  const link = await call.context.internalAdapter.findVerificationValue(`reset-password:${String(body.token)}`);
  const user = link && (await findUser(ctx.db, link.value));
  await refuseWeakPassword(ctx, body.newPassword, user ? [user.name, user.email] : []);
}

/** A changed password ends the other sessions, whatever the request says. */
async function checkChange(ctx: Context, call: Call, body: Body): Promise<Body> {
  const session = await getSessionFromCtx(call);
  if (session) await refuseWeakPassword(ctx, body.newPassword, [session.user.name, session.user.email]);
  return { ...body, revokeOtherSessions: true };
}

async function signOutEverywhere(ctx: Context, call: Call): Promise<void> {
  const session = await getSessionFromCtx(call);
  if (session) await endAllSessions(ctx, session.user.id);
}

/** A key that lasts is added only by somebody who has just given the password. */
async function checkNewPasskey(ctx: Context, call: Call): Promise<void> {
  const session = await getSessionFromCtx(call);
  if (session) await requireConfirmation(ctx, session.session.id);
}

const isPasskeyName = (name: unknown): boolean =>
  typeof name === 'string' && name.trim().length > 0 && name.trim().length <= longestPasskeyName;
