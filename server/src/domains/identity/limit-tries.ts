import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/db/db.ts';

export interface TryLimit {
  readonly max: number;
  readonly window_s: number;
}

/**
 * Counts one try for a subject, and returns the number of seconds until the next try is possible. The result is 0 if
 * this try is allowed. The subject is, for example, an account, an email address with or without an account, a network
 * address or a phone number. Better Auth counts only by network address. Counting by account also stops attacks on one
 * account from many addresses. Only a hash of the subject is stored. We use a separate table, because Better Auth's
 * table forgets a count after at most a minute.
 */
export async function countTry(db: Db | Tx, action: string, subject: string, limit: TryLimit): Promise<number> {
  const key = keyOf(action, subject);
  const now = new Date();
  const windowStart = new Date(now.getTime() - limit.window_s * 1000);
  const { rows } = await sql<{ count: number; since: Date }>`
    insert into tries as t (key, count, since) values (${key}, 1, ${now})
    on conflict (key) do update set
      count = case when t.since <= ${windowStart} then 1 else t.count + 1 end,
      since = case when t.since <= ${windowStart} then ${now} else t.since end
    returning t.count, t.since`.execute(db);
  const row = rows[0];
  if (!row || row.count <= limit.max) return 0;
  return Math.max(1, Math.ceil((row.since.getTime() + limit.window_s * 1000 - now.getTime()) / 1000));
}

/** Resets the count of tries for a subject. It is called after a successful try. */
export const forgetTries = (db: Db | Tx, action: string, subject: string): Promise<unknown> =>
  db.deleteFrom('tries').where('key', '=', keyOf(action, subject)).execute();

/** Reduces the count of tries by one. */
export const forgiveTry = (db: Db | Tx, action: string, subject: string): Promise<unknown> =>
  db
    .updateTable('tries')
    .set((eb) => ({ count: eb('count', '-', 1) }))
    .where('key', '=', keyOf(action, subject))
    .where('count', '>', 0)
    .execute();

const keyOf = (action: string, subject: string): string =>
  `${action}|${createHash('sha256').update(subject.trim().toLowerCase()).digest('base64url')}`;
