import * as z from 'zod';
import { Id, Instant, TimeZone } from '../base.ts';
import { TrendingTopic } from '../community/trending.ts';
import { AchievementBoard } from './achievements.ts';
import { Friend } from './friends.ts';
import { RecommendedProduct } from './products.ts';
import { SkinScoreCard } from './score.ts';
import { progressProcedure as p, ProgressLimits } from './terms.ts';

export const MonthlyProgress = z.object({
  uploads_month: z.number().int(),
  /** The number of uploads that the person aims for in a month, at least 1. The default is 30. */
  monthly_target: z.number().int(),
  /** Uploads of the month as a percentage of the target, from 0 to 100. */
  percent: z.number().int(),
  /**
   * Numbers of challenges. `challenges_joined` counts challenges that are running or were joined this month.
   * `challenges_completed` counts challenges that were completed this month.
   */
  challenges_joined: z.number().int(),
  challenges_completed: z.number().int(),
  /**
   * Counts for this month: `shares_friends` counts the invitations that the person shared. `shares_community` counts
   * the community posts that the person wrote.
   */
  shares_friends: z.number().int(),
  shares_community: z.number().int(),
  /** Number of photos on each of the last seven days, in the requested time zone. The last number is for today. */
  weekly_uploads: z.array(z.number().int()).length(7),
});
export type MonthlyProgress = z.infer<typeof MonthlyProgress>;

/** An appointment that has a time. The patient has agreed to the time, or has not answered the offer yet. */
export const NextVisit = z.object({
  appointment_id: Id,
  number: z.string(),
  status: z.enum(['awaiting_payment', 'confirmed']),
  city: z.string(),
  /** True: patient and doctor meet by video, so the patient does not travel to the city. */
  is_video: z.boolean(),
  scheduled_at: Instant,
  /** IANA zone of the site. */
  timezone: z.string(),
  provider_name: z.string(),
});
export type NextVisit = z.infer<typeof NextVisit>;

export const DashboardSummary = z.object({
  skin_score: SkinScoreCard,
  /** At most 12 friends, best score first. */
  friends: z.array(Friend).max(ProgressLimits.friends_shown),
  friends_count: z.number().int(),
  /** Number of requests that the caller has not accepted yet. */
  friend_requests: z.number().int(),
  progress: MonthlyProgress,
  /**
   * Counts for the current set of photos. `before` is the number of poses with a photo. `photos` is the number of
   * photos.
   */
  counts: z.object({ before: z.number().int(), photos: z.number().int() }),
  achievements: AchievementBoard,
  recommended_products: z.array(RecommendedProduct),
  /** At most three topics. Topics with the most posts come first. */
  trending_topics: z.array(TrendingTopic),
  /** The next three appointments. get_my_appointments returns all of them. */
  appointments: z.array(NextVisit),
});
export type DashboardSummary = z.infer<typeof DashboardSummary>;

export const summaryProcedures = {
  getDashboardSummary: p('get_dashboard_summary', 'patient', 'Return all figures of the dashboard')
    .errors({ NOT_THE_CALLER: { status: 403 } })
    .input(z.object({ user_id: Id.optional(), time_zone: TimeZone }))
    .output(DashboardSummary),
  updateProgressSettings: p(
    'update_progress_settings',
    'patient',
    'Set the monthly target, and whether achievements are public',
  )
    .input(
      z.object({
        monthly_target: z.number().int().min(1).max(ProgressLimits.monthly_target_max).optional(),
        achievements_public: z.boolean().optional(),
      }),
    )
    .output(z.object({ monthly_target: z.number().int(), achievements_public: z.boolean() })),
};
