import * as z from 'zod';
import { Id, Instant, rpc, text, VersionNumber } from './base.ts';
import { TrendingTopic } from './community/trending.ts';
import { isStorable, PhotoEntry } from './intake.ts';
import { TreatmentKinds } from './drafts.ts';
import { ScoreChange, ScoreName, ScoreNames, SignedScore } from './skin-score.ts';

/** The dashboard: score, friends, progress of the month, challenges, achievements, products and all photos. */
export const ProgressLimits = {
  friends_shown: 12,
  friends: 100,
  monthly_target: 30,
  monthly_target_max: 300,
  history: 24,
  products_shown: 4,
  products: 500,
  shares_a_day: 50,
  invite_days: 30,
  gallery_page: 60,
} as const;

export const progressRefusals = {
  /** The challenge runs already. */
  CHALLENGE_RUNNING: { status: 409 },
  /** One's own link, or somebody one is connected with already. */
  ALREADY_CONNECTED: { status: 409 },
  TOO_MANY_FRIENDS: { status: 409 },
  REWARD_LOCKED: { status: 409 },
  /** Somebody saved this product meanwhile; the data is the version that stands now. */
  PRODUCT_CHANGED: { status: 409, data: z.object({ version: z.number().int() }) },
} as const;

// ── Skin score ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
/**
 * Where the person stands with the score: 'scored'; 'no_photos': nothing to measure yet; 'with_doctor': a case is open and nobody has signed a score;
 * 'not_scored': a simulation is signed, but without a score; 'no_case': photos alone, which nobody looks at. A number is shown only when it is 'scored'.
 */
export const ScoreStates = ['no_photos', 'no_case', 'with_doctor', 'not_scored', 'scored'] as const;
export const ScorePoint = z.object({
  taken_at: Instant,
  overall: z.number(),
  scores: z.record(ScoreName, z.number()),
});
export const SkinScoreCard = z.object({
  state: z.enum(ScoreStates),
  /** The newest signed one. */
  current: SignedScore.nullable(),
  /** Against the score before; null while there is only one. */
  trend: z.object({ since: Instant, overall: ScoreChange, scores: z.record(ScoreName, ScoreChange) }).nullable(),
  /** Oldest first, the current one last; 24 at most. */
  history: z.array(ScorePoint),
});
export type SkinScoreCard = z.infer<typeof SkinScoreCard>;

// ── Friends ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
/** Nothing of a friend is known but a name and the overall score. */
export const Friend = z.object({
  connection_id: Id,
  /** Empty while the person has given none. */
  name: z.string(),
  /** 0–100, whole; null while no doctor has signed one. */
  score: z.number().int().nullable(),
  /** Theirs less mine, −100 to 100; null while one of the two is missing. */
  difference: z.number().int().nullable(),
});
export type Friend = z.infer<typeof Friend>;
export const FriendRequest = z.object({ connection_id: Id, name: z.string(), asked_at: Instant });
export const Friends = z.object({
  friends: z.array(Friend),
  /** Opened my link and agreed: I have to agree too. */
  received: z.array(FriendRequest),
  /** I opened their link and agreed: they have not yet. */
  sent: z.array(FriendRequest),
});
export type Friends = z.infer<typeof Friends>;
export const InviteStates = ['open', 'own', 'asked', 'connected'] as const;

// ── Challenges ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
export const ChallengeMetrics = ['photo_days', 'photos', 'full_sets', 'contributions', 'new_friends'] as const;
/** Progress is counted from what happened since the person joined, within these days. Words: `progress:challenge.<id>.title` and `.text`. */
export const Challenges = [
  { id: 'photo_week', metric: 'photo_days', target: 5, days: 7 },
  { id: 'photo_month', metric: 'photos', target: 30, days: 30 },
  { id: 'three_sides', metric: 'full_sets', target: 4, days: 28 },
  { id: 'say_something', metric: 'contributions', target: 3, days: 14 },
  { id: 'together', metric: 'new_friends', target: 1, days: 30 },
] as const;
export type ChallengeId = (typeof Challenges)[number]['id'];
const ChallengeIds = Challenges.map(({ id }) => id);
export const ChallengeStates = ['open', 'running', 'completed', 'missed'] as const;
export const Challenge = z.object({
  id: z.enum(ChallengeIds),
  metric: z.enum(ChallengeMetrics),
  target: z.number().int(),
  days: z.number().int(),
  /** Of the newest time the person joined; 'open' when they never did. 'completed' and 'missed' ones may be joined again. */
  state: z.enum(ChallengeStates),
  /** 0 to target. */
  progress: z.number().int(),
  joined_at: Instant.nullable(),
  ends_at: Instant.nullable(),
  completed_at: Instant.nullable(),
  /** How often it was completed in all. */
  times_completed: z.number().int(),
});
export type Challenge = z.infer<typeof Challenge>;

// ── Achievements and rewards ──────────────────────────────────────────────────────────────────────────────────────────────────────────
/** Words: `progress:achievement.<id>.title` and `.text`. */
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

