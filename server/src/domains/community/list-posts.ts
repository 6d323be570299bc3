import { type RawBuilder, sql } from 'kysely';
import type { ChannelLabel, PostPage, TagLabel } from '#contract/community.ts';
import type { Context } from '#server/platform/context.ts';
import { atMost, kept } from '#server/platform/db/kept.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import {
  cursorAfter,
  everywhere,
  joined,
  type ListInput,
  ofChannel,
  orderOf,
  type Window,
  windowOf,
} from './candidates.ts';
import { cardColumns, cardJoins, type CardRow, instant, toCard } from './cards.ts';
import { fromCursor, toCursor } from './cursor.ts';
import { reading, readLanguages, type ShownLanguages } from './reading.ts';
import { isForDoctor, withDoctors } from './who-answers.ts';
import { among, channelOf, type Viewer, viewerOf, visibilitiesIn } from './viewer.ts';

type Sql = RawBuilder<unknown>;
type View = ShownLanguages & { readonly view: 'all' | 'exclusive' };
interface Paged {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Reads the cards of the candidates with one statement and returns them in order. */
async function cardsOf(ctx: Context, viewer: Viewer, candidates: Sql, order: Sql): Promise<CardRow[]> {
  const { rows } = await kept(
    ctx.db,
    sql<{
      cards: CardRow[];
    }>`select coalesce(json_agg(x), '[]') as cards from (select ${cardColumns(viewer)} from ${candidates} c
    join posts p on p.channel_id = c.channel_id and p.id = c.id ${cardJoins(viewer)} order by ${order}) x`,
  );
  return rows[0]?.cards ?? [];
}

function toPage(
  ctx: Context,
  viewer: Viewer,
  rows: readonly CardRow[],
  { key, limit }: Pick<Window, 'key' | 'limit'>,
): PostPage {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    rows: shown.map((row) => toCard(ctx, viewer, row)),
    next_cursor: rows.length > limit && last ? cursorAfter(key, last) : null,
  };
}

async function pageOf(ctx: Context, viewer: Viewer, candidates: Sql, window: Window): Promise<PostPage> {
  return toPage(ctx, viewer, await cardsOf(ctx, viewer, candidates, orderOf(window.key)), window);
}

/** Returns posts of all communities that the reader may read, or of the communities that the reader has joined. */
export async function listFeed(
  ctx: Context,
  caller: SignedIn,
  input: ListInput & View & { readonly scope: 'everywhere' | 'joined' },
): Promise<PostPage> {
  const viewer = reading(await viewerOf(ctx.db, caller), input);
  const window = windowOf(input, ctx.clock.now());
  const choose = input.scope === 'joined' ? joined : everywhere;
  return pageOf(ctx, viewer, choose(viewer, visibilitiesIn(viewer, input.view), window), window);
}

export async function listExpertArticles(ctx: Context, caller: SignedIn, input: ListInput & View): Promise<PostPage> {
  const viewer = reading(await viewerOf(ctx.db, caller), input);
  const window = windowOf(input, ctx.clock.now());
  return pageOf(
    ctx,
    viewer,
    everywhere(viewer, visibilitiesIn(viewer, input.view), window, sql`and p.is_expert`),
    window,
  );
}

/**
 * Returns posts of one community. The first page begins with pinned posts in every language, because moderators want
 * everyone to see them.
 */
export async function listChannelPosts(
  ctx: Context,
  caller: SignedIn,
  input: ListInput & ShownLanguages & { readonly slug: string },
): Promise<PostPage> {
  const viewer = reading(await viewerOf(ctx.db, caller, { slug: input.slug }), input);
  const { id } = channelOf(viewer);
  const window = windowOf(input, ctx.clock.now());
  const pinned = sql`select p.channel_id, p.id, p.hot, p.popularity from posts p
    where p.channel_id = ${id} and p.pinned_at is not null and p.state = 'visible' order by p.pinned_at desc limit 3`;
  const candidates = input.cursor
    ? ofChannel(viewer, id, window)
    : sql`((${pinned}) union all ${ofChannel(viewer, id, window)})`;
  const rows = await cardsOf(ctx, viewer, candidates, sql`p.pinned_at desc nulls last, ${orderOf(window.key)}`);
  const pins = rows.filter((row) => row.is_pinned).length;
  return toPage(ctx, viewer, rows, { key: window.key, limit: window.limit + pins });
}

const RANKED_OF_TAG = 500;

/**
 * Selects the newest posts with a tag. It reads the index once for each visibility, and for each language that the
 * reader chose.
 */
function newestTagged(viewer: Viewer, tag: string, behind: Sql, depth: number): Sql {
  const { reads } = viewer;
  const along = (where: Sql): Sql => sql`(select t.channel_id, t.post_id as id from post_tags t
    where t.tag = ${tag} ${where} ${behind} order by t.post_id desc ${atMost(depth)})`;
  const tagged = viewer.visibilities.map((visibility) => {
    const where = sql`and t.visibility = ${sql.lit(visibility)}`;
    return reads
      ? sql`(select w.* from unnest(${readLanguages(reads)}) read (lang), lateral ${along(sql`and coalesce(t.lang, '') = read.lang ${where}`)} w)`
      : along(where);
  });
  const own = reads
    ? sql` union all (select t.channel_id, t.id from (select channel_id, id, id as post_id from posts where author_id = ${viewer.userId} and tags @> array[${tag}]::text[]
        and state = 'visible' and coalesce(lang, '') <> all(${readLanguages(reads)})) t where true ${behind})`
    : sql``;
  return sql`(select * from (${sql.join(tagged, sql` union all `)} ${own}) t order by t.id desc ${atMost(depth)})`;
}

