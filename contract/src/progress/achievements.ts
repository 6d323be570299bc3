import * as z from 'zod';
import { Id, Instant } from '../base.ts';
import { progressProcedure as p, progressRefusals } from './terms.ts';

/**
 * The achievements. Their texts are the messages `progress:achievement.<id>.title` and
 * `progress:achievement.<id>.text`.
 */
export const Achievements = [
  { id: 'first_set', target: 3, emoji: '📷', color: 'calm' },
  { id: 'first_simulation', target: 1, emoji: '✨', color: 'accent' },
  { id: 'steady_week', target: 7, emoji: '📅', color: 'progress' },
  { id: 'first_words', target: 1, emoji: '💬', color: 'calm' },
  { id: 'first_friend', target: 1, emoji: '🤝', color: 'accent' },
  { id: 'first_challenge', target: 1, emoji: '🏅', color: 'progress' },
] as const;
const AchievementIds = Achievements.map(({ id }) => id);
export type AchievementId = (typeof AchievementIds)[number];
export const Achievement = z.object({
  id: z.enum(AchievementIds),
  emoji: z.string(),
  color: z.string(),
  unlocked: z.boolean(),
  progress: z.number().int(),
  target: z.number().int(),
});
export type Achievement = z.infer<typeof Achievement>;

/**
 * The rewards. `needs` is the number of achievements that a reward requires. Their texts are the messages
 * `progress:reward.<id>`.
 */
export const Rewards = [
  { id: 'cashback', type: 'cashback', needs: 4 },
  { id: 'skin_card', type: 'voucher', needs: 5 },
  { id: 'serum_set', type: 'gift', needs: 6 },
] as const;
const RewardIds = Rewards.map(({ id }) => id);
export const Reward = z.object({
  id: z.enum(RewardIds),
  type: z.enum(['cashback', 'voucher', 'gift']),
  needs: z.number().int(),
  /** True: the person has too few achievements. The screen then shows 'Pending'. */
  locked: z.boolean(),
  /** The time at which the person claimed the reward with claim_reward. The team then provides the reward. */
  claimed_at: Instant.nullable(),
  fulfilled_at: Instant.nullable(),
});
export type Reward = z.infer<typeof Reward>;
export const AchievementBoard = z.object({
  achievements: z.array(Achievement).length(6),
  unlocked: z.number().int(),
  rewards: z.array(Reward).length(3),
  /**
   * True: other members may see the unlocked achievements, except those that reveal that the person has a simulation.
   */
  is_public: z.boolean(),
});
export type AchievementBoard = z.infer<typeof AchievementBoard>;

export const achievementProcedures = {
  claimReward: p('claim_reward', 'patient', 'Claim an available reward. A repeated call changes nothing')
    .errors({ REWARD_LOCKED: progressRefusals.REWARD_LOCKED })
    .input(z.object({ reward_id: z.enum(RewardIds) }))
    .output(Reward),
  getMemberAchievements: p('get_member_achievements', 'signedIn', 'Return the public achievements of a member')
    .input(z.object({ user_id: Id }))
    .output(z.array(Achievement.pick({ id: true, emoji: true, color: true }))),
  adminListRewardClaims: p(
    'admin_list_reward_claims',
    'admin',
    'List the people who claimed a reward, open claims first',
  ).output(
    z.array(
      z.object({
        id: Id,
        name: z.string(),
        email: z.string(),
        reward_id: z.enum(RewardIds),
        claimed_at: Instant,
        fulfilled_at: Instant.nullable(),
      }),
    ),
  ),
  adminFulfilRewardClaim: p('admin_fulfil_reward_claim', 'admin', 'Record that a reward was delivered')
    .input(z.object({ id: Id }))
    .output(z.object({ fulfilled_at: Instant })),
};
