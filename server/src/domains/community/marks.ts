import { sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { type Content, lockContent, visibleContent } from './content.queries.ts';
import { assertNotSuspended, assertWritable } from './may-write.ts';
import { assertModerator } from './moderators.ts';
import { ensureProfile } from './profile.ts';
import { standingDecision } from './standing-decision.ts';
import { tellReaders } from './tell.ts';
import { among, type Viewer, viewerOf } from './viewer.ts';

export type Liked = ({ readonly post_id: string } | { readonly comment_id: string }) & { readonly is_liked: boolean };

const PINS = 3;

/**
 * Likes a text, or removes the like. A second like by the same person changes nothing. The row of the text is locked
 * first, so that the counts are exact.
 */
export const setLiked = (
  ctx: Context,
  caller: SignedIn,
  input: Liked,
): Promise<{ is_liked: boolean; likes_count: number }> =>
  ctx.db.transaction().execute(async (tx) => {
    const viewer = await viewerOf(tx, caller);
    const [kind, id] =
      'post_id' in input ? (['post', input.post_id] as const) : (['comment', input.comment_id] as const);
    const content = await visibleContent(tx, viewer, kind, id);
    if (input.is_liked) await assertNotSuspended(ctx, tx, viewer.userId, content.channel_id);
    if (input.is_liked) await assertWritable(tx, content.channel_id);
    await ensureProfile(tx, viewer.userId, ctx.clock.now());
    const step = await toggle(ctx, tx, viewer, content, input.is_liked);
    if (step === 0) return { is_liked: input.is_liked, likes_count: content.likes_count };
    const { rows } = await sql<{ likes_count: number }>`update ${sql.table(kind === 'post' ? 'posts' : 'comments')}
      set likes_count = likes_count + ${step} where channel_id = ${content.channel_id} and id = ${id} returning likes_count`.execute(
      tx,
    );
    await sql`update community_profiles set likes = likes + ${step} where user_id = ${content.author_id}`.execute(tx);
    await tellReaders(ctx, tx, content.post_id, viewer.userId, 'likes.changed');
    const event = { channel_id: content.channel_id, content_id: id, by: viewer.userId };
    if (step > 0) await ctx.outbox.emit(tx, 'community.liked', event, { key: `${id}:${viewer.userId}` });
    return { is_liked: input.is_liked, likes_count: rows[0]?.likes_count ?? 0 };
  });

async function toggle(
  ctx: Context,
  tx: Tx,
  { userId }: Viewer,
  { channel_id, id }: Content,
  isLiked: boolean,
): Promise<1 | 0 | -1> {
  const { rows } = isLiked
    ? await sql`insert into content_likes (channel_id, content_id, user_id, at) values (${channel_id}, ${id}, ${userId}, ${ctx.clock.now()})
        on conflict do nothing returning user_id`.execute(tx)
    : await sql`delete from content_likes where channel_id = ${channel_id} and content_id = ${id} and user_id = ${userId} returning user_id`.execute(
        tx,
      );
  if (rows.length === 0) return 0;
  return isLiked ? 1 : -1;
}

export const setSaved = (
  ctx: Context,
  caller: SignedIn,
  { post_id, is_saved }: { readonly post_id: string; readonly is_saved: boolean },
): Promise<{ is_saved: boolean }> =>
  ctx.db.transaction().execute(async (tx) => {
    const viewer = await viewerOf(tx, caller);
    const { channel_id } = await visibleContent(tx, viewer, 'post', post_id);
    await sql`insert into post_marks (channel_id, post_id, user_id, saved_at) values (${channel_id}, ${post_id}, ${viewer.userId}, ${is_saved ? ctx.clock.now() : null})
      on conflict (channel_id, post_id, user_id) do update set saved_at = excluded.saved_at`.execute(tx);
    return { is_saved };
  });

/** Stores that the reader has seen the post and all its current comments. */
export async function markRead(ctx: Context, caller: SignedIn, postId: string): Promise<{ last_read_at: string }> {
  const viewer = await viewerOf(ctx.db, caller);
  const now = ctx.clock.now();
  const { rows } = await sql`insert into post_marks (channel_id, post_id, user_id, read_at)
    select p.channel_id, p.id, ${viewer.userId}, ${now} from posts p
      join channels ch on ch.id = p.channel_id and ch.visibility = any(${among(viewer.visibilities)})
      where p.id = ${postId} and (p.state = 'visible' or p.author_id = ${viewer.userId} and p.state <> 'deleted')
    on conflict (channel_id, post_id, user_id) do update set read_at = excluded.read_at
    returning post_id`.execute(ctx.db);
  if (rows.length === 0) throw new Refusal('NOT_FOUND');
  return { last_read_at: now.toISOString() };
}

async function moderatedPost(tx: Tx, caller: SignedIn, postId: string): Promise<{ viewer: Viewer; post: Content }> {
  const viewer = await viewerOf(tx, caller);
  const post = await lockContent(tx, viewer, 'post', postId);
  if (!post || post.state === 'deleted') throw new Refusal('NOT_FOUND');
  assertModerator(viewer, { ...post, id: post.channel_id });
  return { viewer, post };
}

/**
 * Pins a post or removes the pin. A community has at most three pins, so a new pin replaces an earlier one: the pin of
 * a post that is not visible, or else the oldest pin.
 */
export const setPinned = (
  ctx: Context,
  caller: SignedIn,
  { post_id, is_pinned }: { readonly post_id: string; readonly is_pinned: boolean },
) =>
  ctx.db.transaction().execute(async (tx) => {
    // All pinned posts are locked, so that two moderators who pin at the same time see each other's pins.
    await sql`select from posts where channel_id = (select channel_id from posts where id = ${post_id})
      and (id = ${post_id} or pinned_at is not null) order by id for update`.execute(tx);
    const { channel_id } = (await moderatedPost(tx, caller, post_id)).post;
    await sql`update posts set pinned_at = ${is_pinned ? ctx.clock.now() : null} where channel_id = ${channel_id} and id = ${post_id}`.execute(
      tx,
    );
    await sql`update posts set pinned_at = null where channel_id = ${channel_id} and id in (
      select id from posts where channel_id = ${channel_id} and pinned_at is not null order by (id = ${post_id}) desc, (state = 'visible') desc, pinned_at desc offset ${PINS})`.execute(
      tx,
    );
    return { is_pinned };
  });

/**
 * Opens or closes a discussion. If a decision closed it, the author of the post cannot open it, and only administrators
 * can open what an administrator closed. Opening it ends the decision.
 */
export const setLocked = (
  ctx: Context,
  caller: SignedIn,
  { post_id, is_locked }: { readonly post_id: string; readonly is_locked: boolean },
) =>
  ctx.db.transaction().execute(async (tx) => {
    const { viewer, post } = await moderatedPost(tx, caller, post_id);
    if (!is_locked) await openDiscussion(ctx, tx, viewer, post);
    await sql`update posts set is_locked = ${is_locked} where channel_id = ${post.channel_id} and id = ${post_id}`.execute(
      tx,
    );
    return { is_locked };
  });

async function openDiscussion(ctx: Context, tx: Tx, viewer: Viewer, post: Content): Promise<void> {
  const standing = await standingDecision(tx, 'unlock', post);
  if (!standing) return;
  if (!viewer.isAdmin && standing.is_by_admin) throw new Refusal('DECIDED_BY_ADMIN');
  if (!viewer.isAdmin && post.author_id === viewer.userId) throw new Refusal('FORBIDDEN');
  await sql`update decisions set reopened_at = ${ctx.clock.now()}
    where subject_kind = 'post' and subject_id = ${post.id} and action = 'lock' and reopened_at is null`.execute(tx);
}
