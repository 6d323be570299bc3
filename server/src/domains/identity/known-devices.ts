import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { cookieIn, hostCookie, hostCookieName } from '#server/platform/http/cookies.ts';
import type { RequestHeaders } from '#server/platform/http/exchange.ts';

/**
 * The cookie that identifies a browser. Each browser gets its own random secret at a sign-up or sign-in, and scripts
 * cannot read it. For each browser in which a person signed in, the account stores a hash of the secret. A signed
 * cookie would not be safer. The secret alone gives no access and cannot be guessed, and deleting the hash revokes it.
 */
const NAME = 'flaira_device';
const FORM = /^[\w-]{43}$/;
/** The lifetime of the cookie. Browsers store a cookie for 400 days at most. */
export const DEVICE_LIFE_DAYS = 365;
const MOST_DEVICES = 20;

/** The internal header that passes the secret to the handlers of Better Auth. It is never accepted from a client. */
export const DEVICE_HEADER = 'x-flaira-device';

/** Returns the secret of this browser, or a new one if the browser has none. */
export function deviceIn(headers: RequestHeaders, publicUrl: string): string {
  const value = cookieIn(headers, hostCookieName(NAME, publicUrl)) ?? '';
  return FORM.test(value) ? value : randomBytes(32).toString('base64url');
}

export const deviceCookie = (secret: string, publicUrl: string): string =>
  hostCookie(NAME, secret, DEVICE_LIFE_DAYS * 86_400, publicUrl);

export const deviceHash = (userId: string, secret: string): Buffer =>
  createHash('sha256').update(`${userId}:${secret}`).digest();

/**
 * Returns true if the owner of the account with this email address has signed in in this browser before. It runs one
 * statement, whether the account exists or not.
 */
export async function isKnownDevice(db: Db, email: string, secret: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from users u
    join known_devices d on d.user_id = u.id and d.device_hash = sha256(convert_to(u.id || ':' || ${secret}, 'UTF8'))
    where u.email = ${email}`.execute(db);
  return rows.length > 0;
}

/**
 * Stores that the owner of the account signed in in this browser. Only the most recently used browsers of an account
 * stay stored.
 */
export async function rememberDevice(tx: Db | Tx, userId: string, secret: string, now: Date): Promise<void> {
  await tx
    .insertInto('known_devices')
    .values({ user_id: userId, device_hash: deviceHash(userId, secret), last_used_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'device_hash']).doUpdateSet({ last_used_at: now }))
    .execute();
  await tx
    .deleteFrom('known_devices')
    .where('user_id', '=', userId)
    .where('device_hash', 'in', (eb) =>
      eb
        .selectFrom('known_devices')
        .select('device_hash')
        .where('user_id', '=', userId)
        .orderBy('last_used_at', 'desc')
        .offset(MOST_DEVICES),
    )
    .execute();
}

export const forgetDevices = (tx: Db | Tx, userId: string): Promise<unknown> =>
  tx.deleteFrom('known_devices').where('user_id', '=', userId).execute();
