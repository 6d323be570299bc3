import { sql } from 'kysely';
import type { ShareWays } from '#contract/progress.ts';
import { ProgressLimits } from '#contract/progress.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withUser } from '#server/platform/db/db.ts';
import { once, requestHash } from '#server/platform/idempotency/once.ts';
import { Refusal } from '#server/platform/refusal.ts';

const DAY_MS = 86_400_000;

export interface Share {
  readonly way: (typeof ShareWays)[number];
  readonly idempotency_key: string;
  /** The person's time zone, which determines when the month begins. */
  readonly time_zone: string;
}

/**
 * Stores that the person shared their invitation link. Retries of one click are counted once. Refuses more than fifty
 * shares by one person within a day. Returns how often the person has shared the link in this calendar month, for the
 * dashboard.
 */
export const noteShare = (
  ctx: Context,
  userId: string,
  { way, idempotency_key, time_zone }: Share,
): Promise<{ shares_friends: number }> =>
  withUser(ctx.db, userId, async (tx) => {
    const hash = requestHash('note_share', { way });
    await once(tx, { scope: userId, key: idempotency_key, hash }, async () => keepShare(ctx, tx, userId, way));
    const { begin } = await tx
      .selectNoFrom(sql<Date>`date_trunc('month', ${ctx.clock.now()}, ${time_zone})`.as('begin'))
      .executeTakeFirstOrThrow();
    return { shares_friends: (await sharesSince(tx, userId, begin)).length };
  });

async function keepShare(ctx: Context, tx: Tx, userId: string, way: string): Promise<null> {
  const lately = await sharesSince(tx, userId, new Date(ctx.clock.now().getTime() - DAY_MS));
  const [oldest] = lately;
  if (oldest && lately.length >= ProgressLimits.shares_a_day) throw tooMany(ctx, oldest.at);
  await tx.insertInto('share_notes').values({ user_id: userId, way, at: ctx.clock.now() }).execute();
  return null;
}

const sharesSince = (tx: Tx, userId: string, begin: Date): Promise<{ at: Date; way: string }[]> =>
  tx
    .selectFrom('share_notes')
    .select(['at', 'way'])
    .where('user_id', '=', userId)
    .where('at', '>=', begin)
    .orderBy('at')
    .execute();

/**
 * Returns the refusal for too many shares. It states that the next share is possible one day after the oldest counted
 * share.
 */
const tooMany = (ctx: Context, oldest: Date): Refusal =>
  new Refusal('RATE_LIMITED', {
    retry_after_s: Math.ceil((oldest.getTime() + DAY_MS - ctx.clock.now().getTime()) / 1000),
  });
