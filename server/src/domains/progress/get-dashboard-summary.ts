import type { ReadingLanguage } from '#contract/base.ts';
import type { DashboardSummary } from '#contract/progress.ts';
import type { Context } from '#server/platform/context.ts';
import { boardOf } from './achievement.ts';
import { keepEarned } from './earn-achievements.ts';
import { readFacts } from './facts.ts';
import { showFriend } from './friend.ts';
import { monthOf } from './month.ts';
import { recommend } from './recommend.ts';
import { skinCard } from './skin-card.ts';

export async function getDashboardSummary(
  ctx: Context,
  userId: string,
  zone: string,
  language: ReadingLanguage,
): Promise<DashboardSummary> {
  const facts = await readFacts(ctx, userId, zone);
  await keepEarned(ctx, userId, facts);
  const mine = facts.scores.at(-1)?.overall ?? null;
  return {
    skin_score: skinCard(facts),
    friends: facts.friends.map((friend) => showFriend(friend, mine)),
    friends_count: facts.friends_count,
    friend_requests: facts.friend_requests,
    progress: monthOf(facts),
    counts: { before: facts.poses, photos: facts.photos },
    achievements: boardOf(facts),
    recommended_products: recommend(facts, language),
    trending_topics: [...facts.topics],
    appointments: facts.appointments.map(({ id, scheduled_at, ...visit }) => ({
      ...visit,
      appointment_id: id,
      scheduled_at: new Date(scheduled_at).toISOString(),
    })),
  };
}
