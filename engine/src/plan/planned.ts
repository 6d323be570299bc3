import {
  type AftercareCode,
  type AftercareRule,
  type Alternative,
  aftercareCodes,
  aftercareRules,
  type ClinicalTreatment,
  classOf,
  clinicalProducts,
  clinicalTreatments,
  type DoseUnit,
  groupOf,
  type ProductName,
  productNames,
  type Region,
  type RiskCode,
  type TreatmentName,
} from '../clinical.ts';
import { type Dose, isTreatmentName, type SidedDose } from '../recipe.ts';

/**
 * One treatment in one session. It contains all that a plan shows about the treatment, so that a reader of the plan
 * does not need the dataset. Contraindications, label doses and references are only in the dataset.
 */
export interface PlannedItem {
  treatment: TreatmentName;
  area: Region;
  product: ProductName;
  dose: Dose;
  unit: DoseUnit;
  per: ClinicalTreatment['per'];
  risks: RiskCode[];
  alternatives: Alternative[];
  /** Aftercare rules, each with the time for which the patient must follow it. */
  aftercare: { code: AftercareCode; time: AftercareRule['time'] }[];
}

/** One visit of a treatment plan. A visit without items is only for a review of earlier results. */
export interface PlannedSession<Item = PlannedItem> {
  /** Weeks after the previous session; 0 for the first one. */
  weeks_after: number;
  /** True if the visit begins with a review of earlier results. */
  review: boolean;
  items: Item[];
}

/** Builds a plan item from the dataset's entry for the treatment. */
export function plannedItem(treatment: TreatmentName, dose: Dose): PlannedItem {
  const { region, unit, per } = clinicalTreatments[treatment];
  const product = usualProduct(treatment);
  return {
    treatment,
    area: region,
    product,
    dose,
    unit,
    per,
    risks: [...classOf(treatment).risks],
    alternatives: [...clinicalProducts[product].alternatives],
    aftercare: aftercareFor(treatment),
  };
}

export const aftercareFor = (treatment: TreatmentName): PlannedItem['aftercare'] =>
  aftercareCodes
    .filter((code) => aftercareRules[code].groups.includes(groupOf(treatment)))
    .map((code) => ({ code, time: aftercareRules[code].time }));

/** Returns the usual product of a treatment. The dataset's schema guarantees exactly one. */
export const usualProduct = (treatment: TreatmentName): ProductName =>
  productNames.find((name) => clinicalProducts[name].usual_for.includes(treatment)) as ProductName;

/** Returns every product that a doctor may choose for the treatment. */
export const productsFor = (treatment: TreatmentName): ProductName[] =>
  productNames.filter((name) => clinicalProducts[name].class === clinicalTreatments[treatment].class);

/** Returns the amount that one item adds to its class in a session: the sum of both sides. Percentages add nothing. */
export function amountOf(treatment: TreatmentName, dose: Dose): number {
  return clinicalTreatments[treatment].unit === 'percent' ? 0 : doseAmount({ treatment, dose });
}

/** Returns the dose of an item for both sides together, even if its unit is percent. 0 if the item has no dose. */
export function doseAmount({ treatment, dose }: { readonly treatment: string; readonly dose: Dose | null }): number {
  if (dose === null || !isTreatmentName(treatment)) return 0;
  if (typeof dose !== 'number') return dose.right + dose.left;
  return clinicalTreatments[treatment].per === 'side' ? dose * 2 : dose;
}

/** Returns whether a dose is within its treatment's limit for one session. */
export function isWithinSession(treatment: TreatmentName, dose: Dose): boolean {
  const { max, per } = clinicalTreatments[treatment];
  if (typeof dose === 'number') return dose <= max;
  const most = per === 'area' ? max / 2 : max;
  return dose.right <= most && dose.left <= most;
}

/** Returns the week of each session, counted from the first session. */
export function weeksOf(sessions: readonly { weeks_after: number }[]): number[] {
  let week = 0;
  return sessions.map(({ weeks_after }, at) => {
    week += at === 0 ? 0 : weeks_after;
    return week;
  });
}

/** Applies the same change to both sides of a dose. */
export const mapDose = (dose: Dose, change: (value: number) => number): Dose =>
  typeof dose === 'number'
    ? change(dose)
    : ({ right: change(dose.right), left: change(dose.left) } satisfies SidedDose);

/** Removes floating-point rounding errors. */
export const round = (value: number): number => Number(value.toFixed(4));
