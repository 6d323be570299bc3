import { randomUUID } from 'node:crypto';
import type { VideoVisit } from '#contract/video.ts';
import { hasConsent, lockConsentsOf } from '#server/domains/identity/index.ts';
import { lockCase, recordOnCase } from '#server/domains/simulation/index.ts';
import type { Context } from '#server/platform/context.ts';
import { withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import './events.ts';
import { caseInCharge, sidesOf } from './in-visit.ts';
import { showVisit, tellBoth } from './show-visit.ts';
import { mayPlanFor } from './visit.ts';
import * as visits from './visits.queries.ts';

/**
 * Plans a visit and invites the patient. The caller must be the doctor in charge. A case has at most one visit that is
 * not over.
 */
export const planVisit = (ctx: Context, doctor: SignedIn, caseId: string, plannedAt: Date): Promise<VideoVisit> =>
  withStaff(ctx.db, doctor.userId, async (tx) => {
    // A hand-over locks the case first, too. Without the lock, a doctor who is handing over the case at the same moment
    // could still plan a visit, and the next doctor would not know about it. A signed case is not locked, because it is
    // not handed over.
    await lockCase(tx, caseId);
    const found = await caseInCharge(ctx, tx, doctor, caseId);
    const of = { ...sidesOf(found), case: found };
    // A withdrawal of the consent cancels the visits that it finds. Without the lock, it would miss a visit that is
    // being planned at the same moment.
    await lockConsentsOf(tx, of.patient_id);
    if (!(await hasConsent(tx, { userId: of.patient_id }, 'simulation'))) throw new Refusal('NOT_FOUND');
    const now = ctx.clock.now();
    if (!mayPlanFor(plannedAt, now)) throw new Refusal('VISIT_TIME');
    const row = await visits.insert(tx, {
      id: randomUUID(),
      case_id: caseId,
      time_id: null,
      planned_at: plannedAt,
      planned_by: doctor.userId,
      state: 'planned',
      created_at: now,
    });
    if (!row) throw new Refusal('VISIT_ALREADY_PLANNED');
    const event = { visit_id: row.id, case_id: caseId, user_id: of.patient_id };
    await ctx.outbox.emit(tx, 'video.visitPlanned', event, { key: row.id });
    await tellBoth(ctx, tx, of, row.id);
    await recordOnCase(ctx, tx, doctor, { row: found, opening: null }, 'video.planned', { details: { visit: row.id } });
    return showVisit(ctx, { tx, side: 'doctor', of }, row);
  });
