import * as z from 'zod';
import type { Access } from '../access.ts';
import { type BodyBounds, Id, Instant, rpc, text, isStorable } from '../base.ts';

/**
 * Terms, limits and refusals of the communities. Code and tables call a community a *channel*. People write its address
 * as fl@slug.
 */
export const Visibilities = ['open', 'paid', 'elite_only'] as const;
export const Visibility = z.enum(Visibilities);
export type Visibility = z.infer<typeof Visibility>;

export const MemberRoles = ['owner', 'moderator', 'member'] as const;
export const MemberRole = z.enum(MemberRoles);
export type MemberRole = z.infer<typeof MemberRole>;

/**
 * `open`: anyone who may read the community may join and write. `request`: only members, administrators and verified
 * practitioners may write. A person becomes a member when a moderator approves the person's request, or when the person
 * accepts an invitation.
 */
export const JoinPolicies = ['open', 'request'] as const;
export const JoinPolicy = z.enum(JoinPolicies);
export type JoinPolicy = z.infer<typeof JoinPolicy>;

/** `page` is a person's own page ("My Page"). */
export const ChannelKinds = ['community', 'page'] as const;

export const CommunityLimits = {
  name: { min: 3, max: 80 },
  slug: { min: 3, max: 60 },
  description: { min: 10, max: 1000 },
  title_max: 140,
  body_max: 60_000,
  comment_max: 20_000,
  tags_max: 5,
  tag_max: 40,
  themes_max: 80,
  theme_max: 60,
  rules_max: 15,
  rule_max: 300,
  list_channels: 200,
  tag_page: 80,
  page: 20,
  comment_page: 10,
  found_page: 10,
  /** Number of replies that are sent together with their parent comment. The page loads the other replies later. */
  replies_shown: 3,
  /** Comments have depth 0, 1 or 2. A reply to a comment of depth 2 also gets depth 2. */
  max_depth: 2,
  drafts_max: 50,
  images_per_post: 10,
  statement_min: 10,
  statement_max: 2000,
  note_max: 2000,
  /** Seconds that a moderator has to undo a decision. The author is notified after this time. */
  undo_s: 20,
  /** Hours within which a moderator should look at a text that was hidden automatically. */
  hold_hours: 72,
  /** The maximum number of cases that one call may decide. */
  together_max: 50,
  handle: { min: 3, max: 30 },
  display_name_max: 60,
  bio_max: 400,
  /** Number of days from the request to delete a community to its deletion. */
  deletion_days: 14,
  /** A person is shown as online until this many seconds after the last sign of activity. */
  online_s: 300,
} as const;

/**
 * Limits for new members, but not for administrators and verified practitioners. They apply until the member's
 * community profile is at least `days` old *and* has `contributions` accepted posts or comments.
 */
export const NewMemberLimits = {
  days: 3,
  contributions: 3,
  links: 1,
  images: 1,
  posts_per_day: 5,
  comments_per_hour: 20,
  /** Limits for new members in communities that they own. The limits are so high that they stop only abuse. */
  own: { posts_per_day: 50, comments_per_hour: 60 },
} as const;
/** Limits that apply to every writer. */
export const WriteLimits = {
  posts_per_hour: 20,
  comments_per_minute: 15,
  reports_per_hour: 30,
  images_per_hour: 60,
} as const;

export const ImageRules = {
  icon: { min_px: 128, ratio: 1, tolerance: 0.02, stored_px: 256 },
  banner: { min_px: 800, ratio: 4, tolerance: 0.15, stored_px: 1600 },
  post: { min_px: 64, stored_px: 1600 },
  max_mb: 10,
} as const;
export const ImageKinds = ['post', 'banner', 'icon'] as const;
export const ImageKind = z.enum(ImageKinds);
export type ImageKind = z.infer<typeof ImageKind>;
/**
 * The person in an image. If the image is a before/after photo of another person, the author confirms that this
 * person has consented.
 */
export const ImageSubjects = ['nobody', 'self', 'other'] as const;

