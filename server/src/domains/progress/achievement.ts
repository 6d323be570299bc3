import {
  type Achievement,
  type AchievementBoard,
  type AchievementId,
  Achievements,
  Rewards,
} from '#contract/progress.ts';
import type { Facts } from './facts.ts';

const once = (happened: boolean): number => (happened ? 1 : 0);

/** Functions that count a person's progress towards each achievement from the facts about the person. */
const counts: Readonly<Record<AchievementId, (facts: Facts) => number>> = {
  first_set: ({ poses }) => poses,
  first_simulation: ({ has_signed_case }) => once(has_signed_case),
  steady_week: ({ photo_days }) => photo_days,
  first_words: ({ ever_written }) => once(ever_written),
  first_friend: ({ friends_count }) => once(friends_count > 0),
  first_challenge: ({ ever_completed }) => once(ever_completed),
};

export const achievementsOf = (facts: Facts): Achievement[] =>
  Achievements.map(({ id, target, emoji, color }) => {
    const progress = facts.earned.includes(id) ? target : Math.min(target, counts[id](facts));
    return { id, emoji, color, unlocked: progress === target, progress, target };
  });

export function boardOf(facts: Facts): AchievementBoard {
  const achievements = achievementsOf(facts);
  const unlocked = achievements.filter((achievement) => achievement.unlocked).length;
  return {
    achievements,
    unlocked,
    rewards: Rewards.map((reward) => {
      const claim = facts.rewards.find((one) => one.reward === reward.id);
      return {
        ...reward,
        // A claimed reward is never locked again, even if the actions that earned it are deleted afterwards.
        locked: unlocked < reward.needs && !claim,
        claimed_at: instant(claim?.claimed_at),
        fulfilled_at: instant(claim?.fulfilled_at),
      };
    }),
    is_public: facts.settings?.achievements_public ?? false,
  };
}

const instant = (text: string | null | undefined): string | null => (text ? new Date(text).toISOString() : null);

/** Returns achievements that the person has reached but that are not stored yet. */
export const newlyReached = (facts: Facts): AchievementId[] =>
  achievementsOf(facts)
    .filter(({ id, unlocked }) => unlocked && !facts.earned.includes(id))
    .map(({ id }) => id);

/** Achievements that are never shown to other people, because nobody else may learn that a person had a simulation. */
const PRIVATE: readonly AchievementId[] = ['first_simulation'];

/** Returns only those earned achievements that other people may see. */
export const publicOnes = (earned: readonly string[]) =>
  Achievements.filter(({ id }) => earned.includes(id) && !PRIVATE.includes(id)).map(({ id, emoji, color }) => ({
    id,
    emoji,
    color,
  }));
