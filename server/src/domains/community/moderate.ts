import { sql } from 'kysely';
import type { Decision, ModerationAction, ReportReason } from '#contract/community.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { invalidInput, Refusal } from '#server/platform/refusal.ts';
import { changeState } from './change-state.ts';
import { type Content, lockToChange } from './content.queries.ts';
import { selectDecisions, toDecision } from './decisions.queries.ts';
import { moderatorOf } from './moderators.ts';
import { tellReaders } from './tell.ts';
import { timeId } from './time-id.ts';
import { type Viewer, viewerOf } from './viewer.ts';
import { one } from './one.ts';
import { tellModerators } from './tell-moderators.ts';

export interface Order {
  readonly report_id?: string | undefined;
  readonly subject_kind: 'post' | 'comment' | 'channel' | 'person';
  readonly subject_id: string;
  readonly channel_id?: string | undefined;
  readonly action: ModerationAction;
  readonly reason?: ReportReason | undefined;
  readonly statement?: string | undefined;
  readonly days?: number | undefined;
}

/** The subject of a decision: the community that gives the right to decide, and the person concerned. */
interface Matter {
  readonly viewer: Viewer;
  readonly channelId: string | null;
  readonly personId: string | null;
  readonly content: Content | null;
}

const ABOUT_CONTENT: readonly ModerationAction[] = ['remove', 'restore', 'lock', 'unlock'];
const NEEDS_STATEMENT: readonly ModerationAction[] = ['remove', 'warn', 'suspend', 'ban'];

/** Carries out, explains and records one decision in one transaction. */
export const moderate = (ctx: Context, caller: SignedIn, order: Order): Promise<Decision> =>
  ctx.db.transaction().execute(async (tx) => {
    const matter = await matterOf(tx, caller, order);
    assertSensible(order, matter);
    await assertNotAbove(tx, matter);
    const closed = await closeReport(tx, order, matter.channelId, matter.viewer);
    const id = await insertDecision(ctx, tx, order, matter);
    await sql`update reports set decision_id = ${id} where id = any(${closed}::uuid[])`.execute(tx);
    await carryOut(ctx, tx, order, matter, id);
    await ctx.outbox.emit(tx, 'community.decided', { decision_id: id }, { key: id });
    await tellModerators(ctx, tx, matter.channelId);
    const decided = await selectDecisions(tx, sql`d.id = ${id}`, 1);
    await ctx.audit.record(tx, {
      actor: matter.viewer.userId,
      actor_role: matter.viewer.caller.role,
      action: `community.${order.action}`,
      subject: `${order.subject_kind}:${order.subject_id}`,
      patient_id: matter.personId,
      reason: order.reason ?? 'moderation',
      details: { decision_id: id, channel_id: matter.channelId, days: order.days ?? null },
    });
    return toDecision(ctx, one(decided), matter.viewer.userId);
  });

async function matterOf(tx: Tx, caller: SignedIn, order: Order): Promise<Matter> {
  if (order.subject_kind === 'post' || order.subject_kind === 'comment') {
    const content = await lockToChange(tx, await viewerOf(tx, caller), order.subject_kind, order.subject_id);
    if (!content || content.state === 'deleted') throw new Refusal('NOT_FOUND');
    const { viewer } = await moderatorOf(tx, caller, content.channel_id);
    const everywhere =
      viewer.isAdmin &&
      order.channel_id === undefined &&
      (order.action === 'suspend' || order.action === 'ban' || order.action === 'lift');
    return { viewer, content, channelId: everywhere ? null : content.channel_id, personId: content.author_id };
  }
  if (order.subject_kind === 'channel') {
    const { viewer } = await moderatorOf(tx, caller, undefined);
    const { rows } = await sql<{
      created_by: string | null;
    }>`select created_by from channels where id = ${order.subject_id}`.execute(tx);
    if (!rows[0]) throw new Refusal('NOT_FOUND');
    return { viewer, content: null, channelId: order.subject_id, personId: rows[0].created_by };
  }
  const { viewer } = await moderatorOf(tx, caller, order.channel_id);
  const { rows } = await sql`select from community_profiles where user_id = ${order.subject_id}`.execute(tx);
  if (rows.length === 0) throw new Refusal('NOT_FOUND');
  return { viewer, content: null, channelId: order.channel_id ?? null, personId: order.subject_id };
}

/** A moderator does not judge an owner of the same community. */
async function assertNotAbove(tx: Tx, { viewer, channelId, personId }: Matter): Promise<void> {
  if (viewer.isAdmin || !channelId) return;
  const { rows } = await sql<{
    slug: string;
  }>`select c.slug from channel_members them join channels c on c.id = them.channel_id
    where them.channel_id = ${channelId} and them.user_id = ${personId} and them.role = 'owner' and them.user_id <> ${viewer.userId}
      and not exists (select from channel_members me where me.channel_id = them.channel_id and me.user_id = ${viewer.userId} and me.role = 'owner')`.execute(
    tx,
  );
  if (rows[0]) throw new Refusal('NOT_A_MODERATOR', { slug: rows[0].slug });
}

