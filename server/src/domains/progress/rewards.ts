import type { Reward } from '#contract/progress.ts';
import type { Context } from '#server/platform/context.ts';
import { withStaff, withSystem, withUser } from '#server/platform/db/db.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { boardOf, publicOnes } from './achievement.ts';
import './events.ts';
import { ANY_ZONE, readFacts } from './facts.ts';

const rewardOf = async (ctx: Context, userId: string, id: Reward['id']): Promise<Reward> => {
  const found = boardOf(await readFacts(ctx, userId, ANY_ZONE)).rewards.find((reward) => reward.id === id);
  if (!found) throw new Refusal('NOT_FOUND');
  return found;
};

/** Claims a reward. Each reward can be claimed only once. The team then hands it out. */
export async function claimReward(ctx: Context, userId: string, id: Reward['id']): Promise<Reward> {
  const reward = await rewardOf(ctx, userId, id);
  if (reward.locked) throw new Refusal('REWARD_LOCKED');
  await withUser(ctx.db, userId, async (tx) => {
    const claim = await tx
      .insertInto('reward_claims')
      .values({ user_id: userId, reward: id, claimed_at: ctx.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (claim) await ctx.outbox.emit(tx, 'progress.rewardClaimed', { claim_id: claim.id });
  });
  return rewardOf(ctx, userId, id);
}

/**
 * Returns the achievements that a member shows to other people. The list is empty unless the member chose to show them.
 */
export const getMemberAchievements = (ctx: Context, userId: string) =>
  withSystem(ctx.system, async (tx) => {
    const rows = await tx
      .selectFrom('achievements_earned as e')
      .innerJoin('progress_settings as s', 's.user_id', 'e.user_id')
      .select('e.achievement')
      .where('e.user_id', '=', userId)
      .where('s.achievements_public', '=', true)
      .execute();
    return publicOnes(rows.map(({ achievement }) => achievement));
  });

/** Lists open claims first, the oldest at the top. After them it lists fulfilled claims, the last fulfilled first. */
export const listClaims = (ctx: Context, adminId: string) =>
  withStaff(ctx.db, adminId, async (tx) => {
    const rows = await tx
      .selectFrom('reward_claims as r')
      .innerJoin('users as u', 'u.id', 'r.user_id')
      .select(['r.id', 'u.name', 'u.email', 'r.reward', 'r.claimed_at', 'r.fulfilled_at'])
      .orderBy('r.fulfilled_at', (order) => order.desc().nullsFirst())
      .orderBy('r.claimed_at')
      .limit(500)
      .execute();
    return rows.map(({ reward, claimed_at, fulfilled_at, ...row }) => ({
      ...row,
      reward_id: reward as Reward['id'],
      claimed_at: claimed_at.toISOString(),
      fulfilled_at: fulfilled_at?.toISOString() ?? null,
    }));
  });

export const fulfilClaim = (ctx: Context, adminId: string, id: string): Promise<{ fulfilled_at: string }> =>
  withStaff(ctx.db, adminId, async (tx) => {
    const at = ctx.clock.now();
    await tx
      .updateTable('reward_claims')
      .set({ fulfilled_at: at, fulfilled_by: adminId })
      .where('id', '=', id)
      .where('fulfilled_at', 'is', null)
      .execute();
    const row = await tx.selectFrom('reward_claims').select('fulfilled_at').where('id', '=', id).executeTakeFirst();
    if (!row?.fulfilled_at) throw new Refusal('NOT_FOUND');
    return { fulfilled_at: row.fulfilled_at.toISOString() };
  });
