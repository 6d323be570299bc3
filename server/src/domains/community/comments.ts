import { type RawBuilder, sql } from 'kysely';
import { type Comment, CommunityLimits, type Cosignature, type Signature } from '#contract/community.ts';
import type { Context } from '#server/platform/context.ts';
import { atMost } from '#server/platform/db/kept.ts';
import { withAssetLinks } from './asset-links.ts';
import { instant, instantOrNull } from './cards.ts';
import { fromCursor, toCursor } from './cursor.ts';
import { type HoldJson, holdJson, toHoldNote } from './holds.ts';
import { joinPerson, personColumns, personJson, type PersonRow, toPerson } from './people.sql.ts';
import { among, type Viewer } from './viewer.ts';

type Sql = RawBuilder<unknown>;
const MOST_COSIGNERS = 20;
export type CommentSort = 'best' | 'newest' | 'oldest';

type Signed = Omit<Signature, 'is_verified' | 'at'> & { at: string };

export interface CommentRow extends PersonRow {
  id: string;
  post_id: string;
  parent_id: string | null;
  reply_to_id: string | null;
  reply_to: PersonRow | null;
  reply_to_state: Comment['state'] | null;
  depth: number;
  author_id: string | null;
  post_author_id: string | null;
  visibility: 'open' | 'paid' | 'elite_only';
  is_moderator: boolean;
  state: Comment['state'];
  body: string;
  lang: string | null;
  version: number;
  created_at: string | Date;
  edited_at: string | Date | null;
  likes_count: number;
  replies_count: number;
  is_liked: boolean;
  read_at: string | Date | null;
  hold: HoldJson | null;
  signed: Signed | null;
  cosigned: (Signed & { user_id: string; is_verified: boolean })[];
}

/**
 * Selects the comments that a reader sees: visible ones, the reader's own, and placeholders for hidden comments that
 * have replies. A comment of a muted person is left out unless the comment has replies.
 */
const shown = (viewer: Viewer): Sql =>
  sql`(c.state = 'visible' or c.replies_count > 0 or (c.author_id = ${viewer.userId} and c.state <> 'deleted'))
    ${viewer.mutedPeople.length > 0 ? sql`and (c.replies_count > 0 or c.author_id is null or c.author_id <> all(${[...viewer.mutedPeople]}::uuid[]))` : sql``}`;

/**
 * Each order begins with the parent comment, although all rows have the same parent. The database can use an index only
 * if the query sorts by the index columns in their order.
 */
const order: Readonly<Record<CommentSort, Sql>> = {
  best: sql`c.parent_id, c.likes_count desc, c.id`,
  newest: sql`c.parent_id desc, c.id desc`,
  oldest: sql`c.parent_id, c.id`,
};

function behind(sort: CommentSort, cursor: string | undefined): Sql {
  const after = sort === 'best' ? fromCursor(cursor, 'count', 'id') : fromCursor(cursor, 'id');
  if (!after) return sql``;
  if (sort === 'newest') return sql`and c.id < ${after[0]}`;
  if (sort === 'oldest') return sql`and c.id > ${after[0]}`;
  return sql`and c.likes_count <= ${after[0]} and (c.likes_count < ${after[0]} or c.id > ${after[1]}::uuid)`;
}

const cursorOf = (sort: CommentSort, row: CommentRow): string =>
  toCursor(sort === 'best' ? [row.likes_count, row.id] : [row.id]);

