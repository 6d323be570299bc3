import { findNewestScore } from '#server/domains/simulation/index.ts';
import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { sql } from 'kysely';

/** Sets the score that friends may see to the newest signed score. */
export const refreshSharedScore = (ctx: Context, userId: string): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    const newest = await findNewestScore(tx, userId);
    if (!newest) return;
    const overall = Math.round(Number(newest.overall));
    const updated_at = ctx.clock.now();
    await tx
      .insertInto('friend_scores')
      .values({ user_id: userId, overall, updated_at })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ overall, updated_at }))
      .execute();
    const friends = await tx
      .selectFrom('friend_connections')
      .select(sql<string>`case when inviter_id = ${userId} then invitee_id else inviter_id end`.as('id'))
      .where(sql<boolean>`${userId}::uuid in (inviter_id, invitee_id)`)
      .where('connected_at', 'is not', null)
      .execute();
    for (const { id } of friends) await ctx.realtime.publish(tx, { userId: id }, { kind: 'friends.changed' });
  });

/** Hides a person's score from friends, because the person has withdrawn the consent to the analysis of their face. */
export const hideSharedScore = (ctx: Context, userId: string): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    await tx.deleteFrom('friend_scores').where('user_id', '=', userId).execute();
  });
