import { PLAN_VALID_MONTHS } from '#contract/drafts.ts';
import { isInPlan, validUntil } from '#contract/plan-days.ts';
import { amountText } from '#contract/plan-words.ts';
import type { ReadingLanguage } from '#contract/languages.ts';
import type { SessionItem } from '#contract/sessions.ts';
import { clinicalTreatments, groupOf, type TreatmentGroup, type TreatmentName } from '#engine/clinical.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { wordsIn } from './plan-sessions.ts';

/** The parts of a signed plan that the people who carry out the plan need. */
export interface SignedPlan {
  readonly case_id: string;
  readonly signed_at: Date;
  /** The earliest day of the first visit (YYYY-MM-DD). It is null if there is no restriction. */
  readonly not_before: string | null;
  /** A moment of the last day in Paris on which the plan is valid. The plan does not cover visits on later days. */
  readonly valid_until: Date;
  /** The doctor who signed the plan. Null if the doctor's account was erased. */
  readonly practitioner_id: string | null;
  readonly visits: readonly (readonly SessionItem[])[];
}

/**
 * Returns the newest signed plan of each case of a patient, newest first, also during a redo or correction. Leaves out
 * expired plans and withdrawn cases.
 */
export async function listSignedPlans(tx: Tx, patientId: string, now: Date): Promise<SignedPlan[]> {
  const rows = await tx
    .selectFrom('cases as c')
    .innerJoin('signatures as s', 's.case_id', 'c.id')
    .innerJoin('drafts as d', (join) => join.onRef('d.case_id', '=', 's.case_id').onRef('d.version', '=', 's.version'))
    .select(['c.id as case_id', 's.signed_at', 's.practitioner_id', 'd.plan'])
    .distinctOn('c.id')
    .where('c.patient_id', '=', patientId)
    .where('c.published_at', 'is not', null)
    .where('c.status', '<>', 'withdrawn')
    .orderBy('c.id')
    .orderBy('s.version', 'desc')
    .execute();
  return rows
    .map(({ plan, ...row }) => {
      const valid_until = validUntil(row.signed_at, plan.valid_months ?? PLAN_VALID_MONTHS);
      const visits = (plan.sessions ?? []).map(({ items }) => items);
      return { ...row, not_before: plan.safety?.not_before ?? null, valid_until, visits };
    })
    .filter(({ valid_until }) => isInPlan({ valid_until }, now, 'Europe/Paris'))
    .sort((a, b) => b.signed_at.getTime() - a.signed_at.getTime());
}

const undosed: Readonly<Record<string, TreatmentGroup>> = {
  thread_lift: 'threads',
  mesotherapy: 'mesotherapy',
  skincare: 'skincare',
};

/**
 * Returns the group of an item's treatment. Returns undefined for the treatment `other`, which only the doctor's
 * sentence describes.
 */
const groupOfItem = ({ treatment }: Pick<SessionItem, 'treatment'>): TreatmentGroup | undefined =>
  treatment in clinicalTreatments ? groupOf(treatment as TreatmentName) : undosed[treatment];

/**
 * Returns the treatments of a group in the first visit that contains any. Returns an empty array if no visit contains
 * any.
 */
export const firstVisitOf = ({ visits }: Pick<SignedPlan, 'visits'>, group: TreatmentGroup): SessionItem[] =>
  visits.map((items) => items.filter((item) => groupOfItem(item) === group)).find((items) => items.length > 0) ?? [];

/**
 * Returns the products with their total amounts for the whole face in units or millilitres, such as "Botulinum toxin
 * type A, 44 U".
 */
export function productsText(items: readonly SessionItem[], language: ReadingLanguage): string {
  const words = wordsIn(language);
  const byProduct = Map.groupBy(
    items.filter(({ product }) => product !== null),
    ({ product, unit }) => `${product} ${unit}`,
  );
  return [...byProduct.values()]
    .map((used) => {
      const [{ product, unit } = { product: '', unit: null }] = used;
      const name = words.say(`product.${product}`);
      // The strengths of lasers and peels cannot be added up, so these products have no amount.
      if (unit !== 'units' && unit !== 'mL') return name;
      const total = used.reduce((sum, item) => sum + wholeDose(item), 0);
      return `${name}, ${amountText(total, unit, words)}`;
    })
    .join('; ');
}

/** Returns the total dose of an item. A dose per side is doubled, and different doses of the two sides are added. */
function wholeDose({ dose, per }: Pick<SessionItem, 'dose' | 'per'>): number {
  if (dose === null) return 0;
  if (typeof dose === 'number') return per === 'side' ? dose * 2 : dose;
  return dose.right + dose.left;
}
