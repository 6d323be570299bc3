import { sql } from 'kysely';
import { type Comment, type CommentPage, CommunityLimits, type Post } from '#contract/community.ts';
import type { Context } from '#server/platform/context.ts';
import { kept } from '#server/platform/db/kept.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { withAssetLinks } from './asset-links.ts';
import { removalJson } from './ask-practitioner.ts';
import { cardColumns, cardJoins, type CardRow, instant, instantOrNull, newComments, toCard } from './cards.ts';
import {
  type CommentRow,
  commentRows,
  type CommentSort,
  type ThreadQuery,
  threadRows,
  toComment,
  toThread,
} from './comments.ts';
import { type HoldJson, holdJson, toHoldNote } from './holds.ts';
import { isChannelOnWeb } from './on-web.sql.ts';
import { isReadOnly } from './may-write.ts';
import { among, canModerate, isSuspendedIn, mayModerate, type Viewer, viewerOf } from './viewer.ts';

interface PostRow extends CardRow {
  body: string;
  version: number;
  hold: HoldJson | null;
  asking_removed: { reason: string; at: string } | null;
  role: 'owner' | 'moderator' | 'member' | null;
  join_policy: 'open' | 'request';
  follow_state: 'follow' | 'mute' | null;
  is_read_only: boolean;
  /**
   * The time since which the thread is public (readable without an account). It is null if the thread or its community
   * is not public.
   */
  web_since: string | null;
  is_channel_on_web: boolean;
  first_unread: string | null;
}

/**
 * Returns the post with the first page of its comments. It runs two statements: one for the reader's rights, one for
 * everything else.
 */
export async function getPost(
  ctx: Context,
  caller: SignedIn,
  { post_id, sort }: { readonly post_id: string; readonly sort: CommentSort },
): Promise<{ post: Post; comments: CommentPage }> {
  const viewer = await viewerOf(ctx.db, caller);
  const query: ThreadQuery = { post_id, sort, limit: CommunityLimits.comment_page };
  const { rows } = await kept(
    ctx.db,
    sql<{ post: PostRow | null; comments: CommentRow[] }>`select
    (select row_to_json(x) from (
      select ${cardColumns(viewer)}, p.body, p.version, ${holdJson(viewer, 'p')} as hold, ${removalJson(viewer)} as asking_removed, ch.join_policy, ${isChannelOnWeb} as is_channel_on_web,
        case when ${isChannelOnWeb} then p.web_since end as web_since, mm.role,
        (select f.state from community_follows f where f.user_id = ${viewer.userId} and f.kind = 'post' and f.target = p.id::text) as follow_state,
        ${isReadOnly} as is_read_only,
        case when mk.read_at is not null then (select n.id from (${newComments(viewer)}) n order by n.id limit 1) end as first_unread
      from posts p ${cardJoins(viewer)}
      left join channel_members mm on mm.channel_id = p.channel_id and mm.user_id = ${viewer.userId}
      where p.id = ${post_id}) x) as post,
    (select coalesce(json_agg(y), '[]') from (${threadRows(viewer, query)}) y) as comments`,
  );
  const row = rows[0]?.post;
  if (!row || !isReadable(viewer, row)) throw new Refusal('NOT_FOUND');
  const post = toPost(ctx, viewer, row);
  return { post, comments: { ...toThread(ctx, viewer, rows[0]?.comments ?? [], query), total: post.comments_count } };
}

/**
 * Returns true if the reader may read the post. Only the author and moderators see a hidden or removed post. Nobody
 * sees a deleted post.
 */
const isReadable = (viewer: Viewer, row: PostRow): boolean =>
  row.state === 'visible' ||
  (row.state !== 'deleted' && (row.author_id === viewer.userId || canModerate(viewer, row.channel_id, row.role)));

function toPost(ctx: Context, viewer: Viewer, row: PostRow): Post {
  const isMine = row.author_id === viewer.userId;
  const moderates = canModerate(viewer, row.channel_id, row.role);
  const isSuspended = isSuspendedIn(viewer, row.channel_id);
  const block = row.is_read_only
    ? 'read_only'
    : isSuspended
      ? 'suspended'
      : row.is_locked && !moderates
        ? 'locked'
        : row.role === null && row.join_policy === 'request' && !viewer.isAdmin && !viewer.isExpert
          ? 'members_only'
          : null;
  return {
    ...toCard(ctx, viewer, row),
    body: withAssetLinks(ctx, row.body, row.visibility),
    version: row.version,
    hold: toHoldNote(row.hold),
    asking_removed: row.asking_removed && {
      reason: row.asking_removed.reason,
      at: instant(row.asking_removed.at),
    },
    web_since: instantOrNull(row.web_since),
    can_open_to_web: isMine && row.is_channel_on_web && row.state === 'visible',
    is_followed: row.follow_state === 'follow',
    is_muted: row.follow_state === 'mute',
    can_edit: isMine && !row.is_locked && row.state !== 'removed' && !isSuspended && !row.is_read_only,
    can_delete: isMine && row.state !== 'removed',
    can_moderate: moderates,
    can_comment: block === null && row.state === 'visible',
    comment_block: block,
    resume: {
      last_read_at: instantOrNull(row.read_at),
      unread_count: row.unread_count ?? 0,
      first_unread_comment_id: row.first_unread,
    },
  };
}

