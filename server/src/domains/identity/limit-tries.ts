import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/db/db.ts';

export interface TryLimit {
  readonly max: number;
  readonly window_s: number;
}

/**
 * Counts one try for a subject, and answers in how many seconds the next one may succeed; 0: this one may. The subject is an e-mail, whether an account has
 * it or not (Better Auth counts by address; this stops many addresses that try one account), an account, or an address. It is stored as a hash only.
 */
export async function countTry(db: Db | Tx, action: string, subject: string, limit: TryLimit): Promise<number> {
  const key = keyOf(action, subject);
  const now = Date.now();
  const windowStart = now - limit.window_s * 1000;
  const { rows } = await sql<{ count: number; last_request: number }>`
    insert into rate_limits as r (key, count, last_request) values (${key}, 1, ${now})
    on conflict (key) do update set
      count = case when r.last_request <= ${windowStart} then 1 else r.count + 1 end,
      last_request = case when r.last_request <= ${windowStart} then ${now} else r.last_request end
    returning r.count, r.last_request`.execute(db);
  const row = rows[0];
  if (!row || row.count <= limit.max) return 0;
  return Math.max(1, Math.ceil((row.last_request + limit.window_s * 1000 - now) / 1000));
}

/** A try that succeeded was no guess. */
export const forgetTries = (db: Db | Tx, action: string, subject: string): Promise<unknown> =>
  db.deleteFrom('rate_limits').where('key', '=', keyOf(action, subject)).execute();

const keyOf = (action: string, subject: string): string =>
  `try|${action}|${createHash('sha256').update(subject.trim().toLowerCase()).digest('base64url')}`;
