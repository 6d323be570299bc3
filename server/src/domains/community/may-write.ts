import { sql } from 'kysely';
import { NewMemberLimits, WriteLimits } from '#contract/community.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { CleanText } from './clean-html.ts';
import { ensureProfile } from './profile.ts';
import { firstIdAt, instantOf } from './time-id.ts';
import { type ViewedChannel, type Viewer } from './viewer.ts';
import { findForbidden } from './word-filters.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/**
 * Lets a person write only one text at a time, so that the limits are counted correctly. Creates the person's profile
 * if there is none.
 */
export async function lockWriter(ctx: Context, tx: Tx, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('community:' || ${userId}, 0))`.execute(tx);
  await ensureProfile(tx, userId, ctx.clock.now());
}

/** Refuses people who are suspended or banned in this community or everywhere. */
export async function assertNotSuspended(
  ctx: Context,
  tx: Tx,
  userId: string,
  channelId: string | null,
): Promise<void> {
  const { rows } = await sql<{ until: Date | null; slug: string | null }>`
    select s.until, c.slug from suspensions s left join channels c on c.id = s.channel_id
    where s.user_id = ${userId} and s.lifted_at is null and (s.until is null or s.until > ${ctx.clock.now()})
      and (s.channel_id is null or s.channel_id = ${channelId})
    order by s.until desc nulls first limit 1`.execute(tx);
  const row = rows[0];
  if (row) throw new Refusal('SUSPENDED', { until: row.until?.toISOString() ?? null, channel_slug: row.slug });
}

/** Refuses everyone, including administrators, in a community that is archived or will be deleted. */
export async function assertWritable(tx: Tx, channelId: string): Promise<void> {
  const { rows } = await sql`select from channels ch where ch.id = ${channelId} and ${isReadOnly}`.execute(tx);
  if (rows.length > 0) throw new Refusal('COMMUNITY_READ_ONLY');
}

/** True if the community `ch` is read-only. */
export const isReadOnly = sql`(ch.archived_at is not null or ch.delete_at is not null)`;

/**
 * Requires that the reader may write in the community. In a community that is open to join, every reader may write. In
 * other communities, only members, administrators and verified doctors may.
 */
export function assertMayWriteIn(viewer: Viewer, channel: ViewedChannel): void {
  const isLetIn = channel.role !== null || channel.join_policy === 'open' || viewer.isAdmin || viewer.isExpert;
  if (!isLetIn) throw new Refusal('NOT_A_MEMBER');
}

export async function isNewMember(ctx: Context, tx: Tx, viewer: Viewer): Promise<boolean> {
  if (viewer.isAdmin || viewer.isExpert) return false;
  const { rows } = await sql<{ created_at: Date; contributions: number }>`
    select created_at, contributions from community_profiles where user_id = ${viewer.userId}`.execute(tx);
  const row = rows[0];
  if (!row) return true;
  const age_ms = ctx.clock.now().getTime() - row.created_at.getTime();
  return age_ms < NewMemberLimits.days * DAY_MS || row.contributions < NewMemberLimits.contributions;
}

interface Pace {
  readonly kind: 'posts' | 'comments';
  readonly max: number;
  readonly window_ms: number;
}

/** Returns the seconds until the oldest counted text leaves the window. Returns 0 if the person may write now. */
async function pauseFor(ctx: Context, tx: Tx, userId: string, pace: Pace, butOwn = false): Promise<number> {
  const { kind, max, window_ms } = pace;
  const now = ctx.clock.now().getTime();
  const elsewhere = sql`and not exists (select from channel_members m
    where m.channel_id = t.channel_id and m.user_id = ${userId} and m.role = 'owner')`;
  const { rows } = await sql<{ id: string }>`select t.id from ${sql.table(kind)} t
    where t.author_id = ${userId} and t.id >= ${firstIdAt(new Date(now - window_ms))} ${butOwn ? elsewhere : sql``}
    order by t.id desc limit ${max}`.execute(tx);
  const oldest = rows.length === max ? rows.at(-1) : undefined;
  return oldest ? Math.max(1, Math.ceil((instantOf(oldest.id).getTime() + window_ms - now) / 1000)) : 0;
}

const paces: Readonly<Record<'posts' | 'comments', Pace>> = {
  posts: { kind: 'posts', max: WriteLimits.posts_per_hour, window_ms: HOUR_MS },
  comments: { kind: 'comments', max: WriteLimits.comments_per_minute, window_ms: 60_000 },
};
const newPaces: Readonly<Record<'posts' | 'comments', Pace>> = {
  posts: { kind: 'posts', max: NewMemberLimits.posts_per_day, window_ms: DAY_MS },
  comments: { kind: 'comments', max: NewMemberLimits.comments_per_hour, window_ms: HOUR_MS },
};

/** Limits for new members in communities that they own. The limits are so high that only abuse reaches them. */
const ownPaces: Readonly<Record<'posts' | 'comments', Pace>> = {
  posts: { ...newPaces.posts, max: NewMemberLimits.own.posts_per_day },
  comments: { ...newPaces.comments, max: NewMemberLimits.own.comments_per_hour },
};

/**
 * Throws a refusal if the person writes too often. New members have lower limits. In other communities, these lower
 * limits do not count texts that new members write in their own communities.
 * @param isOwn true if the person owns the community
 */
export async function assertPace(
  ctx: Context,
  tx: Tx,
  viewer: Viewer,
  kind: 'posts' | 'comments',
  { isNew, isOwn }: { readonly isNew: boolean; readonly isOwn: boolean },
): Promise<void> {
  const pace = (isOwn ? ownPaces : newPaces)[kind];
  if (isNew && (await pauseFor(ctx, tx, viewer.userId, pace, !isOwn)) > 0)
    throw new Refusal('NEW_MEMBER_LIMIT', { limit: kind, max: pace.max });
  const retry_after_s = await pauseFor(ctx, tx, viewer.userId, paces[kind]);
  if (retry_after_s > 0) throw new Refusal('RATE_LIMITED', { retry_after_s });
}

/** Refuses texts of new members with too many links or images, because advertisers join in order to post these. */
export function assertNewMemberMay(text: CleanText): void {
  if (text.links_count > NewMemberLimits.links)
    throw new Refusal('NEW_MEMBER_LIMIT', { limit: 'links', max: NewMemberLimits.links });
  if (text.images.length > NewMemberLimits.images)
    throw new Refusal('NEW_MEMBER_LIMIT', { limit: 'images', max: NewMemberLimits.images });
}

/**
 * Refuses a text with forbidden words. Returns the found words that require a moderator to review the text first. Texts
 * of administrators are not checked.
 */
export async function filterWords(tx: Tx, viewer: Viewer, channelId: string | null, words: string): Promise<string[]> {
  if (viewer.isAdmin) return [];
  const found = await findForbidden(tx, channelId, words);
  const refused = found.filter(({ action }) => action === 'refuse').map((filter) => filter.words);
  if (refused.length > 0) throw new Refusal('WORD_REFUSED', { words: refused });
  return found.map((filter) => filter.words);
}