/** A condition on a post or comment: while it is hidden or removed, only its author and moderators may read it. */
const isShownTo = (viewer: Viewer, text: 'p' | 'c') => {
  const of = sql.raw(text);
  return sql`(${of}.state = 'visible' or (${of}.state <> 'deleted'
    and (${of}.author_id = ${viewer.userId} or ${mayModerate(viewer, `${text}.channel_id`, 'm.role')})))`;
};

/** Returns more comments, or more replies to one comment. Throws NOT_FOUND for a post that the reader may not see. */
export async function listComments(ctx: Context, caller: SignedIn, query: ThreadQuery): Promise<CommentPage> {
  const viewer = await viewerOf(ctx.db, caller);
  const { rows } = await kept(
    ctx.db,
    sql<{ total: number | null; comments: CommentRow[] }>`select
    (select p.comments_count from posts p join channels ch on ch.id = p.channel_id and ch.visibility = any(${among(viewer.visibilities)})
      left join channel_members m on m.channel_id = ch.id and m.user_id = ${viewer.userId}
      where p.id = ${query.post_id} and ${isShownTo(viewer, 'p')}) as total,
    (select coalesce(json_agg(y), '[]') from (${threadRows(viewer, query)}) y) as comments`,
  );
  const found = rows[0];
  if (!found || found.total === null) throw new Refusal('NOT_FOUND');
  return { ...toThread(ctx, viewer, found.comments, query), total: found.total };
}

/** Returns a comment with its parents. */
export async function getComment(
  ctx: Context,
  caller: SignedIn,
  commentId: string,
): Promise<{ post_id: string; comments: Comment[] }> {
  const viewer = await viewerOf(ctx.db, caller);
  const rows = await readComments(ctx, viewer, commentId);
  const wanted = rows.find((row) => row.id === commentId);
  if (!wanted) throw new Refusal('NOT_FOUND');
  return { post_id: wanted.post_id, comments: rows.map((row) => toComment(ctx, viewer, row)) };
}

const postOf = (commentId: string) => sql`(select post_id from comments where id = ${commentId})`;

async function readComments(ctx: Context, viewer: Viewer, commentId: string): Promise<CommentRow[]> {
  const chain = sql`(with recursive up as (
      select c.channel_id, c.id, c.parent_id from comments c
        join posts p on p.channel_id = c.channel_id and p.id = c.post_id and p.state = 'visible'
        where c.id = ${commentId} and (c.state = 'visible' or c.replies_count > 0 or (c.author_id = ${viewer.userId} and c.state <> 'deleted'))
      union all select c.channel_id, c.id, c.parent_id from up join comments c on c.channel_id = up.channel_id and c.id = up.parent_id)
    select channel_id, id from up)`;
  const { rows } =
    await sql<CommentRow>`select * from (${commentRows(viewer, postOf(commentId), chain)}) y order by y.depth`.execute(
      ctx.db,
    );
  return rows;
}

/** Returns a comment for the person who has just written, changed or co-signed it. */
export async function showComment(ctx: Context, viewer: Viewer, commentId: string): Promise<Comment> {
  const [row] = (
    await sql<CommentRow>`${commentRows(viewer, postOf(commentId), sql`(select channel_id, id from comments where id = ${commentId})`)}`.execute(
      ctx.db,
    )
  ).rows;
  if (!row) throw new Refusal('NOT_FOUND');
  return toComment(ctx, viewer, row);
}

interface VersionRow {
  version: number;
  at: Date;
  title: string | null;
  body: string;
  visibility: 'open' | 'paid' | 'elite_only';
}

/**
 * Returns the earlier versions of a post or comment, for everyone who may read the current version. Only the author and
 * moderators see versions that were hidden.
 */
export async function listVersions(ctx: Context, caller: SignedIn, contentId: string) {
  const viewer = await viewerOf(ctx.db, caller);
  const { rows } = await sql<
    VersionRow & { exists: boolean }
  >`select v.version, v.at, v.title, v.body, ch.visibility from (
      select p.id, p.channel_id, p.author_id = ${viewer.userId} or ${mayModerate(viewer, 'p.channel_id', 'm.role')} as sees_all from posts p
        left join channel_members m on m.channel_id = p.channel_id and m.user_id = ${viewer.userId}
        where p.id = ${contentId} and ${isShownTo(viewer, 'p')}
      union all select c.id, c.channel_id, c.author_id = ${viewer.userId} or ${mayModerate(viewer, 'c.channel_id', 'm.role')} from comments c join posts p on p.channel_id = c.channel_id and p.id = c.post_id
        left join channel_members m on m.channel_id = c.channel_id and m.user_id = ${viewer.userId}
        where c.id = ${contentId} and ${isShownTo(viewer, 'p')} and ${isShownTo(viewer, 'c')}) t
    join channels ch on ch.id = t.channel_id and ch.visibility = any(${among(viewer.visibilities)})
    left join content_versions v on v.channel_id = t.channel_id and v.content_id = t.id and (v.was_shown or t.sees_all) order by v.version desc`.execute(
    ctx.db,
  );
  if (rows.length === 0) throw new Refusal('NOT_FOUND');
  return rows
    .filter((row) => row.version !== null)
    .map(({ version, at, title, body, visibility }) => ({
      version,
      at: instant(at),
      title,
      body: withAssetLinks(ctx, body, visibility),
    }));
}
