import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api';
import { isStorable } from '#contract/base.ts';
import type { Context } from '#server/platform/context.ts';
import { type AuthCall, originOf } from './auth-call.ts';
import { forgiveCode, forgiveSignIn, limitCode, limitReset, limitSignIn, limitSignUp } from './auth-limits.ts';
import { guardFactors } from './guard-factors.ts';
import { forgivePassword, limitPassword, requireConfirmation } from './confirm-password.ts';
import { longestPasskeyName } from '#contract/identity.ts';
import { checkOutward } from './professional/outward.ts';
import { noteSecurityChange } from './note-security-change.ts';
import { refuseWeakPassword } from './refuse-weak-password.ts';
import { checkSignUp } from './check-sign-up.ts';
import { rememberDevice } from './known-devices.ts';
import { deleteSessions, insertSecurityEvent, setCodeGiven } from './users.queries.ts';
import { spendCode } from './one-time-codes.ts';

type Body = Record<string, unknown>;

/** Runs our checks before Better Auth handles a call. Each check may refuse the call. */
export const beforeAuthCall = (ctx: Context) =>
  createAuthMiddleware(async (call) => {
    const body = (call.body ?? {}) as Body;
    if (!isBodyStorable(body)) throw new APIError('BAD_REQUEST', { code: 'INVALID_INPUT' });
    if (typeof body.email === 'string') {
      const mayGoOn = await limitCall(ctx, call, body.email);
      if (!mayGoOn) return call.json(resetAsked);
    }
    if (call.path === '/sign-up/email') return { context: { body: await checkSignUp(ctx, body) } };
    if (call.path === '/change-password') {
      const checked = await checkChange(ctx, call, body);
      await limitPassword(ctx, call);
      return { context: { body: checked } };
    }
    if (call.path === '/sign-out') await signOutEverywhere(ctx, call);
    await guardFactors(ctx, call);
    await limitPassword(ctx, call);
    if (call.path === '/passkey/generate-register-options') await checkNewKey(ctx, call);
    if (call.path === '/sign-in/social' || call.path === '/link-social') checkOutward(body);
    if (call.path === '/link-social') await checkNewKey(ctx, call);
    if (call.path === '/passkey/verify-registration' && body.createSession)
      throw new APIError('BAD_REQUEST', { code: 'INVALID_INPUT' });
    if (call.path === '/passkey/update-passkey' && !isPasskeyName(body.name))
      throw new APIError('BAD_REQUEST', { code: 'INVALID_INPUT' });
    // The service offers no trusted browsers, because staff could then sign in for a month without their second factor.
    if (call.path.startsWith('/two-factor/') && body.trustDevice)
      throw new APIError('BAD_REQUEST', { code: 'INVALID_INPUT' });
    if (call.path === '/two-factor/verify-totp') {
      const session = await getSessionFromCtx(call);
      if (session) await limitCode(ctx, session.user.id);
      await spendCode(ctx, call, body.code);
    }
    return;
  });

/**
 * Runs after a successful call. It stores that the browser is known, resets counts of tries, and handles changes of
 * passwords, second factors and passkeys.
 */
export const afterAuthCall = (ctx: Context) =>
  createAuthMiddleware(async (call) => {
    const { returned, session, newSession } = call.context;
    if (isAPIError(returned)) return;
    if (call.path === '/sign-in/email')
      await forgiveSignIn(ctx, (call.body as { email: string }).email, originOf(call.headers));
    if (newSession && !waitsForCode(call)) {
      await rememberDevice(ctx.db, newSession.user.id, originOf(call.headers).device, ctx.clock.now());
    }
    if (call.path === '/passkey/generate-authenticate-options')
      return call.json({ ...(returned as object), userVerification: 'required' });
    if (call.path === '/passkey/verify-authentication') return call.json({ status: true });
    if (!session) return;
    await forgivePassword(ctx, call, session.user.email);
    const keep = newSession?.session.token ?? session.session.token;
    if (call.path === '/two-factor/verify-totp') {
      await forgiveCode(ctx, session.user.id);
      await setCodeGiven(ctx.db, session.session.id, ctx.clock.now());
    }
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

/** Better Auth's answer to a request for a reset link. Known and unknown email addresses get the same answer. */
const resetAsked = {
  status: true,
  message: 'If this email exists in our system, check your email for the reset link',
};

/**
 * Counts the call against its limits. Returns false if the call must not continue. The browser then gets the same
 * answer as after a successful call.
 */
async function limitCall(ctx: Context, call: AuthCall, email: string): Promise<boolean> {
  const origin = originOf(call.headers);
  if (call.path === '/sign-in/email') await limitSignIn(ctx, email, origin);
  if (call.path === '/sign-up/email') await limitSignUp(ctx, email, origin);
  return call.path !== '/request-password-reset' || limitReset(ctx, email, origin);
}

/**
 * Returns true if the person has entered the password but must still enter the second factor. Until then the sign-in is
 * not complete, and Better Auth issues no session.
 */
const waitsForCode = (call: AuthCall): boolean =>
  call.path === '/sign-in/email' && Boolean(call.context.newSession?.user.twoFactorEnabled);

/** Checks a new password. The change ends all other sessions, whatever the request contains. */
async function checkChange(ctx: Context, call: AuthCall, body: Body): Promise<Body> {
  const session = await getSessionFromCtx(call);
  if (session) await refuseWeakPassword(ctx, body.newPassword, [session.user.name, session.user.email]);
  return { ...body, revokeOtherSessions: true };
}

async function signOutEverywhere(ctx: Context, call: AuthCall): Promise<void> {
  const session = await getSessionFromCtx(call);
  if (session) await endAllSessions(ctx, session.user.id);
}

/**
 * Signs a person out in all browsers. Every browser gets a live event at once, and the person's cookies and photo links
 * stop working.
 */
async function endAllSessions(ctx: Context, userId: string): Promise<void> {
  const ended = await deleteSessions(ctx.db, userId);
  if (ended > 0) await tellSessionsEnded(ctx, userId);
}

/** Logs that all sessions of a person have ended, revokes photo links, and sends a live event to the browsers. */
async function tellSessionsEnded(ctx: Context, userId: string): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    await insertSecurityEvent(tx, userId, 'signed_out_everywhere');
    await ctx.photos.revokeLinks(tx, userId);
    await ctx.realtime.publish(tx, { userId }, { kind: 'session.ended' });
  });
}

/**
 * Refuses to add a passkey or a link to the OpenID provider, unless the person entered the password in this session
 * within the last five minutes.
 */
async function checkNewKey(ctx: Context, call: AuthCall): Promise<void> {
  const session = await getSessionFromCtx(call);
  if (session) await requireConfirmation(ctx, session.session.id);
}

/**
 * Returns false if a field contains text that the database cannot store. Our checks run before Better Auth validates
 * the body, and use its fields in queries. A password is never stored.
 */
const isBodyStorable = (body: Body): boolean =>
  Object.entries(body).every(
    ([field, value]) => typeof value !== 'string' || /password/i.test(field) || isStorable(value),
  );

const isPasskeyName = (name: unknown): boolean =>
  typeof name === 'string' && name.trim().length > 0 && name.trim().length <= longestPasskeyName;
