import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import { atMost, kept } from '#server/platform/db/kept.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import {
  cardColumns,
  cardJoins,
  type CardRow,
  instant,
  labelColumns,
  type LabelRow,
  toCard,
  toLabel,
} from './cards.ts';
import { fromCursor, toCursor } from './cursor.ts';
import { fold } from './fold.ts';
import { snippetOf, stemsOf } from './highlight.ts';
import { channelColumns, type ChannelRow, escapeLike, toChannelCard } from './list-channels.ts';
import { joinPerson, mustPerson, personColumns, type PersonRow, toPerson } from './people.sql.ts';
import { tagOf } from './slug.ts';
import { instantOf } from './time-id.ts';
import { tiersOf } from './tiers.ts';
import { among, type Viewer, viewerOf } from './viewer.ts';

type Sql = RawBuilder<unknown>;

export interface Search {
  readonly q: string;
  readonly kind: 'all' | 'posts' | 'comments' | 'channels' | 'people';
  readonly channel?: string | undefined;
  readonly tag?: string | undefined;
  readonly author?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly sort: 'relevance' | 'newest';
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** So many of the newest matches are weighed against each other; ranking every match would cost more with every post. */
const WEIGHED = 40;
const FEW = 4;
/** Fewer matches than this in the days and weeks, and all the older ones together are few enough to be read at once. */
const FEW_NEAR = 26;

interface Page {
  readonly now: Date;
  readonly limit: number;
  /** Relevance of the last row, and the instant at which the search began; newest: the id of the last row. */
  readonly after: { readonly score: number | null; readonly id: string } | null;
  readonly asOf: Date;
}

interface Found {
  score: number;
  words: string;
  query: string | null;
}
type PostRow = CardRow & Found;
type CommentRow = LabelRow &
  PersonRow &
  Found & { id: string; post_id: string; post_title: string; created_at: string };
type PersonFound = PersonRow & { nearness: number };
type ChannelFound = ChannelRow & { nearness: number };

interface Answer {
  posts: PostRow[];
  comments: CommentRow[];
  channels: ChannelFound[];
  people: PersonFound[];
}

/** Posts, comments, communities and people in one statement; a kind that is not asked for costs nothing. */
export async function searchCommunity(ctx: Context, caller: Caller, search: Search) {
  const viewer = await viewerOf(ctx.db, caller);
  const words = search.q.trim();
  const page = pageOf(search, ctx.clock.now());
  const wants = (kind: Search['kind']): boolean => words !== '' && (search.kind === kind || search.kind === 'all');
  const isNarrowed = [search.channel, search.tag, search.author, search.from, search.to].some(Boolean);
  const named = (kind: 'channels' | 'people') => wants(kind) && !(search.kind === 'all' && isNarrowed);
  const json = (rows: Sql | null): Sql =>
    rows ? sql`(select coalesce(json_agg(x), '[]') from (${rows}) x)` : sql`'[]'::json`;
  const { rows } = await kept(
    ctx.db,
    sql<Answer>`select ${json(wants('posts') ? postRows(viewer, search, page) : null)} as posts,
    ${json(wants('comments') && !search.tag ? commentRows(viewer, search, page) : null)} as comments,
    ${json(named('channels') ? channelRows(viewer, search, page) : null)} as channels,
    ${json(named('people') ? personRows(search, page) : null)} as people`,
  );
  return show(ctx, viewer, search, page, rows[0] ?? { posts: [], comments: [], channels: [], people: [] });
}

function pageOf({ kind, sort, limit, cursor }: Search, now: Date): Page {
  const few = kind === 'all' ? Math.min(limit, FEW) : limit;
  if (kind === 'all' || cursor === undefined) return { now, limit: few, after: null, asOf: now };
  if (kind === 'posts' || kind === 'comments') {
    if (sort === 'newest') {
      const [id] = fromCursor(cursor, 'id') as [string];
      return { now, limit, after: { score: null, id }, asOf: instantOf(id) };
    }
    const [score, id, asOf] = fromCursor(cursor, 'number', 'id', 'instant') as [number, string, string];
    return { now, limit, after: { score, id }, asOf: new Date(asOf) };
  }
  const [score, id] = fromCursor(cursor, 'number', 'id') as [number, string];
  return { now, limit, after: { score, id }, asOf: now };
}

/** The query in both languages; the last word may still be growing, so words that begin like it count as well: a stretch of the index, also for a kept plan. */
function queryOf({ q }: Search): Sql {
  const last = /([\p{L}\p{N}]{3,40})$/u.exec(q)?.[1];
  if (!last || /["-]/.test(q)) return sql`community_query(${q})`;
  const rest = q.slice(0, -last.length);
  return sql`community_query(${q}) || coalesce(community_query(${rest}) && (select string_agg(quote_literal(word), '|')::tsquery
    from (select word from community_lexicon where word ~>=~ ${fold(last)} and word ~<~ ${`${fold(last)}\u{10ffff}`} order by length(word), word limit 8) w), '')`;
}

/** Filters as marks in the index, see community_marks(): each narrows the walk instead of throwing away what it found. */
const tagMark = (tag: string | undefined): string => (tag ? `'=t:${(tagOf(tag) ?? '-').replaceAll("'", "''")}'` : '');

/**
 * The newest matches, tier by tier backwards in time until there are enough: each tier is a mark in the index, so a word that a third of all posts
 * contain costs no more than a rare one.
 */
function matchesOf(table: 'posts' | 'comments', echo: Sql, viewer: Viewer, search: Search, page: Page): Sql {
  const end = page.asOf.getTime() + 1000;
  const until = search.to ? Math.min(end, Date.parse(search.to) + 86_400_000) : end;
  const tiers = tiersOf(new Date(until), search.from ? new Date(search.from) : null);
  const far = tiers.filter(({ isNear }) => !isNear);
  const [youngest, oldest] = [far[0], far.at(-1)];
  const rest = youngest && oldest ? [{ mark: '', from: oldest.from, to: youngest.to, kind: 'rest' }] : [];
  const rows = [...tiers.map((tier) => ({ ...tier, kind: tier.isNear ? 'near' : 'far' })), ...rest];
  const stretches = sql`select nth, kind, mark::tsquery, least, beyond from unnest(${rows.map(({ kind }) => kind)}::text[],
    ${rows.map(({ mark }) => (mark ? `'${mark}'` : ''))}::text[], ${rows.map(({ from }) => from.toISOString())}::timestamptz[],
    ${rows.map(({ to }) => to.toISOString())}::timestamptz[]) with ordinality as tier (kind, mark, least, beyond, nth)`;
  const channel = search.channel
    ? sql`&& coalesce((select '''=c:' || id || '''' from channels where slug = ${search.channel.replace(/^fl@/, '')}), '''=c:none''')::tsquery`
    : sql``;
  const author = search.author
    ? sql`&& coalesce((select '''=a:' || user_id || '''' from community_profiles where handle = ${search.author.replace(/^@/, '').toLowerCase()}), '''=a:none''')::tsquery`
    : sql``;
  const marks = table === 'posts' ? tagMark(search.tag) : '';
  const behind = search.sort === 'newest' && page.after ? sql`and t.id < ${page.after.id}` : sql``;
  const most = search.sort === 'newest' ? page.limit + 1 : WEIGHED;
  // The stretch is told by created_at, which has no index: an index would be walked from one end of the stretch to the other.
  const walk = (
    which: Sql,
  ): Sql => sql`select t.* from (select * from tiers tier where ${which} order by nth) tier, query, lateral (
        select t.channel_id, t.id, t.search, t.created_at, ${echo} as echo from ${sql.table(table)} t
        where t.search @@ (query.narrow && tier.mark) and t.created_at >= tier.least and t.created_at < tier.beyond and t.state = 'visible'
          and t.visibility = any(${among(viewer.visibilities)}) ${behind}
        order by t.created_at desc, t.id desc ${atMost(most)}) t
      where numnode(query.words) > 0 ${atMost(most)}`;
  return sql`query as materialized (select q.words, q.words && ${marks}::tsquery ${channel} ${author} as narrow from (select ${queryOf(search)} as words offset 0) q),
    tiers as materialized (${stretches}),
    near as materialized (${walk(sql`tier.kind = 'near'`)}),
    enough as materialized (select count(*) from near),
    found as materialized (select * from (select * from near
      union all select * from (${walk(sql`tier.kind = case when (select count from enough) >= ${most} then 'none'
        when (select count from enough) < ${FEW_NEAR} then 'rest' else 'far' end`)}) far) f ${atMost(most)})`;
}

/** Fits better, is younger, echoed more: relevance halves in sixty days, and a hundred likes add a half. */
const scoreOf = (now: Date): Sql => sql`(ts_rank('{0.1, 0.2, 0.4, 1}', t.search, query.words)
  / (1 + greatest(extract(epoch from ${now}::timestamptz - t.created_at)::float8, 0) / 5184000) * (1 + ln(1 + greatest(t.echo, 0)::float8) / 10))::float8`;

/** The page among the matches, which bring along whatever they are weighed by. */
function weighed(search: Search, { asOf, after, limit }: Page): Sql {
  const score = search.sort === 'newest' ? sql`0::float8` : scoreOf(asOf);
  const behind =
    search.sort === 'relevance' && after ? sql`where (s.score, s.id) < (${after.score}, ${after.id}::uuid)` : sql``;
  return sql`best as (select * from (select t.channel_id, t.id, ${score} as score from found t, query) s
    ${behind} order by s.score desc, s.id desc ${atMost(limit + 1)})`;
}

const postRows = (
  viewer: Viewer,
  search: Search,
  page: Page,
): Sql => sql`with ${matchesOf('posts', sql`t.popularity`, viewer, search, page)}, ${weighed(search, page)}
  select ${cardColumns(viewer)}, b.score, left(p.words, 4000) as words, (select query.words::text from query) as query
  from best b join posts p on p.channel_id = b.channel_id and p.id = b.id ${cardJoins(viewer)} order by b.score desc, b.id desc`;

const commentRows = (
  viewer: Viewer,
  search: Search,
  page: Page,
): Sql => sql`with ${matchesOf('comments', sql`t.likes_count`, viewer, search, page)}, ${weighed(search, page)}
  select c.id, c.post_id, p.title as post_title, c.created_at, ${labelColumns}, ${personColumns}, b.score, left(c.words, 4000) as words,
    (select query.words::text from query) as query
  from best b join comments c on c.channel_id = b.channel_id and c.id = b.id
  join posts p on p.channel_id = c.channel_id and p.id = c.post_id and p.state = 'visible'
  join channels ch on ch.id = c.channel_id and ch.visibility = any(${among(viewer.visibilities)})
  ${joinPerson('c.author_id')} order by b.score desc, b.id desc`;

/** Names that contain it stand before names that are nearly it. */
const nearness = (names: Sql, words: string): Sql =>
  sql`(word_similarity(${words}, ${names}) + case when ${names} like ${`%${escapeLike(words)}%`} then 1 else 0 end)::float8`;
const behindName = (id: Sql, { after }: Page): Sql =>
  after ? sql`where (x.nearness, ${id}) < (${after.score}, ${after.id}::uuid)` : sql``;

function channelRows(viewer: Viewer, { q, kind }: Search, page: Page): Sql {
  const words = fold(q.trim().replace(/^fl@/i, ''));
  return sql`select * from (select ${channelColumns(viewer.userId)}, ${nearness(sql`ch.names`, words)} as nearness from channels ch
      where ch.visibility = any(${among(viewer.visibilities)}) and ch.kind = 'community' and ch.id in (select channel_id from community_channels_like(${words}, 200)
        union (select id from channels where names like ${`%${escapeLike(words)}%`} limit 200))) x
    ${behindName(sql`x.channel_id`, kind === 'all' ? { ...page, after: null } : page)} order by x.nearness desc, x.channel_id desc ${atMost(page.limit + 1)}`;
}

function personRows({ q, kind }: Search, page: Page): Sql {
  const words = fold(q.trim().replace(/^@/, ''));
  return sql`select * from (select ${personColumns}, ${nearness(sql`pf.names`, words)} as nearness from community_profiles pf
      left join practitioners dr on dr.user_id = pf.user_id and dr.verified_at is not null
      where pf.user_id in (select user_id from community_people_like(${words}, 200)
        union (select user_id from community_profiles where names like ${`%${escapeLike(words)}%`} limit 200))) x
    ${behindName(sql`x.person_id`, kind === 'all' ? { ...page, after: null } : page)} order by x.nearness desc, x.person_id desc ${atMost(page.limit + 1)}`;
}

function show(ctx: Context, viewer: Viewer, search: Search, page: Page, { posts, comments, channels, people }: Answer) {
  const { limit, asOf } = page;
  const isPaged = search.kind !== 'all';
  const next = <R>(rows: readonly R[], parts: (row: R) => (string | number)[]): string | null => {
    const last = rows[limit - 1];
    return isPaged && rows.length > limit && last ? toCursor(parts(last)) : null;
  };
  const place = (row: { score: number; id: string }) =>
    search.sort === 'newest' ? [row.id] : [row.score, row.id, asOf.toISOString()];
  const nameStems = fold(search.q).match(/[\p{L}\p{N}]+/gu) ?? [];
  // One query for all rows of a kind: its stems are read once.
  const read = new Map<string, string[]>();
  const stems = ({ query }: Found): string[] => {
    const known = read.get(query ?? '') ?? [...stemsOf(query ?? ''), ...nameStems];
    read.set(query ?? '', known);
    return known;
  };
  return {
    posts: {
      rows: posts.slice(0, limit).map((row) => ({
        post: toCard(ctx, viewer, row),
        title_snippet: snippetOf(row.title, stems(row)),
        snippet: snippetOf(row.words, stems(row)),
      })),
      next_cursor: next(posts, place),
    },
    comments: {
      rows: comments.slice(0, limit).map((row) => ({
        comment_id: row.id,
        post_id: row.post_id,
        post_title: row.post_title,
        channel: toLabel(ctx, row),
        author: toPerson(row),
        created_at: instant(row.created_at),
        snippet: snippetOf(row.words, stems(row)),
      })),
      next_cursor: next(comments, place),
    },
    channels: {
      rows: channels.slice(0, limit).map((row) => ({
        ...toChannelCard(ctx, row),
        name_snippet: snippetOf(row.channel_name ?? '', nameStems),
      })),
      next_cursor: next(channels, (row) => [row.nearness, row.channel_id]),
    },
    people: {
      rows: people
        .slice(0, limit)
        .map((row) => ({ person: mustPerson(row), name_snippet: snippetOf(row.display_name ?? '', nameStems) })),
      next_cursor: next(people, (row) => [row.nearness, row.person_id ?? '']),
    },
  };
}
