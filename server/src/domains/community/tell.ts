import { sql } from 'kysely';
import { Roles } from '#contract/base.ts';
import { CommunityLimits } from '#contract/community.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { ViewedChannel } from './viewer.ts';

/**
 * Sends an event to open feeds after a new post, or after a community was archived or reopened, or its deletion was
 * planned or cancelled. The event names the community only if it is open to all.
 */
export async function tellFeeds(
  ctx: Context,
  tx: Tx,
  { id, visibility }: Pick<ViewedChannel, 'id' | 'visibility'>,
): Promise<void> {
  for (const role of Roles)
    await ctx.realtime.publish(tx, { role }, { kind: 'feed.changed', ...(visibility === 'open' && { id }) });
}

const PRESENT_MS = 600_000;
const MOST = 200;
/** The service checks at most this many of a post's latest readers to see whether they are online. */
const LATEST_READERS = 1000;

/**
 * Sends an event to people who opened the post in the last ten minutes, except the person whose page already shows the
 * change. An event about comments is also sent to earlier readers of the post who are online now, because their lists
 * mark posts with new comments.
 */
export async function tellReaders(
  ctx: Context,
  tx: Tx,
  postId: string,
  but: string | null,
  kind: 'comments.changed' | 'likes.changed' = 'comments.changed',
): Promise<void> {
  const now_ms = ctx.clock.now().getTime();
  const since = new Date(now_ms - PRESENT_MS);
  const isHere =
    kind === 'comments.changed'
      ? sql`or exists (select from community_presence o where o.user_id = m.user_id and o.seen_at > ${new Date(now_ms - CommunityLimits.online_s * 1000)})`
      : sql``;
  const { rows } = await sql<{ user_id: string }>`select user_id from (select user_id, read_at from post_marks
      where post_id = ${postId} and read_at is not null and user_id is distinct from ${but} order by read_at desc limit ${LATEST_READERS}) m
    where m.read_at > ${since} ${isHere} order by m.read_at desc limit ${MOST}`.execute(tx);
  for (const { user_id } of rows) await ctx.realtime.publish(tx, { userId: user_id }, { kind, id: postId });
}
