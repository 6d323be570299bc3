import type { VideoSide, VideoVisit } from '#contract/video.ts';
import { recordOnCase } from '#server/domains/simulation/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff, withUser } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { caseInCharge, findSides, inVisit, sidesOf } from './in-visit.ts';
import { recordVisit } from './record-visit.ts';
import { showVisit } from './show-visit.ts';
import type { VisitRow } from './visit.ts';
import * as visits from './visits.queries.ts';

export const getVisit = (ctx: Context, caller: SignedIn, visitId: string): Promise<VideoVisit> =>
  inVisit(ctx, caller, visitId, ({ tx, side, row, of }) => showVisit(ctx, { tx, side, of }, row));

/** Lists the visits of a case for the doctor in charge. */
export const listCaseVisits = (ctx: Context, doctor: SignedIn, caseId: string): Promise<VideoVisit[]> =>
  withStaff(ctx.db, doctor.userId, async (tx) => {
    const row = await caseInCharge(ctx, tx, doctor, caseId);
    const rows = await visits.listOfCase(tx, caseId);
    await recordOnCase(ctx, tx, doctor, { row, opening: null }, 'video.viewed');
    const of = { ...sidesOf(row), case: row };
    return Promise.all(rows.map((visit) => showVisit(ctx, { tx, side: 'doctor', of }, visit)));
  });

/** Lists the patient's visits that are not over. */
export const listMyVisits = (ctx: Context, patient: SignedIn): Promise<VideoVisit[]> =>
  withUser(ctx.db, patient.userId, async (tx) => {
    const shown = await showOwn(ctx, tx, patient, 'patient', await visits.listOpenOf(tx, patient.userId));
    return shown.map(({ visit }) => visit);
  });

/**
 * Lists the doctor's visits that are not over, both of cases and of appointments. The audit log records the access for
 * each visit.
 */
export const listDoctorVisits = (ctx: Context, doctor: SignedIn): Promise<VideoVisit[]> =>
  withStaff(ctx.db, doctor.userId, async (tx) => {
    const shown = await showOwn(ctx, tx, doctor, 'doctor', await visits.listOpen(tx));
    for (const { of, row } of shown) await recordVisit(ctx, { tx, caller: doctor, of, row }, 'video.viewed');
    return shown.map(({ visit }) => visit);
  });

/**
 * Returns those visits in which the caller is the patient or the practitioner. Each visit has only the details that the
 * caller may see.
 */
async function showOwn(ctx: Context, tx: Tx, caller: SignedIn, side: VideoSide, rows: readonly VisitRow[]) {
  const shown = [];
  for (const row of rows) {
    const of = await findSides(tx, caller, row);
    if (of) shown.push({ row, of, visit: await showVisit(ctx, { tx, side, of }, row) });
  }
  return shown;
}
