import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import { kept } from '#server/platform/db/kept.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { instant, toCard, toLabel } from './cards.ts';
import { fromCursor, toCursor } from './cursor.ts';
import { fold } from './fold.ts';
import { snippetOf, stemsOf } from './highlight.ts';
import { toChannelCard } from './list-channels.ts';
import { mustPerson, toPerson } from './people.sql.ts';
import {
  type ChannelFound,
  channelRows,
  type CommentRow,
  commentRows,
  type Found,
  type Page,
  type PersonFound,
  personRows,
  type PostRow,
  postRows,
  type Search,
} from './search-rows.ts';
import { reading } from './reading.ts';
import { instantOf } from './time-id.ts';
import { among, type Viewer, viewerOf } from './viewer.ts';

type Sql = RawBuilder<unknown>;

/** The number of results of each kind in a search for all kinds. */
const FEW = 4;

interface Answer {
  posts: PostRow[];
  comments: CommentRow[];
  channels: ChannelFound[];
  people: PersonFound[];
}

/**
 * Searches posts, comments, communities and people with one statement. The statement contains no query for kinds that
 * were not requested.
 */
export async function searchCommunity(ctx: Context, caller: SignedIn, search: Search) {
  const viewer = reading(await viewerOf(ctx.db, caller), search);
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
  const answer = rows[0] ?? { posts: [], comments: [], channels: [], people: [] };
  const isMisspelt = wants('posts') && !search.cursor && answer.posts.length === 0 && answer.comments.length === 0;
  return {
    ...show(ctx, viewer, search, page, answer),
    suggestion: isMisspelt ? await respelt(ctx, viewer, words) : null,
  };
}

/**
 * Words of at least `letters` letters are corrected, because shorter words are rarely misspelt. If a query has more
 * than `words` words, none of them is corrected.
 */
const SPELT = { letters: 4, words: 6 };

/**
 * Returns the query with each long word replaced by the most similar topic that the reader may see. Returns null if the
 * query does not change.
 */
async function respelt(ctx: Context, viewer: Viewer, words: string): Promise<string | null> {
  const parts = words.split(/\s+/);
  if (parts.length > SPELT.words) return null;
  const near = await Promise.all(
    parts.map(async (word) => {
      if (word.length < SPELT.letters) return word;
      const { rows } = await sql<{
        tag: string | null;
      }>`select community_near_tag(${word}, ${among(viewer.visibilities)}) as tag`.execute(ctx.db);
      return rows[0]?.tag ?? word;
    }),
  );
  const suggestion = near.join(' ');
  return suggestion === words ? null : suggestion;
}

function pageOf({ kind, sort, limit, cursor }: Search, now: Date): Page {
  const few = kind === 'all' ? Math.min(limit, FEW) : limit;
  if (kind === 'all' || cursor === undefined) return { limit: few, after: null, asOf: now };
  if (kind === 'posts' || kind === 'comments') {
    if (sort === 'newest') {
      const [id] = fromCursor(cursor, 'id') as [string];
      return { limit, after: { score: null, id }, asOf: instantOf(id) };
    }
    const [score, id, asOf] = fromCursor(cursor, 'number', 'id', 'instant') as [number, string, string];
    return { limit, after: { score, id }, asOf: new Date(asOf) };
  }
  const [score, id] = fromCursor(cursor, 'number', 'id') as [number, string];
  return { limit, after: { score, id }, asOf: now };
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
  // The rows of one kind all contain the same query, so its stems are computed once.
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
        post_lang: row.post_lang,
        lang: row.lang,
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
