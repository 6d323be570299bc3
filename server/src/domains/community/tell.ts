import { sql } from 'kysely';
import { Roles } from '#contract/base.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { ViewedChannel } from './viewer.ts';

/** Makes open feeds ask what is new. The notice names the community only if it is open to all. */
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

/** Tells people who have had the post open in the last ten minutes, but not the one whose own page shows the change already. */
export async function tellReaders(
  ctx: Context,
  tx: Tx,
  postId: string,
  but: string | null,
  kind: 'comments.changed' | 'likes.changed' = 'comments.changed',
): Promise<void> {
  const since = new Date(ctx.clock.now().getTime() - PRESENT_MS);
  const { rows } = await sql<{ user_id: string }>`select user_id from post_marks
    where post_id = ${postId} and read_at > ${since} and user_id is distinct from ${but} order by read_at desc limit ${MOST}`.execute(
    tx,
  );
  for (const { user_id } of rows) await ctx.realtime.publish(tx, { userId: user_id }, { kind, id: postId });
}