/** Each opens with so many achievements. Words: `progress:reward.<id>`. */
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
  /** True: not enough achievements yet (shown as Pending). */
  locked: z.boolean(),
  /** Asked for with claim_reward; the team sees to it. */
  claimed_at: Instant.nullable(),
  fulfilled_at: Instant.nullable(),
});
export type Reward = z.infer<typeof Reward>;
export const AchievementBoard = z.object({
  achievements: z.array(Achievement).length(6),
  unlocked: z.number().int(),
  rewards: z.array(Reward).length(3),
  /** Whether other members may see the unlocked ones; never that somebody has a simulation. */
  is_public: z.boolean(),
});
export type AchievementBoard = z.infer<typeof AchievementBoard>;

// ── The month ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
export const MonthlyProgress = z.object({
  uploads_month: z.number().int(),
  /** 1 at least, 30 unless the person chose another. */
  monthly_target: z.number().int(),
  /** Uploads by target, 0 to 100. */
  percent: z.number().int(),
  /** Challenges that are running or were joined this month, and those completed this month. */
  challenges_joined: z.number().int(),
  challenges_completed: z.number().int(),
  /** This month: invitations shared, and posts written in communities. */
  shares_friends: z.number().int(),
  shares_community: z.number().int(),
  /** Photos of the last seven days, today last, in the time zone that was asked for. */
  weekly_uploads: z.array(z.number().int()).length(7),
});
export type MonthlyProgress = z.infer<typeof MonthlyProgress>;

/** How something was shared; nothing else is kept. */
export const ShareWays = ['mail', 'messenger', 'sms', 'native', 'copy'] as const;

// ── Products ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
export const RecommendedProduct = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  price_cents: z.number().int(),
  currency: z.string(),
  /** Why: a treatment of the signed plan, or a score with room above it. */
  reason: z.discriminatedUnion('by', [
    z.object({ by: z.literal('plan'), treatment: z.enum(TreatmentKinds) }),
    z.object({ by: z.literal('score'), score: ScoreName }),
  ]),
});
export type RecommendedProduct = z.infer<typeof RecommendedProduct>;

export const ProductCurrencies = ['EUR', 'USD', 'CAD', 'GBP', 'AED', 'CHF'] as const;
const words = (max: number) => text(max).refine(isStorable);
const ProductFields = z.object({
  name_en: words(80),
  name_fr: words(80),
  description_en: words(300),
  description_fr: words(300),
  price_cents: z.number().int().min(0).max(10_000_00),
  currency: z.enum(ProductCurrencies),
  /** Recommended with these treatments of a signed plan … */
  for_treatments: z.array(z.enum(TreatmentKinds)).max(TreatmentKinds.length),
  /** … and to whoever scores under 60 in one of these. */
  for_scores: z.array(ScoreName).max(ScoreNames.length),
  is_active: z.boolean(),
  /** Smaller ones come first among equals. */
  position: z.number().int().min(0).max(9999),
});
export const Product = ProductFields.extend({ id: Id, version: z.number().int(), updated_at: Instant });
export type Product = z.infer<typeof Product>;
/** Without `id` a new one; with it, `version` as it was read. Somebody must be able to be recommended it. */
export const SaveProduct = ProductFields.extend({ id: Id.optional(), version: VersionNumber }).refine(
  ({ for_treatments, for_scores }) => for_treatments.length + for_scores.length > 0,
  { path: ['for_treatments'], message: 'required' },
);
export type SaveProduct = z.infer<typeof SaveProduct>;

// ── Gallery ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
export const GalleryPhoto = PhotoEntry.extend({ is_current: z.boolean() });
export type GalleryPhoto = z.infer<typeof GalleryPhoto>;

// ── Appointments ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
/** An appointment that has a time: its offer waits for an answer, or it is settled. */
export const NextVisit = z.object({
  appointment_id: Id,
  number: z.string(),
  status: z.enum(['awaiting_payment', 'confirmed']),
  city: z.string(),
  scheduled_at: Instant,
  /** IANA name of the place's zone. */
  timezone: z.string(),
  provider_name: z.string(),
});
export type NextVisit = z.infer<typeof NextVisit>;

// ── All of it ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
export const DashboardSummary = z.object({
  skin_score: SkinScoreCard,
  /** 12 at most, best score first. */
  friends: z.array(Friend).max(ProgressLimits.friends_shown),
  friends_count: z.number().int(),
  /** Requests that wait for my agreement. */
  friend_requests: z.number().int(),
  progress: MonthlyProgress,
  /** Photos of the current set: what to show as uploads where nothing else is known. */
  counts: z.object({ before: z.number().int(), photos: z.number().int() }),
  achievements: AchievementBoard,
  recommended_products: z.array(RecommendedProduct),
  /** Three at most, the busiest first. */
  trending_topics: z.array(TrendingTopic),
  /** The next three; all of them come from get_my_appointments. */
  appointments: z.array(NextVisit),
});
export type DashboardSummary = z.infer<typeof DashboardSummary>;

/** Browsers name some zones by an older or a newer name than Intl.supportedValuesOf lists; all that Intl can reckon with are good. */
function isKnownZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
}

