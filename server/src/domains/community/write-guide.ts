import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { once, requestHash } from '#server/platform/idempotency/once.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { cleanHtml, forTheWeb, withoutHandles, wordsOf } from './clean-html.ts';
import { visibleContent } from './content.queries.ts';
import { type GuideRow, readGuide } from './guides.ts';
import { languageOf } from './language-of.ts';
import { assertNotSuspended, assertWritable, filterWords, lockWriter } from './may-write.ts';
import { lockChannel } from './membership.ts';
import { assertModerator } from './moderators.ts';
import { canModerate, type Viewer, viewerOf } from './viewer.ts';

interface GuideText {
  readonly title: string;
  readonly body: string;
}
export interface NewGuide extends GuideText {
  readonly channel_id: string;
  readonly comment_id?: string | undefined;
  readonly idempotency_key?: string | undefined;
}

/** The maximum number of guides that one person may start in a day, including drafts. */
const A_DAY = 20;
const DAY_S = 86_400;

export const createGuide = (ctx: Context, caller: SignedIn, input: NewGuide): Promise<{ guide_id: string }> =>
  ctx.db.transaction().execute((tx) => {
    const { idempotency_key: key, ...rest } = input;
    const run = () => begin(ctx, tx, caller, input);
    return key ? once(tx, { scope: caller.userId, key, hash: requestHash('create_guide', rest) }, run) : run();
  });

async function begin(ctx: Context, tx: Tx, caller: SignedIn, input: NewGuide): Promise<{ guide_id: string }> {
  await lockWriter(ctx, tx, caller.userId);
  // Every transaction locks comments before communities.
  const answer = input.comment_id
    ? await visibleContent(tx, await viewerOf(tx, caller), 'comment', input.comment_id)
    : null;
  const { viewer, channel } = await lockChannel(tx, caller, input.channel_id);
  assertModerator(viewer, channel);
  const text = await judgeGuide(ctx, tx, viewer, channel.id, input);
  const { rows: pages } = await sql`select from channels where id = ${channel.id} and kind = 'community'`.execute(tx);
  if (pages.length === 0) throw new Refusal('NOT_FOUND');
  if (answer && answer.channel_id !== channel.id) throw new Refusal('NOT_FOUND');
  const now = ctx.clock.now();
  const { rows: begun } = await sql`select from guides where author_id = ${viewer.userId}
    and created_at > ${new Date(now.getTime() - DAY_S * 1000)} limit ${A_DAY}`.execute(tx);
  if (begun.length === A_DAY) throw new Refusal('RATE_LIMITED', { retry_after_s: DAY_S });
  const id = randomUUID();
  await sql`insert into guides (id, channel_id, author_id, comment_id, title, body, words, lang, created_at, changed_at)
    values (${id}, ${channel.id}, ${viewer.userId}, ${input.comment_id ?? null}, ${text.title}, ${text.body}, ${text.words}, ${text.lang}, ${now}, ${now})`.execute(
    tx,
  );
  return { guide_id: id };
}

const bodyOf = (input: GuideText): string => forTheWeb(cleanHtml(input.body).html);

/**
 * Checks and cleans the text of a guide. Images, videos and handles are removed at once, because the guide may later be
 * public (readable without an account). Words that normally require a moderator's review are allowed, because the
 * reviewer checks the text.
 */
async function judgeGuide(ctx: Context, tx: Tx, viewer: Viewer, channelId: string, input: GuideText) {
  const body = bodyOf(input);
  const words = wordsOf(body);
  if (words.trim() === '') throw new Refusal('CONTENT_EMPTY');
  await assertNotSuspended(ctx, tx, viewer.userId, channelId);
  await assertWritable(tx, channelId);
  const title = withoutHandles(input.title);
  await filterWords(tx, viewer, channelId, `${title}\n${words}`);
  return { title, body, words, lang: languageOf(`${title}\n${words}`) };
}

/** Locks and returns the guide, so that nobody reviews its text while the text changes. */
export async function lockGuide(tx: Tx, viewer: Viewer, guideId: string): Promise<GuideRow> {
  await sql`select from guides where id = ${guideId} for update`.execute(tx);
  return readGuide(tx, viewer, guideId);
}

/** Throws a refusal unless the viewer is the author of the guide and still a moderator of the community. */
export function assertAuthor(viewer: Viewer, guide: GuideRow): void {
  if (guide.author_id !== viewer.userId) throw new Refusal('FORBIDDEN');
  if (!canModerate(viewer, guide.channel_id, guide.role)) throw new Refusal('NOT_A_MODERATOR', { slug: guide.slug });
}

/**
 * Changes the author's text. The reviewed text stays public. A pending invitation to review ends, because it was for
 * the earlier text.
 */
export const editGuide = (
  ctx: Context,
  caller: SignedIn,
  { guide_id, version, ...input }: GuideText & { readonly guide_id: string; readonly version: number },
): Promise<{ guide_id: string }> =>
  ctx.db.transaction().execute(async (tx) => {
    const viewer = await viewerOf(tx, caller);
    const guide = await lockGuide(tx, viewer, guide_id);
    assertAuthor(viewer, guide);
    if (guide.version !== version) {
      // If the response to an edit is lost, the browser repeats the edit and names the version before the edit.
      if (guide.title === withoutHandles(input.title) && guide.body === bodyOf(input)) return { guide_id };
      throw new Refusal('TEXT_OUTDATED', { version: guide.version });
    }
    const text = await judgeGuide(ctx, tx, viewer, guide.channel_id, input);
    await sql`update guides set title = ${text.title}, body = ${text.body}, words = ${text.words}, lang = ${text.lang}, version = version + 1,
      changed_at = ${ctx.clock.now()}, reviewer_id = null, asked_at = null, declined_words = null where id = ${guide_id}`.execute(
      tx,
    );
    return { guide_id };
  });

export const deleteGuide = (ctx: Context, caller: SignedIn, guideId: string): Promise<{ deleted: boolean }> =>
  ctx.db.transaction().execute(async (tx) => {
    const viewer = await viewerOf(tx, caller);
    const guide = await lockGuide(tx, viewer, guideId);
    const isMine = guide.author_id === viewer.userId;
    if (!isMine && !canModerate(viewer, guide.channel_id, guide.role))
      throw new Refusal('NOT_A_MODERATOR', { slug: guide.slug });
    await sql`delete from guides where id = ${guideId}`.execute(tx);
    if (!isMine)
      await ctx.audit.record(tx, {
        actor: viewer.userId,
        actor_role: caller.role,
        action: 'community.guideDeleted',
        subject: `guide:${guideId}`,
        patient_id: null,
        reason: 'moderation',
        details: { channel_id: guide.channel_id },
      });
    return { deleted: true };
  });
