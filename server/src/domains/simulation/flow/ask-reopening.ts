import { REOPENING_HOURS, type Reopening } from '#contract/care-relation.ts';
import type { CaseStatus } from '#contract/cases.ts';
import { listVerifiedDoctors } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff, withSystem } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import * as cases from '../cases.queries.ts';
import '../events.ts';
import { recordOnCase } from '../record-on-case.ts';
import { enterCase, type Entered } from '../relation/enter-case.ts';
import * as reopenings from '../relation/reopenings.queries.ts';
import { mayAnswer, showReopening } from '../relation/show-reopening.ts';
import { lockSigned, reopenFor } from './reopen-case.ts';

const HOUR_MS = 3_600_000;

/**
 * Creates a request to reopen a signed case. A doctor can request this for a case that the doctor may see, and an
 * administrator for any signed case. If a request for the case is already waiting for an answer, returns that request.
 */
export const askReopening = (ctx: Context, staff: SignedIn, caseId: string, note: string): Promise<Reopening> =>
  withStaff(ctx.db, staff.userId, async (tx) => {
    const entered = await enterAsTeam(ctx, tx, staff, caseId);
    if (entered.row.status !== 'published') throw new Refusal('CASE_NOT_SIGNED');
    const now = ctx.clock.now();
    const before = await reopenings.findWaiting(tx, caseId, now);
    if (before) return showReopening(tx, before, staff);
    const asked = await reopenings.insert(tx, {
      case_id: caseId,
      asked_by: staff.userId,
      asked_as: staff.role === 'admin' ? 'admin' : 'practitioner',
      note,
      asked_at: now,
      expires_at: new Date(now.getTime() + REOPENING_HOURS * HOUR_MS),
    });
    const { practitioner_id } = entered.row;
    const event = { case_id: caseId, practitioner_id, asked_as: asked.asked_as };
    await ctx.outbox.emit(tx, 'simulation.reopeningAsked', event, { key: asked.id });
    await tellTeam(ctx, tx, caseId);
    await recordOnCase(ctx, tx, staff, entered, 'case.reopening_asked', { details: { reopening: asked.id } });
    return showReopening(tx, asked, staff);
  });

async function enterAsTeam(ctx: Context, tx: Tx, staff: SignedIn, caseId: string): Promise<Entered> {
  if (staff.role !== 'admin') return enterCase(ctx, tx, staff, caseId);
  const row = await cases.find(tx, caseId);
  if (!row) throw new Refusal('NOT_FOUND');
  return { row, opening: null, details: {} };
}

export const listReopenings = (ctx: Context, staff: SignedIn): Promise<Reopening[]> =>
  withStaff(ctx.db, staff.userId, async (tx) => {
    const shown: Reopening[] = [];
    for (const row of await reopenings.listWaiting(tx, ctx.clock.now()))
      shown.push(await showReopening(tx, row, staff));
    return shown;
  });

/**
 * Stores the second person's answer. A doctor answers the request of an administrator, and an administrator answers the
 * request of a doctor. If the second person agrees, the doctor gets the case, whether the doctor made the request or
 * answered it. The transaction uses the system role, because the roles of staff cannot change a signed case.
 */
export const answerReopening = (
  ctx: Context,
  staff: SignedIn,
  id: string,
  agrees: boolean,
): Promise<{ status: CaseStatus }> =>
  withSystem(ctx.system, async (tx) => {
    const now = ctx.clock.now();
    const asked = await reopenings.findWaitingForUpdate(tx, id, now);
    if (!asked?.asked_by || asked.asked_by === staff.userId || !mayAnswer(asked, staff)) throw new Refusal('NOT_FOUND');
    const row = await lockSigned(tx, asked.case_id);
    const doctorId = asked.asked_as === 'practitioner' ? asked.asked_by : staff.userId;
    // Since the request, the doctor may have been suspended or may have lost the verification.
    if (agrees && !(await listVerifiedDoctors(tx)).some(({ user_id }) => user_id === doctorId))
      throw new Refusal('NOT_FOUND');
    await reopenings.answer(tx, id, staff.userId, agrees, now);
    if (agrees) {
      const event = { case_id: row.id, practitioner_id: row.practitioner_id };
      await reopenFor(ctx, tx, row, doctorId);
      await ctx.outbox.emit(tx, 'simulation.caseReopened', event, { key: id });
    }
    await tellTeam(ctx, tx, row.id);
    const action = agrees ? 'case.reopened' : 'case.reopening_declined';
    const details = { reopening: id, asked_by: asked.asked_by };
    await recordOnCase(ctx, tx, staff, { row, opening: null }, action, { details });
    return { status: agrees ? ('in_review' as const) : row.status };
  });

async function tellTeam(ctx: Context, tx: Tx, id: string): Promise<void> {
  await ctx.realtime.publish(tx, { role: 'practitioner' }, { kind: 'reopening.changed', id });
  await ctx.realtime.publish(tx, { role: 'admin' }, { kind: 'reopening.changed', id });
}