/** Returns posts with a tag. They are sorted either newest first, or hottest first among the newest five hundred. */
export async function listTagPosts(
  ctx: Context,
  caller: SignedIn,
  input: { readonly tag: string; readonly sort: 'latest' | 'hot' } & ShownLanguages & Paged,
): Promise<PostPage & { tag: TagLabel; is_followed: boolean; is_muted: boolean }> {
  const viewer = reading(await viewerOf(ctx.db, caller, { tag: input.tag }), input);
  const window = windowOf(input, ctx.clock.now());
  const behind = window.key === 'id' && window.after ? sql`and t.post_id < ${window.after[1]}` : sql``;
  const depth = window.key === 'id' ? window.limit + 1 : RANKED_OF_TAG;
  const newest = newestTagged(viewer, input.tag, behind, depth);
  const candidates =
    window.key === 'id'
      ? newest
      : sql`(select p.channel_id, p.id from ${newest} t join posts p on p.channel_id = t.channel_id and p.id = t.id
          ${window.after ? sql`where (p.hot, p.id) < (${window.after[0]}, ${window.after[1]}::uuid)` : sql``}
          order by ${orderOf('hot')} ${atMost(window.limit + 1)})`;
  const page = await pageOf(ctx, viewer, candidates, window);
  const { tag, title, is_followed } = viewer.tag ?? { tag: input.tag, title: input.tag, is_followed: false };
  return { ...page, tag: { tag, title }, is_followed, is_muted: viewer.mutedTags.includes(tag) };
}

/** Returns a person's posts. Authors also see their own hidden or removed posts. */
export async function listPersonPosts(
  ctx: Context,
  caller: SignedIn,
  input: { readonly handle: string } & Paged,
): Promise<PostPage> {
  const viewer = await viewerOf(ctx.db, caller);
  const window = windowOf({ ...input, sort: 'latest' }, ctx.clock.now());
  const behind = window.after ? sql`and p.id < ${window.after[1]}` : sql``;
  const candidates = sql`(select p.channel_id, p.id from posts p
    where p.author_id = (select user_id from community_profiles where handle = ${input.handle}) ${behind}
      and p.visibility = any(${among(viewer.visibilities)})
      and (p.state = 'visible' or (p.author_id = ${viewer.userId} and p.state in ('held', 'removed')))
    order by p.id desc ${atMost(window.limit + 1)})`;
  return pageOf(ctx, viewer, candidates, window);
}

/**
 * Returns posts that request a practitioner. The posts that have waited longest since the request come first. Verified
 * doctors get the posts that `isForDoctor` selects. Administrators get all.
 */
export async function listAskedPosts(
  ctx: Context,
  caller: SignedIn,
  { limit, cursor, languages = 'read' }: Paged & ShownLanguages,
): Promise<PostPage> {
  const viewer = await viewerOf(ctx.db, caller);
  if (!viewer.isExpert && !viewer.isAdmin) throw new Refusal('FORBIDDEN');
  const after = fromCursor(cursor, 'instant', 'id');
  const candidates = sql`(${withDoctors} select p.channel_id, p.id from posts p where p.state = 'visible' and p.asks_practitioner
      and (p.author_id is null or p.author_id <> all(${[...viewer.mutedPeople]}::uuid[]))
      ${viewer.isAdmin ? sql`` : isForDoctor(viewer, languages)} 
      ${after ? sql`and (p.asked_at, p.id) > (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``}
    order by p.asked_at, p.id ${atMost(limit + 1)})`;
  const rows = await cardsOf(ctx, viewer, candidates, sql`p.asked_at, p.id`);
  const { rows: shown } = toPage(ctx, viewer, rows, { key: 'id', limit });
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return { rows: shown, next_cursor: last?.asked_at ? toCursor([instant(last.asked_at), last.id]) : null };
}

type Marked = CardRow & { mark_at: Date };

/** Returns posts that the reader has read or saved, the latest first. */
async function listMarked(
  ctx: Context,
  viewer: Viewer,
  column: 'read_at' | 'saved_at',
  { limit, cursor }: Paged,
): Promise<PostPage> {
  const at = sql.raw(`mk.${column}`);
  const after = fromCursor(cursor, 'instant', 'id');
  const { rows } = await kept(
    ctx.db,
    sql<Marked>`select ${cardColumns(viewer)}, ${at} as mark_at
    from posts p ${cardJoins(viewer)}
    where mk.user_id = ${viewer.userId} and ${at} is not null and p.state = 'visible'
      ${after ? sql`and (${at}, mk.post_id) < (${after[0]}, ${after[1]}::uuid)` : sql``}
    order by ${at} desc, mk.post_id desc ${atMost(limit + 1)}`,
  );
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    rows: shown.map((row) => toCard(ctx, viewer, row)),
    next_cursor: rows.length > limit && last ? toCursor([instant(last.mark_at), last.id]) : null,
  };
}

export const listSavedPosts = async (ctx: Context, caller: SignedIn, input: Paged): Promise<PostPage> =>
  listMarked(ctx, await viewerOf(ctx.db, caller), 'saved_at', input);

export async function listRecentlyViewed(
  ctx: Context,
  caller: SignedIn,
  input: Paged,
): Promise<PostPage & { channels: ChannelLabel[] }> {
  const page = await listMarked(ctx, await viewerOf(ctx.db, caller), 'read_at', input);
  const channels = [...new Map(page.rows.map(({ channel }) => [channel.id, channel])).values()].slice(0, 5);
  return { ...page, channels };
}
