import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { APIError } from 'better-auth/api';
import { verifyPassword as verifyScrypt } from 'better-auth/crypto';
import type { Context } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { createLaneQueue } from '#server/platform/workers/lane-queue.ts';

/** argon2id with 19 MiB, two passes and one lane (OWASP Password Storage Cheat Sheet). `memory` is in KiB. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const HEAD = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$`;

/**
 * The number of passwords that are hashed at the same time. Each hash needs 19 MiB for about 40 ms. Hashing more at the
 * same time would only be slower. With `WAITING` hashes in the queue, the last one waits for less than a second.
 */
const AT_ONCE = 2;
const WAITING = 40;
const RETRY_AFTER_S = 2;
const { inTurn } = createLaneQueue({ atOnce: AT_ONCE, waiting: WAITING });

/**
 * Hashes a password.
 * @throws APIError 503 `BUSY` if too many passwords are already waiting
 */
export const hashPassword = (password: string): Promise<string> =>
  queued(async () => {
    const salt = randomBytes(SALT_BYTES);
    return `${HEAD}${withoutPadding(salt)}$${withoutPadding(await derive(password, salt))}`;
  });

/**
 * Checks a password against its hash. The hash may also be a scrypt hash of an earlier release (`salt:key` in hex).
 *
 * @throws APIError 503 `BUSY` if too many passwords are already waiting
 */
export const verifyPassword = ({ hash, password }: { hash: string; password: string }): Promise<boolean> =>
  queued(async () => {
    if (isOutdated(hash)) return verifyScrypt({ hash, password });
    const [salt = '', due = ''] = hash.slice(HEAD.length).split('$');
    const expected = Buffer.from(due, 'base64');
    const found = await derive(password, Buffer.from(salt, 'base64'));
    return expected.length === found.length && timingSafeEqual(expected, found);
  });

/**
 * Replaces a hash that was made with an earlier method. The caller has just checked the password. If too many passwords
 * are waiting, the hash stays until the next sign-in.
 */
export async function renewHash({ db }: Context, userId: string, password: string): Promise<void> {
  const account = await db.selectFrom('accounts').select('password').where('user_id', '=', userId).executeTakeFirst();
  const old = account?.password;
  if (!old || !isOutdated(old)) return;
  const renewed = await hashPassword(password).catch(() => null);
  if (renewed === null) return;
  await db
    .updateTable('accounts')
    .set({ password: renewed })
    .where('user_id', '=', userId)
    .where('password', '=', old)
    .execute();
}

const isOutdated = (hash: string): boolean => !hash.startsWith(HEAD);

/** Computes the hash in a thread of libuv, so that the event loop is not blocked. */
const derive = (message: string, nonce: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    argon2('argon2id', { message: message.normalize('NFKC'), nonce, tagLength: HASH_BYTES, ...COST }, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  );

async function queued<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await inTurn(work);
  } catch (error) {
    // Better Auth understands only APIError, so a refusal is converted to one.
    throw error instanceof Refusal
      ? new APIError('SERVICE_UNAVAILABLE', { code: 'BUSY', retry_after_s: RETRY_AFTER_S })
      : error;
  }
}

const withoutPadding = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