/** Providers whose videos a post may contain. The page loads nothing from a provider before the reader clicks. */
export const VideoProviders = ['youtube', 'vimeo', 'dailymotion'] as const;

export const ReportReasons = [
  'spam',
  'harassment',
  'prescription_promotion',
  'medical_danger',
  'photo_without_consent',
  'personal_data',
  'impersonation',
  'sexual_content',
  'illegal',
  'community_rules',
  'other',
] as const;
export const ReportReason = z.enum(ReportReasons);
export type ReportReason = z.infer<typeof ReportReason>;

export const ModerationActions = [
  'remove',
  'restore',
  'lock',
  'unlock',
  'warn',
  'suspend',
  'ban',
  'lift',
  'dismiss',
] as const;
export const ModerationAction = z.enum(ModerationActions);
export type ModerationAction = z.infer<typeof ModerationAction>;

/**
 * The outcome of a report, as its reporter sees it. `action`: the moderator took another measure, such as a lock, a
 * warning or a suspension. The reporter learns no details of it.
 */
export const ReportOutcomes = ['removed', 'action', 'none'] as const;
export const ReportOutcome = z.enum(ReportOutcomes);
export type ReportOutcome = z.infer<typeof ReportOutcome>;

/**
 * Reasons why the server hides a text: several people reported it, or a word filter matched. The text stays hidden
 * until a moderator has looked at it.
 */
export const HoldCauses = ['reports', 'filter'] as const;
/**
 * States of a hidden text. `waiting`: a moderator has not decided yet. `released`: the text is visible again.
 * `removed`: a moderator removed it. `deleted`: its author deleted it, which is possible at any time.
 */
export const HoldStates = ['waiting', 'released', 'removed', 'deleted'] as const;

export const FilterActions = ['refuse', 'hold'] as const;

/** The refusals that procedures of the communities can return. */
export const communityRefusals = {
  /**
   * The person's plan does not allow what the call asks for: to read the list of exclusive communities, or to choose
   * this visibility for a community. A call for a community that the caller may not read gets NOT_FOUND instead.
   */
  PLAN_REQUIRED: { status: 403, data: z.object({ plans: z.array(z.string()) }) },
  NOT_A_MEMBER: { status: 403 },
  /** The message is 'You must be an owner or moderator of fl@{slug} to edit this community.' */
  NOT_A_MODERATOR: { status: 403, data: z.object({ slug: z.string() }) },
  /** The name has fewer than 3 letters or digits that an address could use. Send an address in `slug`. */
  SLUG_UNUSABLE: { status: 422 },
  SLUG_TAKEN: { status: 409, data: z.object({ suggestion: z.string() }) },
  /** The last owner must make another member an owner before leaving. */
  LAST_OWNER: { status: 409 },
  HANDLE_TAKEN: { status: 409 },
  POST_LOCKED: { status: 409 },
  /** Changing a signed answer requires a session with a second factor. */
  ANSWER_SIGNED: { status: 403 },
  /** The community is archived or will be deleted, so it is read-only. */
  COMMUNITY_READ_ONLY: { status: 409 },
  /**
   * The community or the thread cannot be made public (readable without an account). A community can be public only if
   * its visibility is 'open'. A thread can be public only if its community is public.
   */
  WEB_CLOSED: { status: 409 },
  /** Another person has changed the same setting since the caller loaded it. */
  CHANGED_SINCE: { status: 409 },
  /** A newer version of the text was saved in the meantime. `version` is its number. */
  TEXT_CHANGED: { status: 409, data: z.object({ version: z.number().int() }) },
  TEXT_OUTDATED: { status: 409, data: z.object({ version: z.number().int() }) },
  /** Nothing was left of the text after the server had removed unsafe HTML. */
  CONTENT_EMPTY: { status: 422 },
  WORD_REFUSED: { status: 422, data: z.object({ words: z.array(z.string()) }) },
  /** A new member has reached the limit of links, of images, or of texts in a period. */
  NEW_MEMBER_LIMIT: {
    status: 403,
    data: z.object({ limit: z.enum(['links', 'images', 'posts', 'comments']), max: z.number().int() }),
  },
  /** The member has too many open questions for practitioners, or asked too many in seven days. */
  QUESTION_LIMIT: { status: 403, data: z.object({ limit: z.enum(['open', 'week']), max: z.number().int() }) },
  /**
   * A moderator removed the request for a practitioner. Only moderators can request a practitioner for this post again.
   */
  REQUEST_REMOVED: { status: 409 },
  /** `until` is null for a ban. `channel_slug` is null if the suspension applies everywhere. */
  SUSPENDED: { status: 403, data: z.object({ until: Instant.nullable(), channel_slug: z.string().nullable() }) },
  PHOTO_CONSENT_REQUIRED: { status: 422 },
  TOO_MANY_IMAGES: { status: 422, data: z.object({ max: z.number().int() }) },
  IMAGE_NOT_SQUARE: { status: 422, data: z.object({ width: z.number(), height: z.number() }) },
  IMAGE_RATIO: { status: 422, data: z.object({ width: z.number(), height: z.number() }) },
  ALREADY_DECIDED: { status: 409 },
  DECIDED_BY_ADMIN: { status: 403 },
  /** The time for undoing has passed, or another moderator has changed the decision since. */
  CANNOT_UNDO: { status: 409 },
  /** A decision can be appealed only once, within six months. */
  APPEAL_CLOSED: { status: 409 },
  TOO_MANY_DRAFTS: { status: 409, data: z.object({ max: z.number().int() }) },
} as const;

