import { APIError } from 'better-auth/api';
import type { Context } from '#server/platform/context.ts';
import { networkOf } from '#server/platform/limits/network-of.ts';
import type { Origin } from './auth-call.ts';
import { isKnownDevice } from './known-devices.ts';
import { countTry, forgetTries, forgiveTry, type TryLimit } from './limit-tries.ts';

/**
 * Limits how often a password may be tried, an account may be created, and a link may be emailed. Guessing is then
 * hopeless, and a stranger cannot lock out the owner of an account.
 *
 * Within a quarter of an hour a password may be tried
 * - ten times in a browser in which the owner of the account has signed in before. Tries in other browsers do not count
 *   here. Only the owner has the cookie of such a browser.
 * - ten times from one address (with IPv6, one network) in all other browsers, and forty times from all addresses
 * together.
 *
 * A stranger at one address can use up only the ten tries of that address. Strangers at many addresses can use up the
 * forty tries. This limits guessing to 160 tries an hour, and a password takes at least 10^8 guesses. Once the forty
 * tries are used up, browsers that are new to the account are refused for at most a quarter of an hour. In a new
 * browser, the owner can still use a passkey or an emailed link. After the owner has used the link, the browser is a
 * known browser.
 *
 * A try with the right password does not count, because its count is reversed.
 */

const QUARTER_S = 15 * 60;
const HOUR_S = 3600;
const SIGN_IN = '/sign-in/email';
const ofDevice: TryLimit = { max: 10, window_s: QUARTER_S };
const ofAddress: TryLimit = { max: 10, window_s: QUARTER_S };
const ofAllStrangers: TryLimit = { max: 40, window_s: QUARTER_S };

/**
 * Counts a try to sign in.
 * @throws APIError 429
 */
export async function limitSignIn(ctx: Context, email: string, origin: Origin): Promise<void> {
  if (await isKnownDevice(ctx.db, normal(email), origin.device)) {
    return refuse(await countTry(ctx.db, `${SIGN_IN}|device`, `${normal(email)} ${origin.device}`, ofDevice));
  }
  // The second limit counts only calls that pass the first limit. One address therefore cannot use up the tries of all
  // addresses.
  refuse(await countTry(ctx.db, `${SIGN_IN}|address`, `${normal(email)} ${networkOf(origin.address)}`, ofAddress));
  refuse(await countTry(ctx.db, SIGN_IN, email, ofAllStrangers));
}

/**
 * Called after the right password. Resets the count of the browser or of the address, and reverses this try in the
 * count of all addresses.
 */
export async function forgiveSignIn(ctx: Context, email: string, origin: Origin): Promise<void> {
  if (await isKnownDevice(ctx.db, normal(email), origin.device)) {
    await forgetTries(ctx.db, `${SIGN_IN}|device`, `${normal(email)} ${origin.device}`);
    return;
  }
  await forgetTries(ctx.db, `${SIGN_IN}|address`, `${normal(email)} ${networkOf(origin.address)}`);
  await forgiveTry(ctx.db, SIGN_IN, email);
}

const SIGN_UP = '/sign-up/email';
const signUps: TryLimit = { max: 6, window_s: HOUR_S };
const allSignUps: TryLimit = { max: 12, window_s: HOUR_S };

/**
 * Counts a sign-up, because each sign-up may send an email.
 * @throws APIError 429, for known and unknown addresses alike
 */
export async function limitSignUp(ctx: Context, email: string, { address }: Origin): Promise<void> {
  refuse(await countTry(ctx.db, `${SIGN_UP}|address`, `${normal(email)} ${networkOf(address)}`, signUps));
  refuse(await countTry(ctx.db, SIGN_UP, email, allSignUps));
}

const CODE = '/two-factor/verify-totp';
const codes: TryLimit = { max: 10, window_s: QUARTER_S };

/**
 * Counts a code of the authenticator app that a signed-in person enters, for example to sign a plan. Better Auth counts
 * codes only while a person signs in.
 * @throws APIError 429
 */
export const limitCode = async (ctx: Context, userId: string): Promise<void> =>
  refuse(await countTry(ctx.db, CODE, userId, codes));

/** Resets the count after the right code. */
export const forgiveCode = (ctx: Context, userId: string): Promise<unknown> => forgetTries(ctx.db, CODE, userId);

const RESET = '/request-password-reset';
const resetsOfAddress: TryLimit = { max: 10, window_s: HOUR_S };
/**
 * The limit on emails with links for one email address. A link is valid for an hour. If the limit refuses an email, the
 * newest link was sent less than half an hour ago. That link is therefore valid for at least another half an hour.
 */
const resetMails: TryLimit = { max: 3, window_s: HOUR_S / 2 };

/**
 * Counts a request for a link. Returns whether an email may be sent. The person who requests the link does not learn
 * the result. If no email may be sent, the owner's mailbox already contains emails with links. The newest of these
 * links is valid, regardless of who requested it.
 *
 * @throws APIError 429 for a network address that requests too many links, for any account
 */
export async function limitReset(ctx: Context, email: string, { address }: Origin): Promise<boolean> {
  refuse(await countTry(ctx.db, `${RESET}|address`, networkOf(address), resetsOfAddress));
  return (await countTry(ctx.db, RESET, email, resetMails)) === 0;
}

function refuse(retry_after_s: number): void {
  if (retry_after_s > 0) throw new APIError('TOO_MANY_REQUESTS', { code: 'RATE_LIMITED', retry_after_s });
}

const normal = (email: string): string => email.trim().toLowerCase();
