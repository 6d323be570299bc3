import { type RawBuilder, sql } from 'kysely';
import type { Visibility } from '#contract/community.ts';
import { atMost } from '#server/platform/db/kept.ts';
import { fromCursor, toCursor } from './cursor.ts';
import { firstIdAt } from './time-id.ts';
import type { CardRow } from './cards.ts';
import { readLanguages } from './reading.ts';
import { among, type Viewer } from './viewer.ts';

type Sql = RawBuilder<unknown>;

/**
 * The sort key of a list. The greatest value comes first. Rows with equal keys are sorted by id, which puts the newest
 * first, because ids contain the time.
 */
export type Key = 'hot' | 'popularity' | 'id';
export type Sort = 'hot' | 'latest' | 'top' | 'unanswered';
export type Period = 'day' | 'week' | 'month' | 'year' | 'all';

export interface Window {
  readonly key: Key;
  readonly limit: number;
  /** The key and the id of the row after which the list begins. If null, the list begins with its first row. */
  readonly after: readonly [number | null, string] | null;
  /** The smallest id in the list. If null, the list has no lower limit. */
  readonly since: string | null;
  /**
   * The number of newest rows that are ranked. The number is limited because ranking all rows would become slower with
   * every post. If null, all rows are ranked.
   */
  readonly newest: number | null;
  readonly isUnanswered: boolean;
}

const DAYS: Readonly<Record<Exclude<Period, 'all'>, number>> = { day: 1, week: 7, month: 30, year: 365 };
const DAY_MS = 86_400_000;
/** The number of newest posts that are ranked by popularity for the period of a day. */
const NEWEST = 5000;

