import { authorOf } from '#server/domains/community/index.ts';
import { findUser, mailPerson } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { newlyReached } from './achievement.ts';
import './events.ts';
import { ANY_ZONE, type Facts, readFacts } from './facts.ts';
import { partiesOf } from './friends.queries.ts';
import './progress.table.ts';

/**
 * Checks a person's achievements after every event that may count towards one. A new achievement is therefore announced
 * at once, not only at the person's next visit.
 */
export function watchAchievements(ctx: Context): void {
  const look = async (userId: string | null) => {
    if (userId) await keepEarned(ctx, userId, await readFacts(ctx, userId, ANY_ZONE));
  };
  const options = { name: 'achievements' };
  ctx.outbox.on('intake.leadAttached', ({ payload }) => look(payload.user_id), options);
  ctx.outbox.on('intake.photosChanged', ({ payload }) => look(payload.user_id), options);
  ctx.outbox.on('simulation.published', ({ payload }) => look(payload.user_id), options);
  ctx.outbox.on('community.posted', async ({ payload }) => look(await authorOf(ctx.db, payload.post_id)), options);
  ctx.outbox.on(
    'community.commented',
    async ({ payload }) => look(await authorOf(ctx.db, payload.comment_id)),
    options,
  );
  ctx.outbox.on(
    'progress.friendConnected',
    async ({ payload }) => {
      for (const id of await withSystem(ctx.system, (tx) => partiesOf(tx, payload.connection_id))) await look(id);
    },
    options,
  );
}

/**
 * Stores newly reached achievements and announces each one once. Only the transaction that inserts the row sends the
 * notification.
 */
export async function keepEarned(ctx: Context, userId: string, facts: Facts): Promise<void> {
  const reached = newlyReached(facts);
  if (reached.length === 0) return;
  await withSystem(ctx.system, async (tx) => {
    const person = await findUser(tx, userId);
    if (person?.role !== 'patient') return;
    for (const achievement of reached) {
      const kept = await tx
        .insertInto('achievements_earned')
        .values({ user_id: userId, achievement, earned_at: ctx.clock.now() })
        .onConflict((conflict) => conflict.doNothing())
        .returning('achievement')
        .executeTakeFirst();
      if (kept)
        await mailPerson(ctx, tx, person, 'achievement_earned', {
          path: '/dashboard#achievements',
          about: achievement,
          key: `achievement_earned:${achievement}:${userId}`,
        });
    }
  });
}
