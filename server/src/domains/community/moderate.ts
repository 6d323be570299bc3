import { sql } from 'kysely';
import type { Decision, ModerationAction, ReportReason } from '#contract/community.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { invalidInput, Refusal } from '#server/platform/refusal.ts';
import { type Content, lockToChange } from './content.queries.ts';
import { carryOut } from './decision-effects.ts';
import { selectDecisions, toDecision } from './decisions.queries.ts';
import { moderatorOf } from './moderators.ts';
import { assertStandsAlone } from './standing-decision.ts';
import { tellLater } from './tell-decision.ts';
import { timeId } from './time-id.ts';
import { type Viewer, viewerOf } from './viewer.ts';
import { one } from './one.ts';
import { tellModerators } from './tell-moderators.ts';

export interface Order {
  readonly report_id?: string | undefined;
  readonly subject_kind: 'post' | 'comment' | 'channel' | 'person';
  readonly subject_id: string;
  /** The version of the text that the moderator has read. */
  readonly version?: number | undefined;
  readonly channel_id?: string | undefined;
  readonly action: ModerationAction;
  readonly reason?: ReportReason | undefined;
  readonly statement?: string | undefined;
  readonly days?: number | undefined;
}

/** The subject of a decision, the community in which the moderator decides, and the affected person. */
export interface Matter {
  readonly viewer: Viewer;
  readonly channelId: string | null;
  readonly personId: string | null;
  readonly content: Content | null;
  /** The text that the case is about. A decision about its author also closes the case. */
  readonly reported: Content | null;
}

/** A case that a decision closes. */
export interface Closed {
  readonly id: string;
  readonly subject_id: string;
  readonly held_at: Date | null;
}

const ABOUT_CONTENT: readonly ModerationAction[] = ['remove', 'restore', 'lock', 'unlock'];
const NEEDS_STATEMENT: readonly ModerationAction[] = ['remove', 'warn', 'suspend', 'ban'];

/**
 * Carries out and records one decision in one transaction. The affected person is notified once the decision can no
 * longer be undone.
 */
export const moderate = (ctx: Context, caller: SignedIn, order: Order): Promise<Decision> =>
  ctx.db.transaction().execute(async (tx) => {
    const matter = await matterOf(tx, caller, order);
    assertSensible(order, matter);
    assertRead(order, matter);
    await assertNotAbove(tx, matter);
    await assertStandsAlone(tx, order, matter);
    const closed = await closeReports(tx, order, matter);
    const id = await insertDecision(ctx, tx, order, matter, closed);
    const before = await carryOut(ctx, tx, order, matter, id, closed);
    await sql`update decisions set before = ${JSON.stringify(before)} where id = ${id}`.execute(tx);
    await tellLater(ctx, tx, id);
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
    // A deleted text can no longer change. Its case still needs a decision, or it would stay in the queue forever.
    if (!content || (content.state === 'deleted' && ABOUT_CONTENT.includes(order.action)))
      throw new Refusal('NOT_FOUND');
    const { viewer } = await moderatorOf(tx, caller, content.channel_id);
    const everywhere =
      viewer.isAdmin &&
      order.channel_id === undefined &&
      (order.action === 'suspend' || order.action === 'ban' || order.action === 'lift');
    return {
      viewer,
      content,
      reported: content,
      channelId: everywhere ? null : content.channel_id,
      personId: content.author_id,
    };
  }
  if (order.subject_kind === 'channel') {
    const { viewer } = await moderatorOf(tx, caller, undefined);
    const { rows } = await sql<{
      created_by: string | null;
    }>`select created_by from channels where id = ${order.subject_id}`.execute(tx);
    if (!rows[0]) throw new Refusal('NOT_FOUND');
    return { viewer, content: null, reported: null, channelId: order.subject_id, personId: rows[0].created_by };
  }
  const { viewer } = await moderatorOf(tx, caller, order.channel_id);
  const { rows } = await sql`select from community_profiles where user_id = ${order.subject_id}`.execute(tx);
  if (rows.length === 0) throw new Refusal('NOT_FOUND');
  const reported = await reportedText(tx, viewer, order.report_id);
  return { viewer, content: null, reported, channelId: order.channel_id ?? null, personId: order.subject_id };
}

/**
 * Locks and returns the text of a case. The caller locks the case afterwards. A new report takes these locks in the
 * same order, so that a decision and a report cannot deadlock.
 */