export interface ListInput {
  readonly sort: Sort;
  readonly period?: Period | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export function windowOf({ sort, period = 'week', limit, cursor }: ListInput, now: Date): Window {
  const key: Key = sort === 'hot' ? 'hot' : sort === 'top' ? 'popularity' : 'id';
  const parts = key === 'id' ? fromCursor(cursor, 'id') : fromCursor(cursor, key === 'hot' ? 'number' : 'count', 'id');
  const after = parts && ([key === 'id' ? null : (parts[0] as number), parts.at(-1) as string] as const);
  const isRecent = sort === 'top' && period !== 'all';
  return {
    key,
    limit,
    after,
    since: isRecent ? firstIdAt(new Date(now.getTime() - DAYS[period] * DAY_MS)) : null,
    newest: isRecent && period === 'day' ? NEWEST : null,
    isUnanswered: sort === 'unanswered',
  };
}

const column = (key: Key): Sql => sql.raw(`p.${key}`);
/** Returns the SQL sort order of the candidates, which is also the order of the page. */
export const orderOf = (key: Key, table = 'p'): Sql =>
  key === 'id' ? sql.raw(`${table}.id desc`) : sql.raw(`${table}.${key} desc, ${table}.id desc`);

/**
 * Reads rows in the order of one index. If the reader chose languages, it reads the index once for each language.
 * `where` contains the conditions that determine which index the database uses.
 */
const walk = (where: Sql, window: Window, viewer: Viewer): Sql =>
  viewer.reads
    ? sql`(select w.* from unnest(${readLanguages(viewer.reads)}) read (lang),
        lateral ${along(sql`posts`, sql`and coalesce(p.lang, '') = read.lang ${where}`, window, viewer)} w)`
    : along(sql`posts`, where, window, viewer);

/** Adds the reader's own posts in other languages. There are few of them, so all are read. */
function ownBeside(where: Sql, window: Window, viewer: Viewer): Sql {
  if (!viewer.reads) return sql``;
  const own = sql`(select * from posts where author_id = ${viewer.userId} and coalesce(lang, '') <> all(${readLanguages(viewer.reads)}) offset 0)`;
  return sql` union all ${along(own, where, window, viewer)}`;
}

/**
 * Reads at most one row more than a page needs, to find out whether another page follows. Posts of muted people are
 * left out.
 */
function along(posts: Sql, where: Sql, window: Window, viewer: Viewer): Sql {
  const { key, after, since, newest, limit } = window;
  const hidden = sql`${viewer.mutedPeople.length > 0 ? sql`and (p.author_id is null or p.author_id <> all(${[...viewer.mutedPeople]}::uuid[]))` : sql``}`;
  const behind =
    after === null
      ? sql``
      : key === 'id'
        ? sql`and p.id < ${after[1]}`
        : sql`and (${column(key)}, p.id) < (${after[0]}, ${after[1]}::uuid)`;
  const recent = since ? sql`and p.id >= ${since}` : sql``;
  const unanswered = window.isUnanswered ? sql`and p.comments_count = 0` : sql``;
  if (newest !== null)
    return sql`(select p.channel_id, p.id, p.hot, p.popularity from (
      select * from ${posts} p where p.state = 'visible' ${where} ${recent} ${unanswered} order by p.id desc ${atMost(newest)}) p
      where true ${behind} ${hidden} order by ${orderOf(key)} ${atMost(limit + 1)})`;
  return sql`(select p.channel_id, p.id, p.hot, p.popularity from ${posts} p
    where p.state = 'visible' ${where} ${recent} ${unanswered} ${behind} ${hidden} order by ${orderOf(key)} ${atMost(limit + 1)})`;
}

/** Excludes posts with a tag that the reader has muted. */
const ofMutedTags = ({ mutedTags }: Viewer): Sql =>
  mutedTags.length > 0 ? sql`and not p.tags && ${[...mutedTags]}::text[]` : sql``;

/** Reads the index once for each given visibility level, and returns the best rows. */
export function everywhere(
  viewer: Viewer,
  visibilities: readonly Visibility[],
  window: Window,
  also: Sql = sql``,
): Sql {
  const muted =
    viewer.mutedChannels.length > 0 ? sql`and p.channel_id <> all(${[...viewer.mutedChannels]}::uuid[])` : sql``;
  if (visibilities.length === 0) return nothing;
  // The visibility is written into the statement and is not a parameter, because only then can the planner choose the
  // matching index.
  const rest = sql`${muted} ${ofMutedTags(viewer)} ${also}`;
  const walks = visibilities.map((visibility) =>
    walk(sql`and p.visibility = ${sql.lit(visibility)} ${rest}`, window, viewer),
  );
  const own = ownBeside(sql`and p.visibility = any(${among(visibilities)}) ${rest}`, window, viewer);
  return best(sql`${sql.join(walks, sql` union all `)} ${own}`, window);
}

/** The number of rows that are first read from each community and language, to find where the page ends. */
const HEADS = 3;

/**
 * Returns the best rows of the reader's communities. The query reads the index once for each community and language.
 * Reading a whole page from each would become slower with every community and language. The query therefore first ranks
 * a few rows of each to find the end of the page. It then reads only rows above this end.
 */
export function joined(viewer: Viewer, visibilities: readonly Visibility[], window: Window): Sql {
  const muted =
    viewer.mutedChannels.length > 0 ? sql`and m.channel_id <> all(${[...viewer.mutedChannels]}::uuid[])` : sql``;
  const memberships = sql`channel_members m join channels mc on mc.id = m.channel_id and mc.visibility = any(${among(visibilities)})`;
  const read = (part: Window, also: Sql) =>
    sql`select w.* from ${memberships}, lateral ${walk(sql`and p.channel_id = m.channel_id ${ofMutedTags(viewer)} ${also}`, part, viewer)} w
      where m.user_id = ${viewer.userId} ${muted}`;
  const own = ownBeside(
    sql`and exists (select from ${memberships} where m.channel_id = p.channel_id and m.user_id = ${viewer.userId} ${muted}) ${ofMutedTags(viewer)}`,
    window,
    viewer,
  );
  if (window.newest !== null) return best(sql`${read(window, sql``)} ${own}`, window);
  const { key, limit } = window;
  const heads = read({ ...window, limit: HEADS - 1 }, sql``);
  return best(
    sql`with page_end as materialized (
      select h.hot, h.popularity, h.id from (${heads}) h order by ${orderOf(key, 'h')} offset ${sql.lit(limit)} limit 1)
      ${read(window, notBelow(key))} ${own}`,
    window,
  );
}

/** Excludes rows that are ranked below the row `page_end`, if there is one. */
function notBelow(key: Key): Sql {
  const id = sql`coalesce((select id from page_end), '00000000-0000-0000-0000-000000000000')`;
  if (key === 'id') return sql`and p.id >= ${id}`;
  const least = key === 'hot' ? sql`'-infinity'::float8` : sql`0`;
  return sql`and (${column(key)}, p.id) >= (coalesce((select ${sql.raw(key)} from page_end), ${least}), ${id})`;
}

export function ofChannel(viewer: Viewer, channelId: string, window: Window): Sql {
  const where = sql`and p.channel_id = ${channelId} and p.pinned_at is null`;
  const rows = walk(where, window, viewer);
  return viewer.reads ? best(sql`${rows} ${ownBeside(where, window, viewer)}`, window) : rows;
}

const nothing = sql`(select null::uuid as channel_id, null::uuid as id, null::float8 as hot, null::int as popularity where false)`;
const best = (rows: Sql, { key, limit }: Window): Sql =>
  sql`(select * from (${rows}) p order by ${orderOf(key)} ${atMost(limit + 1)})`;

/** Returns the cursor of the page that begins after this row. */
export function cursorAfter(key: Key, row: Pick<CardRow, 'id' | 'hot' | 'popularity'>): string {
  return toCursor(key === 'id' ? [row.id] : [row[key], row.id]);
}
