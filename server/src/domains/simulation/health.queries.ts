import { sql } from 'kysely';
import { classOf, type HealthAnswers, type HealthQuestion } from '#engine/clinical.ts';
import { doseAmount } from '#engine/plan/planned.ts';
import { type Dose, isTreatmentName } from '#engine/recipe.ts';
import { listImportedTreatments } from '#server/domains/imports/index.ts';
import type { EarlierTreatment, ReceivedDose } from '#contract/safety.ts';
import { newestDay } from '#server/platform/calendar/zone-time.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { CaseRow } from './cases.queries.ts';
import { classOfDose, type GivenDose, sumOfDoses } from './received-doses.ts';

/**
 * These queries read the health data that a signature needs. They read the tables of the care domain directly, because
 * the care domain depends on this domain and not the other way round.
 */

/** Returns the newest health answers with their details. `health` is null if the patient has not answered. */
export async function findHealth(
  tx: Tx,
  patientId: string,
): Promise<{ health: HealthAnswers | null; health_details: Partial<Record<HealthQuestion, string>> }> {
  const row = await findHistory(tx, patientId);
  if (!row) return { health: null, health_details: {} };
  const questions = Object.entries(row.answers.questions);
  return {
    health: Object.fromEntries(questions.map(([question, { answer }]) => [question, answer])) as HealthAnswers,
    health_details: Object.fromEntries(questions.map(([question, { details }]) => [question, details])),
  };
}

/** Returns the newest health answers with their details, version and time. */
export const findHistory = (tx: Tx, patientId: string) =>
  tx
    .selectFrom('medical_histories')
    .select(['version', 'answers', 'saved_at'])
    .where('user_id', '=', patientId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();

interface EarlierRow {
  readonly case_id: string;
  readonly visit: number | null;
  readonly visits: number;
  /** The day of treatment, as YYYY-MM-DD. */
  readonly on: string;
  readonly kinds: string[];
  readonly treatments: string[];
  /** The items of this visit in its plan. Null if the treatment was not planned, or the plan has no visits. */
  readonly planned: readonly { readonly treatment: string; readonly dose: Dose | null }[] | null;
  /** The points of the record. Null if there is no record, and the visit only presumably took place. */
  readonly points: readonly { readonly treatment: string; readonly amount: number | null }[] | null;
}

/**
 * Returns the patient's earlier treatments until now: recorded treatments, visits under signed plans of any doctor that
 * presumably took place, and treatments that the clinic imported from another system. A treatment at a visit of this
 * case's plan has the index of the visit. The transaction must have the rights of staff.
 */
export async function listEarlierTreatments(
  tx: Tx,
  { id, patient_id }: Pick<CaseRow, 'id' | 'patient_id'>,
  now: Date,
): Promise<EarlierTreatment[]> {
  const { rows } = await sql<EarlierRow>`
    select case_id, visit, visits, to_char(treated_on, 'YYYY-MM-DD') as "on", kinds, treatments, planned, points
    from earlier_treatments(${patient_id})`.execute(tx);
  // As in `listReceivedDoses`, a planned visit counts as soon as its day has begun anywhere. A visit without treatments
  // only reviews results.
  const today = newestDay(now);
  const past = rows.filter(({ on, points, kinds }) => points !== null || (on <= today && kinds.length > 0));
  const here = past.map((row): EarlierTreatment => {
    const { case_id, visit, visits, on, kinds, treatments } = row;
    const treatment = { on, kinds: [...new Set(kinds.map(kindOf))], treatments };
    return { ...treatment, ...(visit !== null && case_id === id && { visit, visits, content: contentOf(row) }) };
  });
  const elsewhere = (await listImportedTreatments(tx, patient_id)).map(({ treated_on, kind, treatment }) => ({
    on: treated_on,
    kinds: [kind],
    treatments: treatment ? [treatment] : [],
  }));
  return [...here, ...elsewhere].sort((one, other) => one.on.localeCompare(other.on));
}

function contentOf({ planned, points }: Pick<EarlierRow, 'planned' | 'points'>): EarlierTreatment['content'] {
  const items = planned ?? [];
  const names = new Set([...items, ...(points ?? [])].map(({ treatment }) => treatment));
  return [...names].map((treatment) => {
    const given = points?.filter((point) => point.treatment === treatment);
    const amount = (given ?? []).reduce((sum, point) => sum + (point.amount ?? 0), 0);
    const doses = items.filter((item) => item.treatment === treatment).map(doseAmount);
    return { treatment, amount: Math.max(amount, ...doses), is_given: given?.length !== 0 };
  });
}

/** Returns the kind of a treatment. A name that is already a kind is returned unchanged. */
const kindOf = (name: string): string => (isTreatmentName(name) ? classOf(name).kind : name);

interface DoseRow {
  readonly case_id: string;
  readonly visit: number | null;
  readonly visits: number | null;
  readonly on: string;
  readonly treatment: string;
  readonly amount: string;
  readonly is_recorded: boolean;
}

/**
 * Returns the amounts of toxin and filler that the patient received until now, newest first. The sources are treatment
 * records, signed plans whose treatment day the patient gave, and treatments that the clinic imported. A dose at a
 * visit of this case's plan has the index of the visit. The transaction must have the rights of staff.
 */
export async function listReceivedDoses(
  tx: Tx,
  { id, patient_id }: Pick<CaseRow, 'id' | 'patient_id'>,
  now: Date,
): Promise<ReceivedDose[]> {
  const { rows } = await sql<DoseRow>`
    select case_id, visit, visits, to_char(given_on, 'YYYY-MM-DD') as "on", treatment, amount, is_recorded
    from earlier_doses(${patient_id})`.execute(tx);
  const here = rows.map(({ case_id, visit, visits, on, treatment, amount, is_recorded }): GivenDose => {
    const dose = { on, of: classOfDose(treatment), amount: Number(amount), source: is_recorded ? 'record' : case_id };
    return { ...dose, ...(visit !== null && case_id === id && { visit, visits: visits ?? 0 }) };
  });
  const imported = (await listImportedTreatments(tx, patient_id)).map(
    ({ treated_on, kind, amount, unit }): GivenDose => {
      // The unit is free text. Units of one toxin are not units of another, so only millilitres of filler are counted.
      const isFiller = kind === 'hyaluronic_acid' && amount !== null && /^ml$/i.test(unit.trim());
      return { on: treated_on, of: isFiller ? 'filler' : null, amount: amount ?? 0, source: 'imported' };
    },
  );
  // The patient's time zone is unknown, so a planned visit counts as soon as its day has begun anywhere.
  return sumOfDoses([...here, ...imported], newestDay(now));
}
