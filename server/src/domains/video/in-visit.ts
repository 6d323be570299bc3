import type { BookedState } from '#contract/bookings.ts';
import type { VideoSide } from '#contract/video.ts';
import { listTimes } from '#server/domains/bookings/index.ts';
import { hasConsent } from '#server/domains/identity/index.ts';
import { type CaseRow, enterCase, findCase, inChargeOf, listCasesOfPatient } from '#server/domains/simulation/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff, withUser } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { VisitRow } from './visit.ts';
import * as visits from './visits.queries.ts';

/** The current patient and practitioner of a visit, according to its case or its booked time. */
export interface Sides {
  readonly patient_id: string;
  /** The practitioner of the visit. Null if the case has no doctor in charge. */
  readonly practitioner_id: string | null;
}

export interface VisitOf extends Sides {
  /**
   * The case to which the visit belongs. For a visit at a booked time: the patient's newest case with this practitioner
   * in charge. Null if there is no such case, or if the patient has not consented to simulations.
   */
  readonly case: CaseRow | null;
}

/** A visit in which the caller is the patient or the practitioner. `tx` has the database rights of the caller. */
export interface InVisit {
  readonly tx: Tx;
  readonly caller: SignedIn;
  readonly side: VideoSide;
  readonly row: VisitRow;
  readonly of: VisitOf;
}

type Step<T> = (here: InVisit) => Promise<T>;

/**
 * Runs a step of a visit. The caller must be the patient, the doctor in charge of the case, or the practitioner of the
 * booked time.
 *
 * @throws NOT_FOUND for everyone else
 */
export const inVisit = <T>(ctx: Context, caller: SignedIn, visitId: string, step: Step<T>): Promise<T> =>
  within(ctx, caller, visitId, visits.find, step);

/** Runs a step like `inVisit`, and locks the visit until the step is done. */
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
    const of = row && (await findSides(tx, caller, row));
    if (!row || !of) throw new Refusal('NOT_FOUND');
    return step({ tx, caller, side: isPatient ? 'patient' : 'doctor', row, of });
  });
}

/** Returns the people of a visit if the caller is one of them, and otherwise undefined. */
export async function findSides(tx: Tx, caller: SignedIn, row: VisitRow): Promise<VisitOf | undefined> {
  if (row.time_id) return findSidesOfTime(tx, caller, row.time_id, row.patient_id);
  const of = await findCase(tx, row.case_id ?? '');
  if (!of) return undefined;
  const { patient_id, practitioner_id } = sidesOf(of);
  if (caller.userId !== (caller.role === 'patient' ? patient_id : practitioner_id)) return undefined;
  const isSeen = caller.role === 'patient' || (await hasConsent(tx, { userId: of.patient_id }, 'simulation'));
  return isSeen ? { patient_id, practitioner_id, case: of } : undefined;
}

/**
 * Returns the patient and the doctor of a case. If the patient has requested a redo, the doctor is the one to whom the
 * case is assigned, and a visit that they had planned stays.
 */
export const sidesOf = (row: CaseRow): Sides => ({ patient_id: row.patient_id, practitioner_id: inChargeOf(row) });

/** The states of a booked time in which the practitioner may meet the patient by video. */
const leads: readonly BookedState[] = ['booked', 'arrived', 'done', 'no_show'];

async function findSidesOfTime(
  tx: Tx,
  { role, userId }: SignedIn,
  timeId: string,
  patient_id: string,
): Promise<VisitOf | undefined> {
  const [time] = await listTimes(tx, [timeId]);
  if (!time) return undefined;
  const { practitioner_id, state } = time;
  const isTheirs = role === 'patient' ? patient_id === userId : practitioner_id === userId && leads.includes(state);
  return isTheirs
    ? { patient_id, practitioner_id, case: await findCaseOfBoth(tx, patient_id, practitioner_id) }
    : undefined;
}

/**
 * Returns the newest case of the patient that this practitioner is in charge of. Returns null if there is none, or if
 * the patient has not consented to simulations.
 */
async function findCaseOfBoth(tx: Tx, patientId: string, practitionerId: string): Promise<CaseRow | null> {
  const cases = await listCasesOfPatient(tx, patientId);
  const found = cases.find((row) => inChargeOf(row) === practitionerId && row.status !== 'withdrawn');
  return found && (await hasConsent(tx, { userId: patientId }, 'simulation')) ? found : null;
}

/**
 * Returns a case if this doctor is in charge of it. Another doctor can get emergency access (with a stated
 * reason) to the case, but cannot call the patient.
 */
export async function caseInCharge(ctx: Context, tx: Tx, doctor: SignedIn, caseId: string): Promise<CaseRow> {
  const { row } = await enterCase(ctx, tx, doctor, caseId);
  if (inChargeOf(row) !== doctor.userId) throw new Refusal('NOT_FOUND');
  return row;
}
