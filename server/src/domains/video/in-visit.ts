import type { VideoSide } from '#contract/video.ts';
import { type CaseRow, enterCase, findCase } from '#server/domains/simulation/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff, withUser } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { VisitRow } from './visit.ts';
import * as visits from './visits.queries.ts';

/** One of the two people of a visit, in a transaction with their rights. */
export interface InVisit {
  readonly tx: Tx;
  readonly caller: SignedIn;
  readonly side: VideoSide;
  readonly row: VisitRow;
  readonly of: CaseRow;
}

type Step<T> = (here: InVisit) => Promise<T>;

/** Runs a step of the patient or of the doctor in charge. For everybody else the visit does not exist. */
export const inVisit = <T>(ctx: Context, caller: SignedIn, visitId: string, step: Step<T>): Promise<T> =>
  within(ctx, caller, visitId, visits.find, step);

/** As `inVisit`, with the visit locked until the step is done. */
export const inLockedVisit = <T>(ctx: Context, caller: SignedIn, visitId: string, step: Step<T>): Promise<T> =>
  within(ctx, caller, visitId, visits.findForUpdate, step);

function within<T>(
  ctx: Context,
  caller: SignedIn,
  visitId: string,
  find: typeof visits.find,
  step: Step<T>,
): Promise<T> {
  const isPatient = caller.role === 'patient';
  const as = isPatient ? withUser : withStaff;
  return as(ctx.db, caller.userId, async (tx) => {
    const row = await find(tx, visitId);
    if (!row) throw new Refusal('NOT_FOUND');
    const of = isPatient ? await ownCase(tx, caller, row.case_id) : await caseInCharge(ctx, tx, caller, row.case_id);
    return step({ tx, caller, side: isPatient ? 'patient' : 'doctor', row, of });
  });
}

async function ownCase(tx: Tx, { userId }: SignedIn, caseId: string): Promise<CaseRow> {
  const of = await findCase(tx, caseId);
  if (of?.patient_id !== userId) throw new Refusal('NOT_FOUND');
  return of;
}

/** A case that this doctor works on or signed. An opening for a look is not enough to call the patient. */
export async function caseInCharge(ctx: Context, tx: Tx, doctor: SignedIn, caseId: string): Promise<CaseRow> {
  const { row } = await enterCase(ctx, tx, doctor, caseId);
  if (row.practitioner_id !== doctor.userId) throw new Refusal('NOT_FOUND');
  return row;
}