const TimeZone = z
  .string()
  .max(60)
  .regex(/^[A-Za-z][\w+/-]*$/)
  .refine(isKnownZone)
  .default('Europe/Paris');
const Connection = z.object({ connection_id: Id });
const Token = z.object({ token: z.string().regex(/^[\w-]{20,64}$/) });
const p = (name: string, summary: string) => rpc(name, 'progress', summary);

export const progress = {
  getDashboardSummary: p('get_dashboard_summary', 'Everything the dashboard counts, in one call')
    .errors({ NOT_THE_CALLER: { status: 403 } })
    .input(z.object({ user_id: Id.optional(), time_zone: TimeZone }))
    .output(DashboardSummary),
  updateProgressSettings: p('update_progress_settings', 'The target of a month, and whether achievements are public')
    .input(
      z.object({
        monthly_target: z.number().int().min(1).max(ProgressLimits.monthly_target_max).optional(),
        achievements_public: z.boolean().optional(),
      }),
    )
    .output(z.object({ monthly_target: z.number().int(), achievements_public: z.boolean() })),
  noteShare: p('note_share', 'Count that an invitation was shared')
    .input(z.object({ way: z.enum(ShareWays), idempotency_key: Id }))
    .output(z.object({ shares_friends: z.number().int() })),

  listFriends: p('list_friends', 'Friends and requests, both ways').output(Friends),
  getMyInvite: p('get_my_invite', 'The link that invites a friend; made when there is none').output(
    z.object({ url: z.url(), expires_at: Instant }),
  ),
  renewMyInvite: p('renew_my_invite', 'Another link; the one before stops to work').output(
    z.object({ url: z.url(), expires_at: Instant }),
  ),
  getInvite: p('get_invite', 'Who invites, to whoever was given the link')
    .input(Token)
    .output(z.object({ name: z.string(), state: z.enum(InviteStates) })),
  acceptInvite: p('accept_invite', 'Agree to share name and overall score; the friend agrees next')
    .errors({
      ALREADY_CONNECTED: progressRefusals.ALREADY_CONNECTED,
      TOO_MANY_FRIENDS: progressRefusals.TOO_MANY_FRIENDS,
    })
    .input(Token)
    .output(z.object({ connection_id: Id, state: z.enum(InviteStates) })),
  confirmFriend: p('confirm_friend', 'Agree with somebody who opened my link: now both have')
    .errors({ TOO_MANY_FRIENDS: progressRefusals.TOO_MANY_FRIENDS })
    .input(Connection)
    .output(Friends),
  endFriendship: p('end_friendship', 'Stop sharing, refuse a request or take mine back: at once, for both')
    .input(Connection)
    .output(Friends),

  listChallenges: p('list_challenges', 'Every challenge, and how far the caller has come').output(z.array(Challenge)),
  joinChallenge: p('join_challenge', 'Begin a challenge')
    .errors({ CHALLENGE_RUNNING: progressRefusals.CHALLENGE_RUNNING })
    .input(z.object({ challenge_id: z.enum(ChallengeIds), time_zone: TimeZone }))
    .output(Challenge),
  leaveChallenge: p('leave_challenge', 'Give up the one that runs')
    .input(z.object({ challenge_id: z.enum(ChallengeIds) }))
    .output(Challenge),

  claimReward: p('claim_reward', 'Ask for a reward that is open; asked twice it is asked once')
    .errors({ REWARD_LOCKED: progressRefusals.REWARD_LOCKED })
    .input(z.object({ reward_id: z.enum(RewardIds) }))
    .output(Reward),
  getMemberAchievements: p('get_member_achievements', 'What a member shows of their achievements')
    .input(z.object({ user_id: Id }))
    .output(z.array(Achievement.pick({ id: true, emoji: true, color: true }))),

  listMyPhotos: p('list_my_photos', 'Every photo of the caller, newest first')
    .input(
      z.object({
        limit: z.number().int().min(1).max(100).default(ProgressLimits.gallery_page),
        cursor: z.string().max(100).optional(),
      }),
    )
    .output(z.object({ photos: z.array(GalleryPhoto), next_cursor: z.string().nullable(), total: z.number().int() })),

  adminListProducts: p('admin_list_products', 'The catalogue, by position').output(z.array(Product)),
  adminSaveProduct: p('admin_save_product', 'Add a product or change it')
    .errors({ PRODUCT_CHANGED: progressRefusals.PRODUCT_CHANGED })
    .input(SaveProduct)
    .output(Product),
  adminDeleteProduct: p('admin_delete_product', 'Take a product out of the catalogue')
    .input(z.object({ id: Id }))
    .output(z.object({ deleted: z.boolean() })),
  adminListRewardClaims: p('admin_list_reward_claims', 'Who asked for a reward, open ones first').output(
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
  adminFulfilRewardClaim: p('admin_fulfil_reward_claim', 'Note that a reward was given')
    .input(z.object({ id: Id }))
    .output(z.object({ fulfilled_at: Instant })),
};