const columns = (
  viewer: Viewer,
): Sql => sql`c.id, c.post_id, c.parent_id, c.reply_to_id, c.depth, c.author_id, c.state, c.body, c.lang, c.version,
  c.created_at, c.edited_at, c.likes_count, c.replies_count, ${holdJson(viewer, 'c')} as hold, ${personColumns}, p.author_id as post_author_id, p.visibility,
  case when c.reply_to_id is not null then ${personJson("(select r.author_id from comments r where r.channel_id = c.channel_id and r.id = c.reply_to_id and r.state <> 'deleted')")} end as reply_to, (select r.state from comments r where r.channel_id = c.channel_id and r.id = c.reply_to_id) as reply_to_state,
  exists (select from channel_members m where m.channel_id = c.channel_id and m.user_id = c.author_id and m.role <> 'member') as is_moderator,
  c.likes_count > 0 and exists (select from content_likes l where l.channel_id = c.channel_id and l.content_id = c.id and l.user_id = ${viewer.userId}) as is_liked,
  p.read_at, (select json_build_object('name', s.name, 'speciality', s.speciality, 'registration_number', s.registration_number,
      'registration_body', s.registration_body, 'at', s.signed_at)
    from answer_signatures s where s.channel_id = c.channel_id and s.comment_id = c.id) as signed,
  (select coalesce(json_agg(k.one order by k.signed_at, k.user_id), '[]') from (select o.signed_at, o.user_id, json_build_object('user_id', o.user_id,
      'name', o.name, 'speciality', o.speciality, 'registration_number', o.registration_number, 'registration_body', o.registration_body, 'at', o.signed_at,
      'is_verified', exists (select from practitioners v where v.user_id = o.user_id and v.verified_at is not null and v.profession = 'doctor')) as one
    from answer_cosignatures o where o.channel_id = c.channel_id and o.comment_id = c.id order by o.signed_at, o.user_id limit ${MOST_COSIGNERS}) k) as cosigned`;

/**
 * Selects rows of comments of one post. `picked` is a query for the channel_id and id of these comments. `post` is the
 * id of the post. The data of the post is the same for all rows, so it is read once.
 */
export const commentRows = (viewer: Viewer, post: Sql, picked: Sql): Sql => sql`select ${columns(viewer)}
  from (select p.channel_id, p.author_id, ch.visibility, mk.read_at from posts p
      join channels ch on ch.id = p.channel_id and ch.visibility = any(${among(viewer.visibilities)})
      left join post_marks mk on mk.channel_id = p.channel_id and mk.post_id = p.id and mk.user_id = ${viewer.userId}
      where p.id = ${post} offset 0) p
    join ${picked} k on k.channel_id = p.channel_id
    join comments c on c.channel_id = k.channel_id and c.id = k.id
  ${joinPerson('c.author_id')}`;

export interface ThreadQuery {
  readonly post_id: string;
  readonly sort: CommentSort;
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** If given, the page contains replies to this comment instead of top-level comments. */
  readonly parent_id?: string | undefined;
}

/** Selects in one statement a page of comments, their first replies, and the first replies to these replies. */
export function threadRows(viewer: Viewer, { post_id, sort, limit, cursor, parent_id }: ThreadQuery): Sql {
  const most = CommunityLimits.replies_shown;
  const under = (above: string): Sql =>
    sql`select c.channel_id, c.id from ${sql.raw(above)} a, lateral (select c.channel_id, c.id from comments c
      where c.post_id = ${post_id} and c.parent_id = a.id and ${shown(viewer)} order by c.likes_count desc, c.id ${atMost(most)}) c`;
  return sql`with tops as materialized (
      select c.channel_id, c.id from comments c
      where c.post_id = ${post_id} and ${parent_id ? sql`c.parent_id = ${parent_id}` : sql`c.parent_id is null`} and ${shown(viewer)} ${behind(sort, cursor)}
      order by ${order[sort]} ${atMost(limit + 1)}),
    answers as materialized (${under('tops')}),
    deeper as (${under('answers')})
    ${commentRows(viewer, sql`${post_id}::uuid`, sql`(select * from tops union all select * from answers union all select * from deeper)`)}`;
}

const byLikes = (a: CommentRow, b: CommentRow): number => b.likes_count - a.likes_count || (a.id < b.id ? -1 : 1);
const bySort: Readonly<Record<CommentSort, (a: CommentRow, b: CommentRow) => number>> = {
  best: byLikes,
  newest: (a, b) => (a.id < b.id ? 1 : -1),
  oldest: (a, b) => (a.id < b.id ? -1 : 1),
};

