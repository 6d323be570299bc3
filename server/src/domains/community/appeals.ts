import { sql } from 'kysely';
import { CommunityLimits, type Decision } from '#contract/community.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { fromCursor, toCursor } from './cursor.ts';
import { type DecisionRow, isAppealable, selectDecisions, toDecision } from './decisions.queries.ts';
import { reverse } from './decision-effects.ts';
import { deskOf, everythingOf, moderatorOf } from './moderators.ts';
import { isByAdministrator } from './standing-decision.ts';
import { tellModerators } from './tell-moderators.ts';
import type { Viewer } from './viewer.ts';

interface Paged {
  readonly limit: number;
  readonly cursor?: string | undefined;
}
interface Page {
  rows: Decision[];
  next_cursor: string | null;
}

async function page(
  ctx: Context,
  readerId: string,
  where: ReturnType<typeof sql>,
  { limit, cursor }: Paged,
): Promise<Page> {
  const after = fromCursor(cursor, 'id');
  const rows = await selectDecisions(ctx.db, after ? sql`${where} and d.id < ${after[0]}` : where, limit + 1);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    rows: shown.map((row) => toDecision(ctx, row, readerId)),
    next_cursor: rows.length > limit && last ? toCursor([last.id]) : null,
  };
}

export async function listModerationLog(
  ctx: Context,
  caller: SignedIn,
  { channel_id, ...paged }: Paged & { channel_id?: string | undefined },
): Promise<Page> {
  const { viewer, covers } = await deskOf(ctx.db, caller, channel_id);
  return page(ctx, viewer.userId, covers('d.channel_id'), paged);
}

/**
 * Selects the decisions that the affected person already knows about. Dismissed reports are left out. Decisions that
 * were undone or can still be undone are also left out.
 */
const known = (
  ctx: Context,
  userId: string,
) => sql`d.person_id = ${userId} and d.action <> 'dismiss' and d.undone_at is null
  and d.at <= ${new Date(ctx.clock.now().getTime() - CommunityLimits.undo_s * 1000)}`;

/** Returns the decisions about the caller. */
export const listMyDecisions = (ctx: Context, caller: SignedIn, paged: Paged): Promise<Page> => {
  const { userId } = caller;
  return page(ctx, userId, known(ctx, userId), paged);
};

/**
 * Returns the unanswered appeals against decisions in the communities that the caller moderates. Moderators may not
 * answer an appeal against their own decision or an administrator's, so it is left out for them. Administrators may
 * answer it. Nobody may answer their own appeal, so it is left out for everyone.
 */
export async function listAppeals(
  ctx: Context,
  caller: SignedIn,
  { channel_id, ...paged }: Paged & { channel_id?: string | undefined },
): Promise<Page> {
  const { viewer, covers } = await deskOf(ctx.db, caller, channel_id);
  const where = sql`d.appeal_at is not null and d.answered_at is null and d.person_id is distinct from ${viewer.userId}
    and ${covers('d.channel_id')}
    ${viewer.isAdmin ? sql`` : sql`and d.decided_by is distinct from ${viewer.userId} and not ${isByAdministrator}`}`;
  return page(ctx, viewer.userId, where, paged);
}

/**
 * Stores the caller's appeal against a decision about themselves. Each decision can be appealed only once. Throws
 * NOT_FOUND for decisions about other people.
 */
export const appealDecision = (
  ctx: Context,
  caller: SignedIn,
  { decision_id, words }: { decision_id: string; words: string },
): Promise<Decision> =>
  ctx.db.transaction().execute(async (tx) => {
    const { userId } = caller;
    await sql`select from decisions where id = ${decision_id} for update`.execute(tx);
    const [row] = await selectDecisions(tx, sql`d.id = ${decision_id} and ${known(ctx, userId)}`, 1);
    if (!row) throw new Refusal('NOT_FOUND');
    const now = ctx.clock.now();
    if (!isAppealable(row, now)) throw new Refusal('APPEAL_CLOSED');
    await sql`update decisions set appeal_words = ${words}, appeal_at = ${now} where id = ${decision_id}`.execute(tx);
    await tellModerators(ctx, tx, row.decision_channel_id);
    return toDecision(ctx, { ...row, appeal_words: words, appeal_at: now }, userId);
  });

export const answerAppeal = (
  ctx: Context,
  caller: SignedIn,
  { decision_id, outcome, statement }: { decision_id: string; outcome: 'upheld' | 'reversed'; statement: string },
): Promise<Decision> =>
  ctx.db.transaction().execute(async (tx) => {
    await sql`select from decisions where id = ${decision_id} for update`.execute(tx);
    const [row] = await selectDecisions(tx, sql`d.id = ${decision_id} and d.appeal_at is not null`, 1);
    if (!row) return refuseUnknown(tx, caller);
    const { viewer } = await moderatorOf(tx, caller, row.decision_channel_id ?? undefined);
    await assertOnDesk(tx, viewer, decision_id);
    const isOwnDecision = row.decided_by === viewer.userId && !viewer.isAdmin;
    if (isOwnDecision || row.person_id === viewer.userId) throw new Refusal('FORBIDDEN');
    if (!viewer.isAdmin && row.is_by_admin) throw new Refusal('DECIDED_BY_ADMIN');
    if (row.answered_at) throw new Refusal('ALREADY_DECIDED');
    const now = ctx.clock.now();
    await sql`update decisions set appeal_outcome = ${outcome}, appeal_statement = ${statement}, appeal_by = ${viewer.userId}, answered_at = ${now}
      where id = ${decision_id}`.execute(tx);
    if (outcome === 'reversed') await reverse(ctx, tx, viewer, row);
    await ctx.outbox.emit(tx, 'community.appealAnswered', { decision_id }, { key: decision_id });
    await ctx.audit.record(tx, {
      actor: viewer.userId,
      actor_role: viewer.caller.role,
      action: 'community.appealAnswered',
      subject: `decision:${decision_id}`,
      patient_id: row.person_id,
      reason: 'moderation',
      details: { outcome },
    });
    const answered: DecisionRow = { ...row, appeal_outcome: outcome, appeal_statement: statement, answered_at: now };
    return toDecision(ctx, answered, viewer.userId);
  });

/**
 * Requires that the decision belongs to a community that the viewer moderates. Only administrators handle decisions on
 * personal pages.
 */
async function assertOnDesk(tx: Tx, viewer: Viewer, decisionId: string): Promise<void> {
  const covers = await everythingOf(tx, viewer);
  const { rows } = await sql`select from decisions d where d.id = ${decisionId} and ${covers('d.channel_id')}`.execute(
    tx,
  );
  if (rows.length === 0) throw new Refusal('NOT_FOUND');
}

async function refuseUnknown(tx: Tx, caller: SignedIn): Promise<never> {
  await moderatorOf(tx, caller, undefined);
  throw new Refusal('NOT_FOUND');
}
