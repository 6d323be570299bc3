import { findUser, listAdmins, mailPerson } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Registered } from '#server/platform/domain.ts';
import { watchAchievements } from './earn-achievements.ts';
import './events.ts';
import { progressRouter } from './handlers.ts';
import './progress.table.ts';
import { hideSharedScore, refreshSharedScore } from './shared-score.ts';
import { progressData } from './personal.ts';

export { joinChallenge } from './challenges.ts';
export { acceptInvite, confirmFriend } from './friends.ts';
export { getDashboardSummary } from './get-dashboard-summary.ts';
export { getMyInvite } from './invites.ts';
export { listProducts, saveProduct } from './products.ts';
export { noteShare } from './shares.ts';

/**
 * Registers the domain of the dashboard's counts, friends, challenges, achievements and products. The service calls
 * this function once before it starts to listen.
 */
export function register(ctx: Context) {
  ctx.personal.add(progressData);
  const name = 'progress';
  ctx.outbox.on('simulation.skinScored', ({ payload }) => refreshSharedScore(ctx, payload.user_id), { name });
  ctx.outbox.on(
    'identity.consentWithdrawn',
    async ({ payload }) => {
      if (payload.purpose === 'simulation') await hideSharedScore(ctx, payload.user_id);
    },
    { name },
  );
  for (const [topic, template] of [
    ['progress.friendAsked', 'friend_asked'],
    ['progress.friendConnected', 'friend_connected'],
  ] as const)
    ctx.outbox.on(
      topic,
      async ({ payload: { connection_id, user_id } }) => {
        const person = await findUser(ctx.db, user_id);
        const key = `${template}:${connection_id}`;
        if (person) await mailPerson(ctx, ctx.db, person, template, { path: '/friends', key });
      },
      { name },
    );
  ctx.outbox.on(
    'progress.rewardClaimed',
    async ({ payload: { claim_id } }) => {
      for (const admin of await listAdmins(ctx.db))
        await mailPerson(ctx, ctx.db, admin, 'reward_claimed', {
          path: '/admin/products',
          key: `${claim_id}:${admin.id}`,
        });
    },
    { name },
  );
  watchAchievements(ctx);
  return { router: progressRouter(ctx) } satisfies Registered;
}
