import { createHash, randomUUIDv7 } from 'node:crypto';
import { type BetterAuthOptions, betterAuth } from 'better-auth';
import { APIError, isAPIError } from 'better-auth/api';
import { twoFactor } from 'better-auth/plugins';
import type { SignInMethods } from '#contract/account.ts';
import type { Role } from '#contract/base.ts';
import { PasswordRule } from '#contract/identity.ts';
import type { Config, OpenIdConfig } from '#server/platform/config/config.ts';
import type { Context } from '#server/platform/context.ts';
import { announceConfirmation } from './announce-confirmation.ts';
import { ADDRESS_HEADER, originOf } from './auth-call.ts';
import { afterAuthCall, beforeAuthCall } from './auth-hooks.ts';
import {
  accountModel,
  rateLimitModel,
  sessionModel,
  twoFactorSchema,
  userModel,
  verificationModel,
} from './auth-tables.ts';
import { AuthTransaction } from './auth-transaction.ts';
import { CONFIRM_PATH, confirmAddress } from './confirm-address.ts';
import { confirmPassword } from './confirm-password.ts';
import { mailConfirmation, mailExistingAccount, mailReset } from './mail-account.ts';
import { countryIn } from './own/use-of-session.ts';
import { passkeys } from './passkeys.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { checkClaims } from './professional/check-claims.ts';
import { noteLink } from './professional/own-link.ts';
import { type discover, professionalProvider, PROVIDER } from './professional/provider.ts';
import { resetAccount } from './reset-account.ts';
import { insertSecurityEvent } from './users.queries.ts';

const DAY_S = 24 * 3600;
const HOUR_S = 3600;
const HOUR_MS = 3_600_000;
/** The path to which the OpenID provider for doctors sends the browser after a sign-in. */
const CALLBACK = '/callback/:id';

/**
 * Returns true for calls that prove two factors. A passkey proves two: the device, and the finger, face or code that
 * unlocks the device (`passkeys.ts` requires both). A sign-in at the OpenID provider also proves two. `check-claims.ts`
 * requires the provider's statement that it checked two factors.
 */
const isTwoFactors = (path = ''): boolean =>
  path.startsWith('/two-factor/verify-') || path === '/passkey/verify-authentication' || path === CALLBACK;

export type Auth = ReturnType<typeof createAuth>;
interface Provider {
  readonly config: OpenIdConfig;
  readonly found: Awaited<ReturnType<typeof discover>>;
}
type Passwords = NonNullable<BetterAuthOptions['emailAndPassword']>;
type Confirmations = NonNullable<BetterAuthOptions['emailVerification']>;
type AccountHooks = NonNullable<NonNullable<BetterAuthOptions['databaseHooks']>['account']>;
type SessionHooks = NonNullable<NonNullable<BetterAuthOptions['databaseHooks']>['session']>['create'];

/**
 * Sets up Better Auth with our tables. handle-auth.ts decides which of its paths exist under /api/auth. An account can
 * be used only after its address was confirmed. A session stores whether it passed a second factor.
 *
 * @param provider the OpenID provider for doctors, once its discovery document was read; `professional/door.ts` creates
 * the instance with a provider
 */
export function createAuth(ctx: Context, provider?: Provider) {
  const transaction = new AuthTransaction(ctx.db);
  const { publicUrl } = ctx.config;
  return betterAuth({
    appName: 'Flaira',
    baseURL: publicUrl,
    basePath: '/api/auth',
    ...secretsOf(ctx),
    trustedOrigins: [publicUrl],
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      log: (_level, message) => ctx.log.error({ part: 'accounts' }, withoutAddresses(message)),
    },
    onAPIError: {
      ...(provider && { errorURL: `${publicUrl}/login?mode=signin&by=${PROVIDER}` }),
      onError: (error) =>
        void (isAPIError(error) || ctx.log.error({ err: error, part: 'accounts' }, 'accounts failed')),
    },
    database: { db: transaction.observed, type: 'postgres', transaction: true },
    advanced: {
      // The checks of origin and CSRF are switched on explicitly, because Better Auth switches them off in a test
      // environment.
      disableOriginCheck: false,
      disableCSRFCheck: false,
      cookiePrefix: 'flaira',
      useSecureCookies: publicUrl.startsWith('https:'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' },
      // The schema is not validated at each start, because this would read the whole catalogue and take 0.1 s. Our
      // migrations create the tables, and a test compares them.
      database: { generateId: () => randomUUIDv7(), validateSchema: false },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
    },
    user: { ...userModel, ...(provider && { validateUserInfo: checkClaims(ctx, provider.config) }) },
    session: {
      ...sessionModel,
      expiresIn: 7 * DAY_S,
      updateAge: DAY_S,
      // 0 switches off Better Auth's own rule that a new passkey requires a recent sign-in. Our rule is stricter: it
      // requires a recent check of the password (`auth-hooks.ts`).
      freshAge: 0,
      cookieCache: { enabled: false },
    },
    account: {
      ...accountModel,
      updateAccountOnSignIn: false,
      // Only a signed-in person can link an account, so the email address at the provider does not matter.
      accountLinking: {
        enabled: true,
        trustedProviders: [PROVIDER],
        disableImplicitLinking: true,
        allowDifferentEmails: true,
      },
    },
    verification: verificationModel,
    rateLimit,
    emailAndPassword: passwords(ctx, transaction),
    emailVerification: confirmations(ctx, transaction),
    databaseHooks: { session: { create: newSession(ctx, transaction) }, account: ownAccount(ctx) },
    hooks: { before: beforeAuthCall(ctx), after: afterAuthCall(ctx) },
    plugins: [
      twoFactor({ issuer: 'Flaira', schema: twoFactorSchema, backupCodeOptions: { amount: 10 } }),
      passkeys(publicUrl),
      confirmPassword(ctx),
      confirmAddress(ctx),
      resetAccount(ctx),
      ...(provider ? [professionalProvider(provider.config, provider.found)] : []),
    ],
  });
}