async function reportedText(tx: Tx, viewer: Viewer, reportId: string | undefined): Promise<Content | null> {
  if (!reportId) return null;
  const { rows } = await sql<{
    subject_kind: Order['subject_kind'];
    subject_id: string;
  }>`select subject_kind, subject_id
    from reports where id = ${reportId}`.execute(tx);
  const [about] = rows;
  if (about?.subject_kind !== 'post' && about?.subject_kind !== 'comment') return null;
  return lockToChange(tx, viewer, about.subject_kind, about.subject_id);
}

/** Refuses a decision about a text that its author has edited since the moderator read it. */
function assertRead({ version }: Order, { content, reported }: Matter): void {
  const text = content ?? reported;
  if (!text) return;
  if (version === undefined) throw invalidInput({ version: ['required'] });
  if (version !== text.version) throw new Refusal('TEXT_CHANGED', { version: text.version });
}

/** Refuses a moderator's decision about an owner of the same community. */
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

/**
 * Refuses a decision without its required fields, or with an action that does not fit its subject. Nobody can warn,
 * suspend or ban themselves, or lift a measure against themselves. About themselves and their own texts, moderators can
 * only decide to remove a text, because every decision closes reports. Administrators can, because there may be only
 * one administrator. If a decision about a person closes the case of a text, the person must be its author.
 */
function assertSensible(order: Order, { viewer, content, reported, personId }: Matter): void {
  if (NEEDS_STATEMENT.includes(order.action) && !order.statement) throw invalidInput({ statement: ['required'] });
  if (order.action === 'suspend' && !order.days) throw invalidInput({ days: ['required'] });
  if (ABOUT_CONTENT.includes(order.action) && !content) throw invalidInput({ action: ['invalid'] });
  if ((order.action === 'lock' || order.action === 'unlock') && content?.kind !== 'post')
    throw invalidInput({ action: ['invalid'] });
  if (['warn', 'suspend', 'ban', 'lift'].includes(order.action) && (personId === null || personId === viewer.userId))
    throw invalidInput({ action: ['invalid'] });
  if (personId === viewer.userId && !viewer.isAdmin && order.action !== 'remove')
    throw invalidInput({ action: ['invalid'] });
  if (reported && reported.author_id !== personId) throw invalidInput({ report_id: ['invalid'] });
}

/**
 * Closes the case `report_id`, if the order contains one, and all other cases about the same subject. The case
 * `report_id` must be about the subject, or about a text or community of the person whom the decision affects. Only
 * administrators can close cases about personal pages.
 */
async function closeReports(
  tx: Tx,
  order: Order,
  { channelId, personId, reported, viewer }: Matter,
): Promise<Closed[]> {
  const isNamed = sql`id = ${order.report_id ?? null} and (subject_id = any(${[order.subject_id, reported?.id ?? order.subject_id]}::uuid[])
    or (subject_kind = 'channel' and exists (select from channels c where c.id = subject_id and c.created_by = ${personId})))`;
  const { rows } = await sql<Closed>`update reports set status = 'decided'
    where status = 'open' and (${viewer.isAdmin} or channel_id = (select c.id from channels c where c.id = ${channelId} and c.kind = 'community'))
      and ((${isNamed}) or (subject_kind = ${order.subject_kind} and subject_id = ${order.subject_id}))
    returning id, subject_id, held_at`.execute(tx);
  if (order.report_id && !rows.some(({ id }) => id === order.report_id)) throw new Refusal('ALREADY_DECIDED');
  return rows;
}

async function insertDecision(
  ctx: Context,
  tx: Tx,
  order: Order,
  { viewer, channelId, personId, content }: Matter,
  closed: readonly Closed[],
): Promise<string> {
  const at = ctx.clock.now();
  const id = timeId(at);
  const until = order.action === 'suspend' ? new Date(at.getTime() + (order.days ?? 0) * 86_400_000) : null;
  await sql`insert into decisions (id, report_id, subject_kind, subject_id, version, channel_id, person_id, action, reason, statement, decided_by, at, until)
    values (${id}, ${order.report_id ?? closed[0]?.id ?? null}, ${order.subject_kind}, ${order.subject_id}, ${content?.version ?? null}, ${channelId}, ${personId}, ${order.action}, ${order.reason ?? null},
      ${order.statement ?? ''}, ${viewer.userId}, ${at}, ${until})`.execute(tx);
  await sql`update reports set decided_in = ${id} where id = any(${closed.map((one) => one.id)}::uuid[])`.execute(tx);
  return id;
}
