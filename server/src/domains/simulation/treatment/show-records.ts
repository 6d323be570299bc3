import type { CaseRecords, DoseCompared, TreatmentRecord } from '#contract/treatment-records.ts';
import type { PlanSession } from '#contract/sessions.ts';
import { findUser } from '#server/domains/identity/index.ts';
import { compareDoses } from '#engine/plan/compare-doses.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { CaseRow } from '../cases.queries.ts';
import * as drafts from '../drafts.queries.ts';
import { type Entered, onCase, withinOpening } from '../relation/enter-case.ts';
import { findLatestSignature } from '../renderings.queries.ts';
import { listOfCases, mapRounds, type RecordRow } from './records.queries.ts';
import { newestOf } from './treatment-record.ts';

export const getCaseRecords = (ctx: Context, doctor: SignedIn, caseId: string): Promise<CaseRecords> =>
  onCase(ctx, doctor, caseId, 'treatment.viewed', (tx, entered) => showCaseRecords(ctx, tx, entered));

/**
 * Returns the treatment records of a case to which the doctor has access. If the doctor has only emergency access (for
 * one hour, with a stated reason), the photo links expire with it.
 */
export async function showCaseRecords(ctx: Context, tx: Tx, { row, opening }: Entered): Promise<CaseRecords> {
  const signature = await findLatestSignature(tx, row.id);
  if (!signature) throw new Refusal('CASE_NOT_SIGNED');
  const { plan } = await drafts.get(tx, row.id, signature.version);
  const rows = await listOfCases(tx, [row.id]);
  const records = await showRecords(withinOpening(ctx, opening), tx, [row], rows);
  const newest = newestOf(records);
  const planOf = await plansOf(tx, rows);
  const rounds = await mapRounds(tx, row.id);
  const isCurrent = ({ plan_version }: OfPlan) => rounds.get(plan_version) === rounds.get(signature.version);
  const patient = await findUser(tx, row.patient_id);
  return {
    case_id: row.id,
    number: row.number,
    patient_name: patient ? `${patient.first_name} ${patient.last_name}`.trim() : '',
    plan_version: signature.version,
    sessions: plan.sessions ?? [],
    records: newest.map((record) => ({
      ...record,
      plan_sessions: [...planOf(record)],
      is_current: isCurrent(record),
    })),
    earlier: records.filter((record) => !newest.includes(record)),
  };
}

/** Returns records in the form in which the pages show them, in the order of the rows. */
export async function showRecords(
  ctx: Context,
  tx: Tx,
  cases: readonly Pick<CaseRow, 'id' | 'number'>[],
  rows: readonly RecordRow[],
): Promise<TreatmentRecord[]> {
  const links = await ctx.photos.linksFor(
    tx,
    rows.flatMap(({ photo_ids }) => photo_ids),
  );
  const planOf = await plansOf(tx, rows);
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    case_id: row.case_id,
    case_number: cases.find(({ id }) => id === row.case_id)?.number ?? '',
    plan_version: row.plan_version,
    visit: row.visit,
    treated_on: row.treated_on,
    products: row.products,
    points: row.points,
    events: row.events,
    note: row.note,
    correction: row.correction,
    recorded_at: row.recorded_at.toISOString(),
    practitioner_name: row.practitioner_name,
    registration_number: row.registration_number,
    registration_body: row.registration_body,
    verification_code: row.verification_code,
    photos: row.photo_ids.flatMap((id) => {
      const link = links.get(id);
      return link ? [{ id, ...link }] : [];
    }),
    doses: compareDoses(plannedItems(planOf(row), row), row.points),
  }));
}

const plannedItems = (sessions: readonly PlanSession[], { visit }: Pick<RecordRow, 'visit'>) =>
  visit === null ? [] : (sessions[visit]?.items ?? []);

type OfPlan = Pick<RecordRow, 'case_id' | 'plan_version'>;

/** Returns a function that returns the visits of the plan to which a record belongs. */
async function plansOf(tx: Tx, rows: readonly OfPlan[]): Promise<(row: OfPlan) => readonly PlanSession[]> {
  const keyOf = ({ case_id, plan_version }: OfPlan) => `${case_id} ${plan_version}`;
  const plans = new Map<string, readonly PlanSession[]>();
  for (const row of rows) {
    if (plans.has(keyOf(row))) continue;
    const draft = await drafts.find(tx, row.case_id, row.plan_version);
    plans.set(keyOf(row), draft?.plan.sessions ?? []);
  }
  return (row) => plans.get(keyOf(row)) ?? [];
}

/** Returns the recorded doses of a case next to the planned doses. The list is empty until a doctor records a visit. */
export async function listDosesDone(tx: Tx, caseId: string): Promise<DoseCompared[]> {
  const rows = newestOf(await listOfCases(tx, [caseId]));
  const planOf = await plansOf(tx, rows);
  // Two records may belong to the same planned visit. Its planned doses count only once.
  const visits = new Map(rows.map((row) => [`${row.plan_version} ${row.visit}`, row]));
  const planned = [...visits.values()].flatMap((row) => plannedItems(planOf(row), row));
  return compareDoses(
    planned,
    rows.flatMap(({ points }) => points),
  );
}
