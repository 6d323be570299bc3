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
}

/**
 * Counts one share per click, and refuses more than fifty shares within a day. Returns the number of shares with
 * friends in the last 31 days.
 */
export const noteShare = (
  ctx: Context,
  userId: string,
  { way, idempotency_key }: Share,
): Promise<{ shares_friends: number }> =>
  withUser(ctx.db, userId, async (tx) => {
    const hash = requestHash('note_share', { way });
    await once(tx, { scope: userId, key: idempotency_key, hash }, async () => keepShare(ctx, tx, userId, way));
    return { shares_friends: (await sharesSince(ctx, tx, userId, 31)).length };
  });

async function keepShare(ctx: Context, tx: Tx, userId: string, way: string): Promise<null> {
  const lately = await sharesSince(ctx, tx, userId, 1);
  const [oldest] = lately;
  if (oldest && lately.length >= ProgressLimits.shares_a_day) throw tooMany(ctx, oldest.at);
  await tx.insertInto('share_notes').values({ user_id: userId, way, at: ctx.clock.now() }).execute();
  return null;
}

const sharesSince = (ctx: Context, tx: Tx, userId: string, days: number): Promise<{ at: Date; way: string }[]> =>
  tx
    .selectFrom('share_notes')
    .select(['at', 'way'])
    .where('user_id', '=', userId)
    .where('at', '>', new Date(ctx.clock.now().getTime() - days * DAY_MS))
    .orderBy('at')
    .execute();

/**
 * Returns the refusal for too many shares. The next share is possible one day after the oldest share that was counted.
 */
const tooMany = (ctx: Context, oldest: Date): Refusal =>
  new Refusal('RATE_LIMITED', {
    retry_after_s: Math.ceil((oldest.getTime() + DAY_MS - ctx.clock.now().getTime()) / 1000),
  });
