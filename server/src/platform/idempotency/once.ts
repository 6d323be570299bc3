import { createHash } from 'node:crypto';
import type { Tx } from '../db/db.ts';
import { invalidInput } from '../refusal.ts';

export interface OnceKey {
  /** Owner of the keys: the id of a user, or `visitor:` and a value that stays the same in one browser. */
  readonly scope: string;
  /** UUID that the client chose. It is the same for the first request of a click and all its retries. */
  readonly key: string;
  /** Result of `requestHash(procedure, input)`. The same key with another input is refused. */
  readonly hash: string;
}

/** Returns the SHA-256, in hex, of the name of a procedure and its input. The order of properties does not matter. */
export function requestHash(procedure: string, input: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([procedure, input], sorted))
    .digest('hex');
}

const sorted = (_key: string, value: unknown): unknown =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort())
    : value;

/**
 * Runs `run` once per key and returns its result. A second call with the same key within a day returns the same result
 * without running anything. If the first call is still running, the second call waits for it. If `run` throws, the key
 * stays unused, so the client may try again.
 *
 * @param run its result is stored as JSON, so it must contain only ids and small values, and no personal data
 * @throws Refusal INVALID_INPUT { idempotency_key: ['reused'] } if the key was used for another input
 */
export async function once<T>(tx: Tx, { scope, key, hash }: OnceKey, run: () => Promise<T>): Promise<T> {
  const inserted = await tx
    .insertInto('idempotency_keys')
    .values({ scope, key, request_hash: hash })
    .onConflict((conflict) => conflict.columns(['scope', 'key']).doNothing())
    .executeTakeFirst();
  if (!inserted.numInsertedOrUpdatedRows) return earlierAnswer(tx, { scope, key, hash });
  const result = await run();
  await tx
    .updateTable('idempotency_keys')
    .set({ response: JSON.stringify(result ?? null) })
    .where('scope', '=', scope)
    .where('key', '=', key)
    .execute();
  return result;
}

async function earlierAnswer<T>(tx: Tx, { scope, key, hash }: OnceKey): Promise<T> {
  const row = await tx
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'response'])
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  if (row.request_hash !== hash) throw invalidInput({ idempotency_key: ['reused'] });
  return row.response as T;
}

/** Removes keys older than a day. Clients stop trying again long before that. */
export async function forgetOldKeys(tx: Tx, now: Date): Promise<void> {
  await tx
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', new Date(now.getTime() - 86_400_000))
    .execute();
}