/** Refuses an action without its required fields, and decisions about oneself. */
function assertSensible(order: Order, { viewer, content, personId }: Matter): void {
  if (NEEDS_STATEMENT.includes(order.action) && !order.statement) throw invalidInput({ statement: ['required'] });
  if (order.action === 'suspend' && !order.days) throw invalidInput({ days: ['required'] });
  if (ABOUT_CONTENT.includes(order.action) && !content) throw invalidInput({ action: ['invalid'] });
  if ((order.action === 'lock' || order.action === 'unlock') && content?.kind !== 'post')
    throw invalidInput({ action: ['invalid'] });
  if (['warn', 'suspend', 'ban', 'lift'].includes(order.action) && (personId === null || personId === viewer.userId))
    throw invalidInput({ action: ['invalid'] });
}

/** A decision about a person may answer a report about their text. The report names the case to close. */
async function closeReport(tx: Tx, order: Order, channelId: string | null, viewer: Viewer): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`update reports set status = 'decided'
    where status = 'open' and (${viewer.isAdmin} or channel_id = ${channelId})
      and (id = ${order.report_id ?? null} or (subject_kind = ${order.subject_kind} and subject_id = ${order.subject_id}))
    returning id`.execute(tx);
  if (order.report_id && rows.length === 0) throw new Refusal('ALREADY_DECIDED');
  return rows.map(({ id }) => id);
}

async function insertDecision(
  ctx: Context,
  tx: Tx,
  order: Order,
  { viewer, channelId, personId }: Matter,
): Promise<string> {
  const at = ctx.clock.now();
  const id = timeId(at);
  const until = order.action === 'suspend' ? new Date(at.getTime() + (order.days ?? 0) * 86_400_000) : null;
  await sql`insert into decisions (id, report_id, subject_kind, subject_id, channel_id, person_id, action, reason, statement, decided_by, at, until)
    values (${id}, ${order.report_id ?? null}, ${order.subject_kind}, ${order.subject_id}, ${channelId}, ${personId}, ${order.action}, ${order.reason ?? null},
      ${order.statement ?? ''}, ${viewer.userId}, ${at}, ${until})`.execute(tx);
  return id;
}

async function carryOut(
  ctx: Context,
  tx: Tx,
  { action, days }: Order,
  { content, channelId, personId, viewer }: Matter,
  decisionId: string,
): Promise<void> {
  if (content && action === 'remove') await removeOrAlready(tx, content);
  if (content && (action === 'restore' || (action === 'dismiss' && content.state === 'held')))
    await changeState(tx, content, 'visible');
  if (content && (action === 'lock' || action === 'unlock'))
    await sql`update posts set is_locked = ${action === 'lock'} where channel_id = ${content.channel_id} and id = ${content.id}`.execute(
      tx,
    );
  if (personId && (action === 'suspend' || action === 'ban'))
    await suspend(ctx, tx, personId, channelId, decisionId, action === 'ban' ? null : (days ?? 1));
  if (personId && action === 'lift') await lift(ctx, tx, personId, channelId);
  if (content) await tellReaders(ctx, tx, content.post_id, viewer.userId);
}

async function removeOrAlready(tx: Tx, content: Content): Promise<void> {
  if (content.state === 'removed') throw new Refusal('ALREADY_DECIDED');
  await changeState(tx, content, 'removed');
}

/** A banned person also loses the membership. Owners cannot be banned from their own community. */
async function suspend(
  ctx: Context,
  tx: Tx,
  userId: string,
  channelId: string | null,
  decisionId: string,
  days: number | null,
): Promise<void> {
  const until = days === null ? null : new Date(ctx.clock.now().getTime() + days * 86_400_000);
  await sql`insert into suspensions (user_id, channel_id, decision_id, until) values (${userId}, ${channelId}, ${decisionId}, ${until})`.execute(
    tx,
  );
  if (days === null && channelId)
    await sql`delete from channel_members where channel_id = ${channelId} and user_id = ${userId} and role <> 'owner'`.execute(
      tx,
    );
}

const lift = (ctx: Context, tx: Tx, userId: string, channelId: string | null): Promise<unknown> =>
  sql`update suspensions set lifted_at = ${ctx.clock.now()} where user_id = ${userId} and channel_id is not distinct from ${channelId} and lifted_at is null`.execute(
    tx,
  );

/** Undoes the effect of a decision. */
export async function undo(
  ctx: Context,
  tx: Tx,
  viewer: Viewer,
  decision: { id: string; action: ModerationAction; subject_kind: string; subject_id: string },
): Promise<void> {
  if (decision.action === 'suspend' || decision.action === 'ban')
    await sql`update suspensions set lifted_at = ${ctx.clock.now()} where decision_id = ${decision.id}`.execute(tx);
  if (decision.subject_kind !== 'post' && decision.subject_kind !== 'comment') return;
  const content = await lockToChange(tx, viewer, decision.subject_kind, decision.subject_id);
  if (!content) return;
  if (decision.action === 'remove' && content.state === 'removed') await changeState(tx, content, 'visible');
  if (decision.action === 'lock')
    await sql`update posts set is_locked = false where channel_id = ${content.channel_id} and id = ${content.id}`.execute(
      tx,
    );
}
