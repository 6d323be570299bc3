import { sql } from 'kysely';
import type { ReportReason, ReportReview } from '#contract/community.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { fromCursor, toCursor } from './cursor.ts';
import { selectDecisions, toDecision } from './decisions.queries.ts';
import { deskOf, moderatorOf } from './moderators.ts';
import { one } from './one.ts';
import { joinCases } from './reports.queries.ts';
import { isByAdministrator } from './standing-decision.ts';
import { tellModerators } from './tell-moderators.ts';

interface Row {
  id: string;
  decision_id: string;
  reason: ReportReason;
  words: string;
  at: Date;
}

export interface ReviewQuery {
  readonly channel_id?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/**
 * Returns the requests for review that the caller may answer. Moderators may not review their own decision or an
 * administrator's. Administrators may, because there may be only one administrator. Nobody may answer their own request, or a request
 * about a decision against themselves.
 */
export async function listReportReviews(
  ctx: Context,
  caller: SignedIn,
  { channel_id, limit, cursor }: ReviewQuery,
): Promise<{ rows: ReportReview[]; next_cursor: string | null }> {
  const { viewer, covers } = await deskOf(ctx.db, caller, channel_id);
  const after = fromCursor(cursor, 'id');
  const { rows } = await sql<Row>`select q.id, q.decision_id, q.words, q.at, v.reason from report_reviews q
      join reports r on r.id = q.report_id join decisions d on d.id = q.decision_id
      join report_voices v on v.report_id = q.report_id and v.reporter_id = q.reporter_id
    where q.answered_at is null and q.reporter_id <> ${viewer.userId} and d.person_id is distinct from ${viewer.userId}
      and ${covers('r.channel_id')}
      ${viewer.isAdmin ? sql`` : sql`and d.decided_by is distinct from ${viewer.userId} and not ${isByAdministrator}`}
      ${after ? sql`and q.id < ${after[0]}` : sql``}
    order by q.id desc limit ${limit + 1}`.execute(ctx.db);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const ids = shown.map(({ decision_id }) => decision_id);
  const found = await selectDecisions(ctx.db, sql`d.id = any(${ids}::uuid[])`, limit);
  const decisions = new Map(found.map((row) => [row.id, toDecision(ctx, row, viewer.userId)]));
  return {
    rows: shown.flatMap(({ id, decision_id, reason, words, at }) => {
      const decision = decisions.get(decision_id);
      return decision ? [{ id, decision, reason, words, at: at.toISOString() }] : [];
    }),
    next_cursor: rows.length > limit && last ? toCursor([last.id]) : null,
  };
}

interface Asked {
  report_id: string;
  reporter_id: string;
  channel_id: string | null;
  decided_by: string | null;
  is_by_admin: boolean;
  person_id: string | null;
  answered_at: Date | null;
}

/**
 * Answers a request for review: the decision is upheld, or the case is opened again. The reporter learns the answer in
 * both cases.
 */
export const answerReportReview = (
  ctx: Context,
  caller: SignedIn,
  input: { readonly review_id: string; readonly outcome: 'upheld' | 'reversed'; readonly statement: string },
): Promise<{ outcome: 'upheld' | 'reversed' }> =>
  ctx.db.transaction().execute(async (tx) => {
    const { review_id, outcome, statement } = input;
    const { rows } =
      await sql<Asked>`select q.report_id, q.reporter_id, r.channel_id, d.decided_by, ${isByAdministrator} as is_by_admin, d.person_id, q.answered_at from report_reviews q
      join reports r on r.id = q.report_id join decisions d on d.id = q.decision_id where q.id = ${review_id} for update of q, r`.execute(
        tx,
      );
    const asked = rows[0];
    // Only administrators may answer a review outside of communities. An unknown review is refused in the same way, so
    // that nobody else learns whether it exists. Administrators get NOT_FOUND.
    const { viewer } = asked?.channel_id
      ? await deskOf(tx, caller, asked.channel_id)
      : await moderatorOf(tx, caller, undefined);
    if (!asked) throw new Refusal('NOT_FOUND');
    const isOwnDecision = asked.decided_by === viewer.userId && !viewer.isAdmin;
    const isConcerned = asked.reporter_id === viewer.userId || asked.person_id === viewer.userId;
    if (isOwnDecision || isConcerned) throw new Refusal('FORBIDDEN');
    if (!viewer.isAdmin && asked.is_by_admin) throw new Refusal('DECIDED_BY_ADMIN');
    if (asked.answered_at) throw new Refusal('ALREADY_DECIDED');
    const now = ctx.clock.now();
    await sql`update report_reviews set outcome = ${outcome}, statement = ${statement}, answered_by = ${viewer.userId}, answered_at = ${now}
      where id = ${review_id}`.execute(tx);
    if (outcome === 'reversed') await openAgain(tx, asked.report_id, now);
    const event = { report_id: asked.report_id, reporter_id: asked.reporter_id };
    await ctx.outbox.emit(tx, 'community.reviewAnswered', event, { key: review_id });
    await tellModerators(ctx, tx, asked.channel_id);
    await ctx.audit.record(tx, {
      actor: viewer.userId,
      actor_role: viewer.caller.role,
      action: 'community.reviewAnswered',
      subject: `report:${asked.report_id}`,
      patient_id: null,
      reason: 'moderation',
      details: { outcome },
    });
    return { outcome };
  });

/**
 * Opens a case again. A subject can have only one open case. If a newer case is already open, the old case is merged
 * into it. The reporters of the old case then learn the decision on the newer case.
 */
async function openAgain(tx: Tx, reportId: string, at: Date): Promise<void> {
  const { rows } = await sql<{ newer_id: string | null }>`select o.id as newer_id from reports r
    left join reports o on o.subject_kind = r.subject_kind and o.subject_id = r.subject_id and o.status = 'open'
    where r.id = ${reportId}`.execute(tx);
  const { newer_id } = one(rows);
  if (newer_id) await joinCases(tx, { from: reportId, into: newer_id });
  else
    await sql`update reports set status = 'open', last_at = ${at}, decided_in = null where id = ${reportId}`.execute(
      tx,
    );
}
