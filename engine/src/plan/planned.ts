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
import type { Dose, SidedDose } from '../recipe.ts';

/** One treatment of one session, complete in itself: whoever reads it needs no dataset. */
export interface PlannedItem {
  treatment: TreatmentName;
  area: Region;
  product: ProductName;
  dose: Dose;
  unit: DoseUnit;
  per: ClinicalTreatment['per'];
  risks: RiskCode[];
  alternatives: Alternative[];
  /** With the time that each rule holds. */
  aftercare: { code: AftercareCode; time: AftercareRule['time'] }[];
}

/** One visit. Without items it is there for the review alone. */
export interface PlannedSession<Item = PlannedItem> {
  /** After the session before it; the first one begins the plan and has 0. */
  weeks_after: number;
  /** Begins with a look at the result of what was done before. */
  review: boolean;
  items: Item[];
}

/** A treatment with everything that the dataset says of it. */
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

/** The schema of the dataset holds that there is exactly one. */
export const usualProduct = (treatment: TreatmentName): ProductName =>
  productNames.find((name) => clinicalProducts[name].usual_for.includes(treatment)) as ProductName;

/** Every product that may stand in for it. */
export const productsFor = (treatment: TreatmentName): ProductName[] =>
  productNames.filter((name) => clinicalProducts[name].class === clinicalTreatments[treatment].class);

/** What one item adds to the session's sum of its class: both sides together. Percents are no amount, they add nothing. */
export function amountOf(treatment: TreatmentName, dose: Dose): number {
  const { unit, per } = clinicalTreatments[treatment];
  if (unit === 'percent') return 0;
  if (typeof dose !== 'number') return dose.right + dose.left;
  return per === 'side' ? dose * 2 : dose;
}

/** Whether a dose of one session is within the most of its treatment. */
export function isWithinSession(treatment: TreatmentName, dose: Dose): boolean {
  const { max, per } = clinicalTreatments[treatment];
  if (typeof dose === 'number') return dose <= max;
  const most = per === 'area' ? max / 2 : max;
  return dose.right <= most && dose.left <= most;
}

/** The weeks that sessions lie in, counted from the first one. */
export function weeksOf(sessions: readonly { weeks_after: number }[]): number[] {
  let week = 0;
  return sessions.map(({ weeks_after }, at) => {
    week += at === 0 ? 0 : weeks_after;
    return week;
  });
}

/** The same for both sides. */
export const mapDose = (dose: Dose, change: (value: number) => number): Dose =>
  typeof dose === 'number'
    ? change(dose)
    : ({ right: change(dose.right), left: change(dose.left) } satisfies SidedDose);

/** Without the digits of binary fractions. */
export const round = (value: number): number => Number(value.toFixed(4));
