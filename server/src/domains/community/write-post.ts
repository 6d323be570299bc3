import { sql } from 'kysely';
import { CommunityLimits, type ContentState } from '#contract/community.ts';
import type * as z from 'zod';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { once, requestHash } from '#server/platform/idempotency/once.ts';
import { invalidInput, Refusal } from '#server/platform/refusal.ts';
import { assertMayAsk, noteRequest } from './ask-practitioner.ts';
import { type CleanText, cleanHtml, excerptOf } from './clean-html.ts';
import { changeState } from './change-state.ts';
import { type Content, lockPlace, ownContent } from './content.queries.ts';
import { claimImages } from './images.ts';
import {
  assertMayWriteIn,
  assertNewMemberMay,
  assertNotSuspended,
  assertPace,
  assertWritable,
  filterWords,
  isNewMember,
  lockWriter,
} from './may-write.ts';
import { languageOf } from './language-of.ts';
import { assertChannelOnWeb } from './open-to-web.ts';
import { holdBack } from './reports.queries.ts';
import { tagOf } from './slug.ts';
import { attachTags, detachTags, keepTags, lockTags } from './tags.queries.ts';
import { tellFeeds } from './tell.ts';
import { timeId } from './time-id.ts';
import { channelOf, type ViewedChannel, type Viewer, viewerOf } from './viewer.ts';

type State = z.infer<typeof ContentState>;
export interface PostText {
  readonly title: string;
  readonly body: string;
  readonly tags: readonly string[];
}
export interface NewPost extends PostText {
  readonly channel_id: string;
  readonly asks_practitioner: boolean;
  readonly is_on_web?: boolean | undefined;
  readonly draft_id?: string | undefined;
  readonly idempotency_key?: string | undefined;
}
export interface Published {
  readonly post_id: string;
  readonly slug: string;
  readonly state: State;
}

/**
 * Checks a text before it is stored. Returns the cleaned text, and the found words that require a moderator to review
 * the text first.
 */
export async function judge(
  ctx: Context,
  tx: Tx,
  viewer: Viewer,
  channel: Pick<ViewedChannel, 'id'>,
  { title, body, tags }: PostText,
): Promise<{ text: CleanText; held: string[]; isNew: boolean }> {
  const text = cleanHtml(body);
  if (text.isEmpty) throw new Refusal('CONTENT_EMPTY');
  if (text.images.length > CommunityLimits.images_per_post)
    throw new Refusal('TOO_MANY_IMAGES', { max: CommunityLimits.images_per_post });
  await assertNotSuspended(ctx, tx, viewer.userId, channel.id);
  await assertWritable(tx, channel.id);
  const isNew = await isNewMember(ctx, tx, viewer);
  if (isNew) assertNewMemberMay(text);
  const held = await filterWords(tx, viewer, channel.id, [title, ...tags, text.words].join('\n'));
  return { text, held, isNew };
}

/**
 * Returns each tag as the author wrote it (`title`) and as it appears in addresses (`tag`). Different spellings of a
 * tag are returned as one tag. The database accepts only folded tags. Its fold() replaces letters that the service's
 * own function keeps, such as đ or full-width letters.
 */
