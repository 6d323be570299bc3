import type { ReadingLanguage } from '#contract/base.ts';
import { type DashboardSummary, type MonthlyProgress, ProgressLimits } from '#contract/progress.ts';
import type { Context } from '#server/platform/context.ts';
import { boardOf } from './achievement.ts';
import { keepEarned } from './earn-achievements.ts';
import { type Facts, readFacts } from './facts.ts';
import { showFriend } from './friend.ts';
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

export function monthOf(facts: Facts): MonthlyProgress {
  const monthly_target = facts.settings?.monthly_target ?? ProgressLimits.monthly_target;
  const { uploads_month, challenges_joined, challenges_completed, shares_friends, shares_community } = facts;
  return {
    uploads_month,
    monthly_target,
    percent: percentOf(uploads_month, monthly_target),
    challenges_joined,
    challenges_completed,
    shares_friends,
    shares_community,
    weekly_uploads: facts.weekly_uploads,
  };
}

/** Returns the uploads as a percentage of the target, from 0 to 100. A target below 1 is treated as 1. */
export const percentOf = (uploads: number, target: number): number =>
  Math.round(Math.min(100, Math.max(0, (uploads / Math.max(1, target)) * 100)));
