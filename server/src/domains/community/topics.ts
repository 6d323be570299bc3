import { sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import { kept } from '#server/platform/db/kept.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { fold } from './fold.ts';
import { among, type Viewer, viewerOf } from './viewer.ts';

interface Topic {
  readonly id: string;
  readonly title: string;
  readonly posts_last7: number;
  readonly is_followed: boolean;
}

/**
 * Returns the topics with the most posts of the last seven days in communities that the reader may read. Topics that
 * the reader has muted are left out. Each topic states whether the reader follows it.
 */
async function busiest(ctx: Context, viewer: Viewer, limit: number): Promise<Topic[]> {
  const { rows } = await kept(
    ctx.db,
    sql<Topic>`select topic.*,
      exists (select from community_follows f where f.user_id = ${viewer.userId} and f.kind = 'tag' and f.target = topic.id and f.state = 'follow') as is_followed
    from busiest_topics(${among(viewer.visibilities)}, ${[...viewer.mutedTags]}::text[], ${ctx.clock.now()}::timestamptz, ${sql.lit(limit)}) topic
    order by topic.posts_last7 desc, topic.id`,
  );
  return rows;
}

export const trendingTop3 = async (ctx: Context, caller: SignedIn): Promise<Omit<Topic, 'is_followed'>[]> =>
  (await busiest(ctx, await viewerOf(ctx.db, caller), 3)).map(({ id, title, posts_last7 }) => ({
    id,
    title,
    posts_last7,
  }));

export const listHotTopics = async (ctx: Context, caller: SignedIn, limit: number): Promise<Topic[]> =>
  busiest(ctx, await viewerOf(ctx.db, caller), limit);

/**
 * Returns tags that begin with a text, most used first. Only posts that the reader may see are counted, and only tags
 * with such posts are returned, so that a suggestion reveals nothing of a closed community.
 */
export async function suggestTags(ctx: Context, caller: SignedIn, search: string) {
  const viewer = await viewerOf(ctx.db, caller);
  const prefix = fold(search.replace(/^#/, '')).replace(/[^\p{L}\p{N}]+/gu, '-');
  const { rows } = await sql<{
    tag: string;
    title: string;
    posts_count: number;
  }>`select t.tag, t.title, sum(c.posts)::int as posts_count
    from tags t join tag_counts c on c.tag = t.tag and c.visibility = any(${among(viewer.visibilities)}) and c.posts > 0
    where t.tag like fold(${prefix}) || '%'
    group by t.tag order by posts_count desc, t.tag limit 8`.execute(ctx.db);
  return rows;
}
