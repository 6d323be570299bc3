import type { VideoVisit } from '#contract/video.ts';
import { hasConsent, listVerifiedDoctors } from '#server/domains/identity/index.ts';
import { findCase } from '#server/domains/simulation/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { oneByOne } from '#server/platform/jobs/one-by-one.ts';
import type { OutboxEvents } from '#server/platform/outbox/outbox.ts';
import { Refusal } from '#server/platform/refusal.ts';
import './events.ts';
import { inLockedVisit, type Sides, sidesOf } from './in-visit.ts';
import { recordVisit } from './record-visit.ts';
import { showVisit, tellBoth } from './show-visit.ts';
import type { VisitRow } from './visit.ts';
import * as visits from './visits.queries.ts';

/**
 * Cancels a visit that has not begun. The patient and the doctor can cancel it. Cancelling it again changes nothing.
 * The visit of an appointment cannot be cancelled here. The appointment has to be cancelled instead, under its terms.
 */
export const cancelVisit = (ctx: Context, caller: SignedIn, visitId: string): Promise<VideoVisit> =>
  inLockedVisit(ctx, caller, visitId, async ({ tx, side, row, of }) => {
    if (row.state === 'cancelled') return showVisit(ctx, { tx, side, of }, row);
    if (!row.case_id) throw new Refusal('VISIT_OF_APPOINTMENT');
    if (row.state !== 'planned' && row.state !== 'waiting') throw new Refusal('VISIT_NOT_OPEN');
    const by_staff = side === 'doctor';
    const cancelled = await cancel(ctx, tx, { id: visitId, case_id: row.case_id, of, by: caller.userId, by_staff });
    if (by_staff) await recordVisit(ctx, { tx, caller, of, row }, 'video.cancelled');
    return showVisit(ctx, { tx, side, of }, cancelled);
  });

/**
 * Cancels a patient's visits of cases after the patient has withdrawn the consent to simulations. The doctor no longer
 * sees the case or the visit, so the patient would wait in vain.
 */
export const cancelVisitsOf = (ctx: Context, userId: string): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    const open = await visits.listNotBegunForUpdate(tx, userId);
    // If the patient has given the consent again in the meantime, no visit is cancelled.
    if (await hasConsent(tx, { userId }, 'simulation')) return;
    for (const { id, case_id, planned_by } of open) {
      const found = case_id ? await findCase(tx, case_id) : undefined;
      if (!found) continue;
      // If the withdrawal ended a redo or a correction, the doctor who signed is already in charge again. The visit is
      // with the doctor who planned it.
      const sides = sidesOf(found);
      const of = { ...sides, practitioner_id: planned_by ?? sides.practitioner_id };
      await cancel(ctx, tx, { id, case_id: found.id, of, by: userId, by_staff: false, is_case_closed: true });
    }
  });

/**
 * Cancels the visit that was planned before a doctor left the case. The next doctor has not agreed to the time, and
 * there may be no next doctor yet, so the patient would wait in vain. A visit that the next doctor planned stays.
 */
export const cancelVisitOfLeft = (ctx: Context, { case_id, practitioner_id, at }: CaseLeft): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    const row = await visits.findNotBegunForUpdate(tx, case_id, new Date(at));
    const found = row && (await findCase(tx, case_id));
    if (!found) return;
    const now = sidesOf(found);
    // The doctor who left may be in charge again, and so may the doctor who planned the visit.
    if (now.practitioner_id && [practitioner_id, row.planned_by].includes(now.practitioner_id)) return;
    const of = { patient_id: found.patient_id, practitioner_id };
    await cancel(ctx, tx, { id: row.id, case_id, of, by: null, by_staff: true });
    await tellBoth(ctx, tx, now, row.id);
  });

type CaseLeft = OutboxEvents['simulation.caseLeft'];

/**
 * Cancels visits of cases whose doctor may no longer work: the account was suspended or closed, or the registration is
 * no longer verified. An open case then returns to the queue, and `cancelVisitOfLeft` cancels its visit. A signed case
 * stays with its doctor, so there is no event.
 */
export async function cancelVisitsWithoutDoctor(ctx: Context): Promise<void> {
  const able = async (tx: Tx) => (await listVerifiedDoctors(tx)).map(({ user_id }) => user_id);
  const found = await withSystem(ctx.system, async (tx) => visits.listWithoutDoctor(tx, await able(tx)));
  await oneByOne(ctx.log, found, ({ id }) =>
    withSystem(ctx.system, async (tx) => {
      const row = await visits.findWithoutDoctorForUpdate(tx, await able(tx), id);
      const of = row?.case_id ? await findCase(tx, row.case_id) : undefined;
      if (of) await cancel(ctx, tx, { id, case_id: of.id, of: sidesOf(of), by: null, by_staff: true });
    }),
  );
}

interface Cancelling {
  readonly id: string;
  readonly case_id: string;
  readonly of: Sides;
  /** Null if the service cancels the visit. */
  readonly by: string | null;
  readonly by_staff: boolean;
  readonly is_case_closed?: boolean;
}

/** Cancels a visit and notifies the other side. */
async function cancel(ctx: Context, tx: Tx, cancelling: Cancelling): Promise<VisitRow> {
  const { id, case_id, of, by, by_staff, is_case_closed = false } = cancelling;
  const changes = { state: 'cancelled' as const, ended_at: ctx.clock.now(), cancelled_by: by };
  const cancelled = await visits.update(tx, id, changes);
  await visits.deleteSignals(tx, id);
  const to_user_id = by_staff ? of.patient_id : of.practitioner_id;
  const event = { visit_id: id, case_id, to_user_id, by_staff, is_case_closed };
  await ctx.outbox.emit(tx, 'video.visitCancelled', event, { key: id });
  await tellBoth(ctx, tx, of, id);
  return cancelled;
}