/** Returns comments in reading order: each parent is followed by its replies. */
export function toThread(
  ctx: Context,
  viewer: Viewer,
  rows: readonly CommentRow[],
  { sort, limit, parent_id }: ThreadQuery,
): { rows: Comment[]; next_cursor: string | null } {
  const children = Map.groupBy(rows, (row) => row.parent_id ?? '');
  const tops = (children.get(parent_id ?? '') ?? []).toSorted(bySort[sort]);
  const page = tops.slice(0, limit);
  const written: Comment[] = [];
  const write = (row: CommentRow): void => {
    const replies = (children.get(row.id) ?? []).toSorted(byLikes);
    const last = replies.at(-1);
    const isMore = row.replies_count > replies.length;
    written.push({
      ...toComment(ctx, viewer, row),
      replies_cursor: isMore ? (last ? cursorOf('best', last) : toCursor([2 ** 31 - 1, FIRST])) : null,
    });
    replies.forEach(write);
  };
  page.forEach(write);
  const last = page.at(-1);
  return { rows: written, next_cursor: tops.length > limit && last ? cursorOf(sort, last) : null };
}

const FIRST = '00000000-0000-0000-0000-000000000000';

const toCosigned = (viewer: Viewer, rows: CommentRow['cosigned']): Cosignature[] =>
  rows
    .filter(({ user_id }) => !viewer.mutedPeople.includes(user_id))
    .map(({ user_id, at, ...signed }) => ({ ...signed, at: instant(at), is_mine: user_id === viewer.userId }));

/**
 * Returns the author of the comment that this comment answers. Like `toComment`, it returns null if the reader may not
 * see that comment.
 */
const answered = (viewer: Viewer, { reply_to, reply_to_state }: CommentRow): Comment['author'] => {
  const isShown = reply_to_state === 'visible' || viewer.isAdmin || reply_to?.person_id === viewer.userId;
  return isShown ? toPerson(reply_to) : null;
};

const toSignature = (signed: NonNullable<CommentRow['signed']>, isVerified: boolean): Signature => ({
  ...signed,
  at: instant(signed.at),
  is_verified: isVerified,
});

/**
 * Returns a comment as the reader may see it. A hidden, removed or deleted comment stays in the thread without text and
 * author. Its author and administrators still see it, unless it is deleted.
 */
export function toComment(ctx: Context, viewer: Viewer, row: CommentRow): Comment {
  const isMine = row.author_id === viewer.userId;
  const isShown =
    row.state === 'visible' || (isMine && row.state !== 'deleted') || (viewer.isAdmin && row.state !== 'deleted');
  return {
    id: row.id,
    post_id: row.post_id,
    parent_id: row.parent_id,
    depth: row.depth,
    reply_to: row.reply_to_id === null ? null : { comment_id: row.reply_to_id, person: answered(viewer, row) },
    author: isShown ? toPerson(row) : null,
    is_post_author: isShown && row.author_id !== null && row.author_id === row.post_author_id,
    signed: isShown && row.signed ? toSignature(row.signed, row.registration_number !== null) : null,
    cosigned: isShown ? toCosigned(viewer, row.cosigned) : [],
    can_cosign: row.state === 'visible' && row.signed !== null && viewer.isExpert && !isMine,
    is_moderator: isShown && row.is_moderator,
    body: isShown ? withAssetLinks(ctx, row.body, row.visibility) : '',
    lang: isShown ? row.lang : null,
    created_at: instant(row.created_at),
    edited_at: isShown ? instantOrNull(row.edited_at) : null,
    version: row.version,
    likes_count: row.likes_count,
    is_liked: row.is_liked,
    is_mine: isMine,
    is_unread: !isMine && row.read_at !== null && new Date(row.created_at) > new Date(row.read_at),
    state: row.state,
    hold: toHoldNote(row.hold),
    replies_count: row.replies_count,
    replies_cursor: null,
  };
}
