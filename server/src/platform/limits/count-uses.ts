import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import type { Allowance } from './policy.ts';

export interface Use extends Allowance {
  /**
   * `what` is the counted action. `whose` is the address or account that performs the action. The database stores only
   * a hash of `whose`.
   */
  readonly what: string;
  readonly whose: string;
  readonly amount: number;
}

/**
 * Counts uses in one statement, in rows that all processes share. For each use, returns 0 if the use is allowed, and
 * otherwise the seconds until another attempt may succeed. The rows are not in `rate_limits`, because Better Auth
 * deletes the rows of that table after a minute. Windows begin at whole multiples of their length, so that a row needs
 * no start time.
 */
export async function countUses(db: Db, uses: readonly Use[], now: number): Promise<number[]> {
  const counted = uses.map((use) => ({ ...use, key: keyOf(use, now) }));
  // Every call locks its rows in the same order, so that two calls never deadlock.
  const sorted = counted.toSorted((one, other) => (one.key < other.key ? -1 : 1));
  const { rows } = await sql<{ key: string; count: number }>`
    insert into tries as r (key, count, since)
    select u.key, u.amount, to_timestamp(${now}::double precision / 1000)
    from unnest(${sorted.map(({ key }) => key)}::text[], ${sorted.map(({ amount }) => amount)}::int[]) as u (key, amount)
    on conflict (key) do update set count = r.count + excluded.count
    returning r.key, r.count`.execute(db);
  const counts = new Map(rows.map(({ key, count }) => [key, count]));
  return counted.map((use) => ((counts.get(use.key) ?? 0) > use.max ? secondsLeft(use, now) : 0));
}

const windowOf = ({ window_s }: Allowance, now: number): number => Math.floor(now / (window_s * 1000));

const secondsLeft = (use: Allowance, now: number): number =>
  Math.max(1, Math.ceil(((windowOf(use, now) + 1) * use.window_s * 1000 - now) / 1000));

const keyOf = (use: Use, now: number): string =>
  `use|${use.what}|${windowOf(use, now)}|${createHash('sha256').update(use.whose).digest('base64url')}`;
