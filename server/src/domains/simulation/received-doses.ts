import type { ReceivedDose } from '#contract/safety.ts';
import { clinicalTreatments } from '#engine/clinical.ts';
import { isTreatmentName } from '#engine/recipe.ts';

/** A dose of one treatment, from one source. `of` is null if no period has a limit for the treatment. */
export interface GivenDose {
  readonly on: string;
  readonly of: ReceivedDose['of'] | null;
  readonly amount: number;
  /** 'record', 'imported', or the id of the case whose signed plan was carried out without a record. */
  readonly source: string;
  /** The index of the visit in the plan of the case that is being checked. */
  readonly visit?: number;
  /** The number of visits of the signed plan that contains this visit. */
  readonly visits?: number;
}

/** Returns the class whose limits count the treatment. */
export function classOfDose(treatment: string): ReceivedDose['of'] | null {
  const name = isTreatmentName(treatment) ? clinicalTreatments[treatment].class : null;
  return name === 'toxin' || name === 'filler' ? name : null;
}

/**
 * Returns the amount of each class on each day, newest first. Planned visits after `today` are left out. Several
 * sources may contain the same treatment. All records of a day are added, and they replace every other source of that
 * day. Without a record, the source with the largest amount counts. The doses at each visit of the checked plan are a
 * separate entry, with the index of the visit.
 */
export function sumOfDoses(doses: readonly GivenDose[], today: string): ReceivedDose[] {
  const counted = doses.filter(({ of, on, source }) => of !== null && (on <= today || source === 'record'));
  const days = Map.groupBy(counted, ({ on, of }) => `${on} ${of}`);
  const received = [...days.values()].flatMap((day) => [...Map.groupBy(oneSource(day), ({ visit }) => visit).values()]);
  return received
    .map((parts) => {
      const { on, of, visit, visits } = parts[0] as GivenDose & Pick<ReceivedDose, 'of'>;
      return { on, of, amount: total(parts), ...(visit !== undefined && { visit, visits }) };
    })
    .sort((a, b) => b.on.localeCompare(a.on));
}

/** Returns the doses of the source that counts for a day. */
function oneSource(day: readonly GivenDose[]): readonly GivenDose[] {
  const sources = Map.groupBy(day, ({ source }) => source);
  const largest = [...sources.values()].reduce((most, one) => (total(one) > total(most) ? one : most));
  return sources.get('record') ?? largest;
}

/** Sums of decimals are not exact. */
const total = (doses: readonly GivenDose[]): number =>
  Number(doses.reduce((sum, { amount }) => sum + amount, 0).toFixed(3));
