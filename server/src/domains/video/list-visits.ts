import type { VideoVisit } from '#contract/video.ts';
import { listCasesOfPatient, recordOnCase } from '#server/domains/simulation/index.ts';
import type { Context } from '#server/platform/context.ts';
import { withStaff, withUser } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { caseInCharge, inVisit } from './in-visit.ts';
import { showVisit } from './show-visit.ts';
import * as visits from './visits.queries.ts';

export const getVisit = (ctx: Context, caller: SignedIn, visitId: string): Promise<VideoVisit> =>
  inVisit(ctx, caller, visitId, ({ tx, side, row, of }) => showVisit(ctx, { tx, side, of }, row));

/** The visits of a case, for the doctor in charge. */
export const listCaseVisits = (ctx: Context, doctor: SignedIn, caseId: string): Promise<VideoVisit[]> =>
  withStaff(ctx.db, doctor.userId, async (tx) => {
    const of = await caseInCharge(ctx, tx, doctor, caseId);
    const rows = await visits.listOfCase(tx, caseId);
    await recordOnCase(ctx, tx, doctor, { row: of, opening: null }, 'video.viewed');
    return Promise.all(rows.map((row) => showVisit(ctx, { tx, side: 'doctor', of }, row)));
  });

/** The patient's visits that are not over. */
export const listMyVisits = (ctx: Context, patientId: string): Promise<VideoVisit[]> =>
  withUser(ctx.db, patientId, async (tx) => {
    const cases = new Map((await listCasesOfPatient(tx, patientId)).map((row) => [row.id, row]));
    const rows = cases.size > 0 ? await visits.listOpen(tx, [...cases.keys()]) : [];
    const shown = rows.map((row) => {
      const of = cases.get(row.case_id);
      return of ? [showVisit(ctx, { tx, side: 'patient', of }, row)] : [];
    });
    return Promise.all(shown.flat());
  });
