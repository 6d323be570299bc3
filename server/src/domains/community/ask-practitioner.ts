import { sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { invalidInput, Refusal } from '#server/platform/refusal.ts';
import { dueAt } from './answer-clock.ts';
import { type Content, visibleContent } from './content.queries.ts';
import './events.ts';
import { assertMayWriteIn, assertNotSuspended, assertWritable, lockWriter } from './may-write.ts';
import { one } from './one.ts';
import { canModerate, type Viewer, viewerOf } from './viewer.ts';

const WEEK_MS = 7 * 86_400_000;

interface Place {
  readonly channel_id: string;
  readonly post_id: string;
}

export interface Asking {
  readonly post_id: string;
  readonly is_asking: boolean;
  /** The reason why the caller removes another person's request. */
  readonly statement?: string | undefined;
}

/**
 * Requests a practitioner's answer in a thread, or ends the request. Everyone who may write in the thread can send a
 * request. The requesters and the thread's author can withdraw it. Moderators and verified doctors can remove it with a
 * reason.
 */
export const askPractitioner = (ctx: Context, caller: SignedIn, { post_id, is_asking, statement }: Asking) =>
  ctx.db.transaction().execute(async (tx) => {
    await lockWriter(ctx, tx, caller.userId);
    const viewer = await viewerOf(tx, caller);
    const post = await visibleContent(tx, viewer, 'post', post_id);
    if (is_asking) return ask(ctx, tx, viewer, post);
    await withdraw(ctx, tx, viewer, post, statement);
    return { is_asking_practitioner: false, answer_due_at: null };
  });

async function ask(ctx: Context, tx: Tx, viewer: Viewer, post: Content) {
  assertMayWriteIn(viewer, { ...post, id: post.channel_id });
  await assertNotSuspended(ctx, tx, viewer.userId, post.channel_id);
  await assertWritable(tx, post.channel_id);
  await assertNotRemoved(tx, viewer, post);
  const { rows } = await sql<{ was: boolean }>`select asks_practitioner as was from posts
    where channel_id = ${post.channel_id} and id = ${post.id}`.execute(tx);
  if (!one(rows).was) {
    await assertMayAsk(ctx, tx, viewer, post);
    // The waiting time is still counted from the first request, unless an answer has cleared `asked_at`.
    await sql`update posts set asks_practitioner = true, asked_at = coalesce(asked_at, ${ctx.clock.now()})
      where channel_id = ${post.channel_id} and id = ${post.id}`.execute(tx);
    await noteRequest(ctx, tx, viewer, post);
    const event = { channel_id: post.channel_id, post_id: post.id, by: viewer.userId };
    await ctx.outbox.emit(tx, 'community.practitionerAsked', event, {
      key: `${post.id}:${ctx.clock.now().toISOString().slice(0, 10)}`,
    });
  }
  const { rows: asked } = await sql<{ at: Date }>`select asked_at as at from posts
    where channel_id = ${post.channel_id} and id = ${post.id}`.execute(tx);
  return { is_asking_practitioner: true, answer_due_at: dueAt(ctx, one(asked).at) };
}

/**
 * Throws a refusal if the person has too many open questions or has asked too many this week. A second request in the
 * same thread is not counted as another question of the week. Administrators and verified doctors have no limit.
 */
export async function assertMayAsk(ctx: Context, tx: Tx, viewer: Viewer, post: Place | null): Promise<void> {
  if (viewer.isAdmin || viewer.isExpert) return;
  const { open, week } = ctx.config.questionLimits;
  const since = new Date(ctx.clock.now().getTime() - WEEK_MS);
  const { rows } = await sql<{ open: number; week: number }>`select
      count(*) filter (where q.ended_at is null and p.asks_practitioner and p.state in ('visible', 'held') and not p.is_locked)::int as open,
      count(*) filter (where q.asked_at > ${since} and q.post_id is distinct from ${post?.post_id ?? null})::int as week
    from practitioner_requests q join posts p on p.channel_id = q.channel_id and p.id = q.post_id
    where q.user_id = ${viewer.userId}`.execute(tx);
  const counted = one(rows);
  if (counted.open >= open) throw new Refusal('QUESTION_LIMIT', { limit: 'open', max: open });
  if (counted.week >= week) throw new Refusal('QUESTION_LIMIT', { limit: 'week', max: week });
}

/**
 * Stores that the person requested an answer. If the same person repeats the request, the time of their first request
 * does not change.
 */
export const noteRequest = (ctx: Context, tx: Tx, { userId }: Viewer, post: Place): Promise<unknown> =>
  sql`insert into practitioner_requests (channel_id, post_id, user_id, asked_at)
    values (${post.channel_id}, ${post.post_id}, ${userId}, ${ctx.clock.now()})
    on conflict (channel_id, post_id, user_id) do update set ended_at = null, removed_at = null, removed_by = null, reason = null`.execute(
    tx,
  );

/** Ends all requests in a thread after an answer, a withdrawal or a removal. */
export const endRequests = (ctx: Context, tx: Tx, post: Place): Promise<unknown> =>
  sql`update practitioner_requests set ended_at = ${ctx.clock.now()}
    where channel_id = ${post.channel_id} and post_id = ${post.post_id} and ended_at is null`.execute(tx);

/** Throws a refusal if a request in this thread was removed before. Moderators may still send a new request. */
async function assertNotRemoved(tx: Tx, viewer: Viewer, post: Content): Promise<void> {
  if (canModerate(viewer, post.channel_id, post.role)) return;
  const { rows } = await sql`select from practitioner_requests
    where channel_id = ${post.channel_id} and post_id = ${post.id} and removed_at is not null limit 1`.execute(tx);
  if (rows.length > 0) throw new Refusal('REQUEST_REMOVED');
}

async function withdraw(
  ctx: Context,
  tx: Tx,
  viewer: Viewer,
  post: Content,
  statement: string | undefined,
): Promise<void> {
  const { rows } = await sql<{ user_id: string }>`select user_id from practitioner_requests
    where channel_id = ${post.channel_id} and post_id = ${post.id} and ended_at is null`.execute(tx);
  const askers = rows.map(({ user_id }) => user_id);
  const isOwn = post.author_id === viewer.userId || askers.includes(viewer.userId);
  if (!isOwn && !viewer.isExpert && !canModerate(viewer, post.channel_id, post.role)) throw new Refusal('FORBIDDEN');
  if (!isOwn) {
    if (!statement) throw invalidInput({ statement: ['required'] });
    // The reason is sent to the requesters, so the person who removes the request must be allowed to write in this
    // community.
    await assertNotSuspended(ctx, tx, viewer.userId, post.channel_id);
    await assertWritable(tx, post.channel_id);
  }
  const { rows: ended } = await sql`update posts set asks_practitioner = false
    where channel_id = ${post.channel_id} and id = ${post.id} and asks_practitioner returning id`.execute(tx);
  if (ended.length === 0) return;
  if (!isOwn && statement) await tellRemoval(ctx, tx, viewer, post, statement);
  await endRequests(ctx, tx, post);
}

async function tellRemoval(ctx: Context, tx: Tx, viewer: Viewer, post: Content, statement: string): Promise<void> {
  const { channel_id, post_id } = post;
  const now = ctx.clock.now();
  // If all requesters have deleted their accounts, `practitioner_requests` has no row for the request. It is then
  // attributed to the post's author.
  if (post.author_id)
    await sql`insert into practitioner_requests (channel_id, post_id, user_id, asked_at)
      select ${channel_id}, ${post_id}, ${post.author_id}, ${now} where not exists (select from practitioner_requests
        where channel_id = ${channel_id} and post_id = ${post_id} and ended_at is null)
      on conflict (channel_id, post_id, user_id) do update set ended_at = null`.execute(tx);
  const { rows } = await sql<{ user_id: string }>`update practitioner_requests
    set removed_at = ${now}, removed_by = ${viewer.userId}, reason = ${statement}
    where channel_id = ${channel_id} and post_id = ${post_id} and ended_at is null returning user_id`.execute(tx);
  for (const { user_id } of rows) {
    await ctx.outbox.emit(
      tx,
      'community.requestRemoved',
      { channel_id, post_id, user_id },
      { key: `${post_id}:${user_id}:${now.toISOString()}` },
    );
    await ctx.audit.record(tx, {
      actor: viewer.userId,
      actor_role: viewer.caller.role,
      action: 'community.requestRemoved',
      subject: `post:${post_id}`,
      patient_id: user_id,
      reason: 'moderation',
      details: { channel_id },
    });
  }
}

/**
 * The reason why a request was removed from the post `p`, as JSON, or null. Only the requesters and the author of the
 * post see it, until there is a new request.
 */
export const removalJson = (viewer: Viewer) => sql`(case when not p.asks_practitioner then
    (select json_build_object('reason', q.reason, 'at', q.removed_at) from practitioner_requests q
      where q.channel_id = p.channel_id and q.post_id = p.id and q.removed_at is not null
        and (q.user_id = ${viewer.userId} or p.author_id = ${viewer.userId}) order by q.removed_at desc limit 1) end)`;