/** Returns the refusals with these codes. */
export function refusals<K extends keyof typeof communityRefusals>(...codes: K[]): Pick<typeof communityRefusals, K> {
  return Object.fromEntries(codes.map((code) => [code, communityRefusals[code]])) as Pick<typeof communityRefusals, K>;
}

/** Cursor of the next page, taken from the previous answer. Callers must not depend on its content. */
export const Cursor = z.string().max(400);
export const pageOf = <S extends z.ZodType>(row: S) => z.object({ rows: z.array(row), next_cursor: Cursor.nullable() });

/**
 * Spaces, combining marks, control characters, and characters that are invisible in a browser, such as a zero-width
 * space or a blank Braille pattern.
 */
const UNSEEN = /[\p{Z}\p{M}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Returns the schema of a name, a title or another short text. It must have at least one visible character. */
export const line = (max: number, min = 1) =>
  text(max, min).refine((words) => isStorable(words) && words.replace(UNSEEN, '') !== '');
export const lines = (max: number) => z.string().trim().max(max).refine(isStorable);
export const Tag = z
  .string()
  .trim()
  .min(1)
  .max(CommunityLimits.tag_max)
  .refine((tag) => isStorable(tag) && /[\p{L}\p{N}]/u.test(tag));
export const Html = (max: number) => z.string().max(max).refine(isStorable);

/**
 * A person as the communities show them. The person chooses the handle and the name. The email address is never
 * shown.
 */
export const Person = z.object({
  id: Id,
  handle: z.string(),
  display_name: z.string(),
  /** Set for practitioners with a verified registration. They appear under their registered name. */
  practitioner: z
    .object({ speciality: z.string(), registration_number: z.string(), registration_body: z.string() })
    .nullable(),
});
export type Person = z.infer<typeof Person>;

/** The name of a community, for pages that need no other details of it. */
export const ChannelLabel = z.object({
  id: Id,
  slug: z.string(),
  name: z.string(),
  visibility: Visibility,
  icon_url: z.string().nullable(),
});
export type ChannelLabel = z.infer<typeof ChannelLabel>;

export const TagLabel = z.object({
  /** The tag as the address /community/t/{tag} contains it. */
  tag: z.string(),
  title: z.string(),
});
export type TagLabel = z.infer<typeof TagLabel>;

export const communityProcedure = <A extends Access>(name: string, access: A, summary: string, body?: BodyBounds) =>
  rpc(name, access, 'community', summary, body);

/** The limit for a body with the longest text. It is enough even if JSON escapes every character. */
export const longText: BodyBounds = { max_kb: 400 };