/** The limits for calls from one network address. */
const rateLimit = {
  ...rateLimitModel,
  enabled: true,
  storage: 'database',
  window: 10,
  max: 300,
  // Calls are counted by network address. A count is reset `window` seconds after the last allowed call. Several people
  // in one office may share an address. These limits only stop floods. The limits by email address (auth-limits.ts)
  // stop guessing.
  customRules: {
    '/sign-in/email': { window: 20, max: 20 },
    '/sign-up/email': { window: 60, max: 20 },
    '/request-password-reset': { window: 60, max: 10 },
    '/reset-password': { window: 60, max: 20 },
    '/change-password': { window: 60, max: 20 },
    '/two-factor/*': { window: 30, max: 20 },
    '/passkey/*': { window: 30, max: 40 },
    '/confirm-password': { window: 60, max: 20 },
    '/review-reset': { window: 60, max: 20 },
    '/sign-in/social': { window: 60, max: 20 },
    '/link-social': { window: 60, max: 20 },
    '/callback/*': { window: 60, max: 20 },
    [CONFIRM_PATH]: { window: 60, max: 20 },
  },
} as const;

const passwords = (ctx: Context, transaction: AuthTransaction): Passwords => ({
  enabled: true,
  requireEmailVerification: true,
  autoSignIn: false,
  minPasswordLength: PasswordRule.min,
  maxPasswordLength: PasswordRule.max,
  resetPasswordTokenExpiresIn: HOUR_S,
  password: { hash: hashPassword, verify: verifyPassword },
  sendResetPassword: ({ user, token }) => mailReset(ctx, transaction.current, user.id, token),
  onExistingUserSignUp: ({ user }) => mailExistingAccount(ctx, transaction.current, user.id),
});

const confirmations = (ctx: Context, transaction: AuthTransaction): Confirmations => ({
  sendOnSignUp: true,
  sendOnSignIn: true,
  autoSignInAfterVerification: false,
  // The email contains our own link. The link belongs to this account and to the browser in which the password was
  // entered. Better Auth's own link would confirm whichever account has the address when the link is opened.
  sendVerificationEmail: ({ user }, request) =>
    mailConfirmation(ctx, transaction.current, user.id, originOf(request?.headers).device),
});

/** Adds data about the sign-in to a new session. */
const newSession = (ctx: Context, transaction: AuthTransaction): SessionHooks => ({
  before: async (session, call) => {
    const role = await refuseSuspended(ctx, session.userId);
    const data = {
      second_factor: isTwoFactors(call?.path),
      method: methodOf(call?.path),
      country: countryIn(ctx, call?.headers),
    };
    return { data: { ...data, ends_at: endOfSession(ctx.config, role) } };
  },
  // Some accounts are created as confirmed, without an event. Their first sign-in emits the event.
  after: async (session) => {
    await insertSecurityEvent(transaction.current, session.userId, 'signed_in');
    await announceConfirmation(ctx, session.userId);
  },
});

/**
 * Returns the role of a person who may sign in, and refuses a suspended person. The person has already proved that the
 * account is their own, so the refusal may say that it is suspended.
 */
async function refuseSuspended(ctx: Context, userId: string): Promise<Role> {
  const user = await ctx.db
    .selectFrom('users')
    .select(['role', 'suspended_at'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (user?.suspended_at) throw new APIError('FORBIDDEN', { code: 'ACCOUNT_SUSPENDED' });
  return user?.role ?? 'patient';
}

const methodOf = (path = ''): (typeof SignInMethods)[number] =>
  path === CALLBACK ? 'professional' : path === '/passkey/verify-authentication' ? 'passkey' : 'password';

/**
 * Returns the latest end of a session that begins now. Using the session extends it to a week after the use, at most
 * once a day, and never beyond this end. A database trigger limits every extension to this end, regardless of the code
 * that writes it.
 */
const endOfSession = ({ sessionHours }: Pick<Config, 'sessionHours'>, role: Role): Date =>
  new Date(Date.now() + HOUR_MS * (role === 'patient' ? sessionHours.patient : sessionHours.staff));

/** We do not use the tokens of a provider, so we do not store them. */
const ownAccount = (ctx: Context): AccountHooks => ({
  create: {
    before: async () => ({ data: noTokens }),
    after: async ({ providerId, userId }) => {
      if (providerId === PROVIDER) await noteLink(ctx, userId);
    },
  },
  update: { before: async () => ({ data: noTokens }) },
});
const noTokens = { accessToken: null, refreshToken: null, idToken: null, scope: null };

/**
 * Returns the secrets for signing and encrypting. The current secret signs and encrypts. Earlier secrets only verify
 * and decrypt. The version of a secret is derived from the secret, so it needs no configuration. Data that was stored
 * when there was only one secret has no version. It is decrypted with the oldest secret.
 */
function secretsOf({ config: { authSecret, authSecretsBefore = [] } }: Context) {
  const all = [authSecret, ...authSecretsBefore];
  const numberOf = (secret: string): number => createHash('sha256').update(secret).digest().readUIntBE(0, 6);
  return { secret: all.at(-1), secrets: all.map((value) => ({ version: numberOf(value), value })) };
}

const withoutAddresses = (message: string): string => message.replace(/\S+@\S+/g, '(address)');