async function readTags(tx: Tx, titles: readonly string[]): Promise<{ tag: string; title: string }[]> {
  const tags = new Map<string, string>();
  for (const written of titles) {
    const title = written.replace(/^#+/, '').trim();
    const { rows } = await sql<{ folded: string }>`select fold(${tagOf(title) ?? ''}) as folded`.execute(tx);
    const tag = tagOf(rows[0]?.folded ?? '');
    if (tag === null) throw invalidInput({ tags: ['invalid'] });
    tags.set(tag, title);
  }
  return [...tags].map(([tag, title]) => ({ tag, title }));
}

export function createPost(ctx: Context, caller: SignedIn, input: NewPost): Promise<Published> {
  const user = caller;
  return ctx.db.transaction().execute((tx) => {
    const { idempotency_key: key, ...rest } = input;
    if (!key) return publish(ctx, tx, user, input);
    return once(tx, { scope: user.userId, key, hash: requestHash('create_post', rest) }, () =>
      publish(ctx, tx, user, input),
    );
  });
}

async function publish(ctx: Context, tx: Tx, caller: SignedIn, input: NewPost): Promise<Published> {
  await lockWriter(ctx, tx, caller.userId);
  // The community is locked before it is read, so that the post cannot get a visibility that has just changed.
  await lockPlace(tx, input.channel_id);
  const viewer = await viewerOf(tx, caller, { channelId: input.channel_id });
  const channel = channelOf(viewer);
  assertMayWriteIn(viewer, channel);
  const { text, held, isNew } = await judge(ctx, tx, viewer, channel, input);
  await assertPace(ctx, tx, viewer, 'posts', { isNew, isOwn: channel.role === 'owner' });
  if (input.asks_practitioner) await assertMayAsk(ctx, tx, viewer, null);
  if (input.is_on_web) await assertChannelOnWeb(tx, channel.id);
  const tags = await readTags(tx, input.tags);
  const created_at = ctx.clock.now();
  const post_id = timeId(created_at);
  const state: State = held.length > 0 ? 'held' : 'visible';
  await keepTags(tx, tags);
  const image_path = await claimImages(tx, viewer, text.images, post_id, channel.id);
  await sql`insert into posts (channel_id, id, author_id, visibility, state, title, body, words, excerpt, image_path, tags, tag_titles, created_at, is_expert, asks_practitioner, asked_at, lang, web_since)
    values (${channel.id}, ${post_id}, ${viewer.userId}, ${channel.visibility}, ${state}, ${input.title}, ${text.html}, ${text.words},
      ${excerptOf(text.words)}, ${image_path}, ${tags.map(({ tag }) => tag)}, ${tags.map(({ title }) => title)}, ${created_at},
      ${viewer.isExpert}, ${input.asks_practitioner}, ${input.asks_practitioner ? created_at : null},
      ${languageOf(`${input.title}\n${text.words}`)},
      ${input.is_on_web ? created_at : null})`.execute(tx);
  if (input.asks_practitioner) await noteRequest(ctx, tx, viewer, { channel_id: channel.id, post_id });
  if (input.draft_id) await forgetDraft(tx, viewer.userId, input.draft_id);
  const { visibility } = channel;
  if (state === 'held')
    await holdBack(ctx, tx, { kind: 'post', id: post_id, channelId: channel.id, authorId: viewer.userId }, held);
  else {
    await sql`update channels set posts_count = posts_count + 1 where id = ${channel.id}`.execute(tx);
    await attachTags(
      tx,
      { channel_id: channel.id, post_id, visibility, created_at },
      tags.map(({ tag }) => tag),
    );
    await countContribution(tx, viewer.userId);
    await ctx.outbox.emit(tx, 'community.posted', { channel_id: channel.id, post_id, mentions: [...text.mentions] });
    if (input.asks_practitioner)
      await ctx.outbox.emit(tx, 'community.practitionerAsked', { channel_id: channel.id, post_id, by: viewer.userId });
    await tellFeeds(ctx, tx, channel);
  }
  return { post_id, slug: channel.slug, state };
}

export const countContribution = (tx: Tx, userId: string): Promise<unknown> =>
  sql`update community_profiles set contributions = contributions + 1 where user_id = ${userId}`.execute(tx);

/**
 * Deletes a draft with the rights of its owner, because the caller's transaction cannot read or delete drafts itself.
 */
export async function forgetDraft(tx: Tx, userId: string, id: string): Promise<void> {
  await sql`select set_config('role', 'app_user', true), set_config('request.user_id', ${userId}, true)`.execute(tx);
  await sql`delete from community_drafts where user_id = ${userId} and id = ${id}`.execute(tx);
  await sql`select set_config('role', 'none', true), set_config('request.user_id', '', true)`.execute(tx);
}

/**
 * Returns whether the post or comment already has this text. If the response to an edit is lost, the browser repeats
 * the edit and names the version before the edit. Such an edit has succeeded, so it is not refused as outdated.
 */
export async function isAlreadyStored(
  tx: Tx,
  { title, body, tag_titles }: Pick<Content, 'title' | 'body' | 'tag_titles'>,
  sent: { title: string | null; body: string; tags: readonly string[] },
): Promise<boolean> {
  const titles = (await readTags(tx, sent.tags)).map((tag) => tag.title);
  return (
    title === sent.title && body === cleanHtml(sent.body).html && JSON.stringify(tag_titles) === JSON.stringify(titles)
  );
}

/**
 * Changes a post. The earlier text is stored as a version. A change based on an outdated version is refused, so that it
 * does not overwrite another change.
 */
export const editPost = (
  ctx: Context,
  caller: SignedIn,
  input: PostText & { readonly post_id: string; readonly version: number },
): Promise<{ version: number; state: State }> =>
  ctx.db.transaction().execute(async (tx) => {
    await lockWriter(ctx, tx, caller.userId);
    const viewer = await viewerOf(tx, caller);
    const before = await ownContent(tx, viewer, 'post', input.post_id);
    if (before.version !== input.version) {
      if (await isAlreadyStored(tx, before, input)) return { version: before.version, state: before.state };
      throw new Refusal('TEXT_OUTDATED', { version: before.version });
    }
    if (before.is_locked) throw new Refusal('POST_LOCKED');
    const { text, held } = await judge(ctx, tx, viewer, { id: before.channel_id }, input);
    const tags = await readTags(tx, input.tags);
    const state: State = held.length > 0 ? 'held' : before.state;
    // The locks are taken in the order of `lockTexts`: the community before the tags.
    if (state !== before.state) await lockPlace(tx, before.channel_id);
    await keepTags(tx, tags);
    const image_path = await claimImages(tx, viewer, text.images, before.id, before.channel_id);
    await keepVersion(tx, before, ctx.clock.now());
    const place = {
      channel_id: before.channel_id,
      post_id: before.id,
      visibility: before.visibility,
      created_at: before.created_at,
    };
    const slugs = tags.map(({ tag }) => tag);
    // If this edit hides the post, `changeState` removes its tags and lowers the counts before the text changes.
    if (state !== before.state) await changeState(tx, before, state);
    await sql`update posts set title = ${input.title}, body = ${text.html}, words = ${text.words}, excerpt = ${excerptOf(text.words)},
        image_path = ${image_path}, tags = ${slugs}, tag_titles = ${tags.map(({ title }) => title)},
        lang = ${languageOf(`${input.title}\n${text.words}`)}, version = version + 1, edited_at = ${ctx.clock.now()}
      where channel_id = ${before.channel_id} and id = ${before.id}`.execute(tx);
    // The tags are locked after the post is updated. The update stores new words, and may wait for another transaction
    // that stores the same words.
    if (state === 'visible') {
      await lockTags(tx, [...before.tags, ...slugs]);
      await detachTags(tx, place, before.tags);
      await attachTags(tx, place, slugs);
    }
    if (state !== before.state)
      await holdBack(
        ctx,
        tx,
        { kind: 'post', id: before.id, channelId: before.channel_id, authorId: viewer.userId },
        held,
      );
    return { version: before.version + 1, state };
  });

/**
 * Stores the text before an edit. A version that was hidden stays hidden from readers, because a later decision makes
 * only the current version visible.
 */
export const keepVersion = (
  tx: Tx,
  {
    channel_id,
    id,
    version,
    title,
    body,
    state,
  }: Pick<Content, 'channel_id' | 'id' | 'version' | 'title' | 'body' | 'state'>,
  at: Date,
): Promise<unknown> =>
  sql`insert into content_versions (channel_id, content_id, version, title, body, was_shown, at)
    values (${channel_id}, ${id}, ${version}, ${title}, ${body}, ${state === 'visible'}, ${at})`.execute(tx);

/**
 * Deletes a post for everyone. Its text and versions are deleted at once, and its images by a nightly job. Other
 * people's replies stay under the empty post.
 */
export const deletePost = (ctx: Context, caller: SignedIn, postId: string): Promise<{ state: State }> =>
  ctx.db.transaction().execute(async (tx) => {
    const viewer = await viewerOf(tx, caller);
    const post = await ownContent(tx, viewer, 'post', postId);
    await changeState(tx, post, 'deleted');
    await claimImages(tx, viewer, [], post.id, post.channel_id);
    return { state: 'deleted' as const };
  });
