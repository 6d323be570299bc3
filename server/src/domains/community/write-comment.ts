import { sql } from 'kysely';
import { type Comment, CommunityLimits } from '#contract/community.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { once, requestHash } from '#server/platform/idempotency/once.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { endRequests } from './ask-practitioner.ts';
import { changeState } from './change-state.ts';
import { type Content, lockContent, ownContent, visibleContent } from './content.queries.ts';
import { claimImages } from './images.ts';
import { languageOf } from './language-of.ts';
import { assertMayWriteIn, assertPace, lockWriter } from './may-write.ts';
import { showComment } from './read-post.ts';
import { holdBack } from './reports.queries.ts';
import { assertMaySignAgain, signAnswer } from './sign-answer.ts';
import { tellReaders } from './tell.ts';
import { timeId } from './time-id.ts';
import { canModerate, type Viewer, viewerOf } from './viewer.ts';
import { countContribution, forgetDraft, isAlreadyStored, judge, keepVersion } from './write-post.ts';

export interface NewComment {
  readonly post_id: string;
  readonly parent_id?: string | undefined;
  readonly body: string;
  readonly draft_id?: string | undefined;
  readonly idempotency_key?: string | undefined;
}

export const createComment = (ctx: Context, caller: SignedIn, input: NewComment): Promise<Comment> => {
  const user = caller;
  return ctx.db.transaction().execute(async (tx) => {
    const { idempotency_key: key, ...rest } = input;
    const hash = requestHash('create_comment', rest);
    const answer = () => write(ctx, tx, user, input);
    const { id } = key ? await once(tx, { scope: user.userId, key, hash }, answer) : await answer();
    return showComment({ ...ctx, db: tx }, await viewerOf(tx, user), id);
  });
};

async function write(ctx: Context, tx: Tx, caller: SignedIn, input: NewComment): Promise<{ id: string }> {
  await lockWriter(ctx, tx, caller.userId);
  const viewer = await viewerOf(tx, caller);
  const post = await visibleContent(tx, viewer, 'post', input.post_id);
  assertMayWriteIn(viewer, { ...post, id: post.channel_id });
  if (post.is_locked && !canModerate(viewer, post.channel_id, post.role)) throw new Refusal('POST_LOCKED');
  const answered = input.parent_id ? await answeredBy(tx, viewer, post, input.parent_id) : null;
  const { text, held, isNew } = await judge(
    ctx,
    tx,
    viewer,
    { id: post.channel_id },
    { title: '', body: input.body, tags: [] },
  );
  await assertPace(ctx, tx, viewer, 'comments', { isNew, isOwn: post.role === 'owner' });

  const created_at = ctx.clock.now();
  const id = timeId(created_at);
  const place = placeUnder(answered);
  await sql`insert into comments (channel_id, post_id, id, parent_id, reply_to_id, depth, author_id, visibility, state, body, words, created_at, lang)
    values (${post.channel_id}, ${post.id}, ${id}, ${place.parent_id}, ${place.reply_to_id}, ${place.depth}, ${viewer.userId}, ${post.visibility},
      'held', ${text.html}, ${text.words}, ${created_at}, ${languageOf(text.words)})`.execute(tx);
  await claimImages(tx, viewer, text.images, id, post.channel_id);
  await signAnswer(ctx, tx, viewer, { channel_id: post.channel_id, post_id: post.id, id }, created_at);
  if (input.draft_id) await forgetDraft(tx, viewer.userId, input.draft_id);
  if (held.length > 0) {
    await holdBack(ctx, tx, { kind: 'comment', id, channelId: post.channel_id, authorId: viewer.userId }, held);
    return { id };
  }
  const content = await lockContent(tx, viewer, 'comment', id);
  if (content) await changeState(tx, content, 'visible');
  await countContribution(tx, viewer.userId);
  if (viewer.isExpert) {
    await sql`update posts set asks_practitioner = false, asked_at = null where id = ${post.id} and asks_practitioner`.execute(
      tx,
    );
    await endRequests(ctx, tx, post);
  }
  await ctx.outbox.emit(tx, 'community.commented', {
    channel_id: post.channel_id,
    post_id: post.id,
    comment_id: id,
    mentions: [...text.mentions],
  });
  await tellReaders(ctx, tx, post.id, viewer.userId);
  return { id };
}

async function answeredBy(tx: Tx, viewer: Viewer, post: Content, parentId: string): Promise<Content> {
  const parent = await visibleContent(tx, viewer, 'comment', parentId);
  if (parent.post_id !== post.id) throw new Refusal('NOT_FOUND');
  return parent;
}

/**
 * Returns the place of a new reply. Threads have three levels. A reply to a comment on the deepest level gets the same
 * parent as that comment, and names the author of that comment.
 */
export function placeUnder(answered: Pick<Content, 'id' | 'parent_id' | 'depth'> | null) {
  if (!answered) return { parent_id: null, reply_to_id: null, depth: 0 };
  if (answered.depth < CommunityLimits.max_depth)
    return { parent_id: answered.id, reply_to_id: null, depth: answered.depth + 1 };
  return { parent_id: answered.parent_id, reply_to_id: answered.id, depth: answered.depth };
}

export const editComment = (
  ctx: Context,
  caller: SignedIn,
  { comment_id, version, body }: { readonly comment_id: string; readonly version: number; readonly body: string },
): Promise<Comment> =>
  ctx.db.transaction().execute(async (tx) => {
    await lockWriter(ctx, tx, caller.userId);
    const viewer = await viewerOf(tx, caller);
    const before = await ownContent(tx, viewer, 'comment', comment_id);
    if (before.version !== version) {
      if (await isAlreadyStored(tx, before, { title: null, body, tags: [] }))
        return showComment({ ...ctx, db: tx }, viewer, comment_id);
      throw new Refusal('TEXT_OUTDATED', { version: before.version });
    }
    if (before.is_locked) throw new Refusal('POST_LOCKED');
    await assertMaySignAgain(tx, viewer, before);
    const { text, held } = await judge(ctx, tx, viewer, { id: before.channel_id }, { title: '', body, tags: [] });
    await claimImages(tx, viewer, text.images, before.id, before.channel_id);
    await keepVersion(tx, before, ctx.clock.now());
    await sql`update comments set body = ${text.html}, words = ${text.words}, lang = ${languageOf(text.words)}, version = version + 1, edited_at = ${ctx.clock.now()}
      where channel_id = ${before.channel_id} and id = ${before.id}`.execute(tx);
    await signAnswer(ctx, tx, viewer, before, ctx.clock.now());
    if (held.length > 0 && before.state === 'visible') {
      await changeState(tx, before, 'held');
      await holdBack(
        ctx,
        tx,
        { kind: 'comment', id: before.id, channelId: before.channel_id, authorId: viewer.userId },
        held,
      );
    }
    return showComment({ ...ctx, db: tx }, viewer, comment_id);
  });

export const deleteComment = (ctx: Context, caller: SignedIn, commentId: string): Promise<{ state: 'deleted' }> =>
  ctx.db.transaction().execute(async (tx) => {
    const viewer = await viewerOf(tx, caller);
    const comment = await ownContent(tx, viewer, 'comment', commentId);
    await changeState(tx, comment, 'deleted');
    await claimImages(tx, viewer, [], comment.id, comment.channel_id);
    await tellReaders(ctx, tx, comment.post_id, viewer.userId);
    return { state: 'deleted' as const };
  });
