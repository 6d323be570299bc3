import type { ReceivedDose } from '#contract/safety.ts';
import { clinicalTreatments } from '#engine/clinical.ts';
import { isTreatmentName } from '#engine/recipe.ts';

/** A dose of one treatment, as one source tells it. `of` is null if no period has a limit for the treatment. */
export interface GivenDose {
  readonly on: string;
  readonly of: ReceivedDose['of'] | null;
  readonly amount: number;
  /** 'record', 'imported', or the id of the case whose signed plan was carried out without a record. */
  readonly source: string;
}

/** Returns the class whose limits count the treatment. */
export function classOfDose(treatment: string): ReceivedDose['of'] | null {
  const name = isTreatmentName(treatment) ? clinicalTreatments[treatment].class : null;
  return name === 'toxin' || name === 'filler' ? name : null;
}

/**
 * Returns the amount of each class on each day, newest first. Planned visits after `today` are left out. Several
 * sources may tell of the same treatment. All records of a day are added, and they replace every other source of that day. Without a record, the
 * source with the largest amount counts.
 */
export function sumOfDoses(doses: readonly GivenDose[], today: string): ReceivedDose[] {
  const days = new Map<string, { on: string; of: ReceivedDose['of']; sources: Map<string, number> }>();
  for (const { on, of, amount, source } of doses) {
    if (of === null || (on > today && source !== 'record')) continue;
    const day = days.get(`${on} ${of}`) ?? { on, of, sources: new Map<string, number>() };
    day.sources.set(source, (day.sources.get(source) ?? 0) + amount);
    days.set(`${on} ${of}`, day);
  }
  const received = [...days.values()].map(({ on, of, sources }) => ({
    on,
    of,
    // Sums of decimals are not exact.
    amount: Number((sources.get('record') ?? Math.max(...sources.values())).toFixed(3)),
  }));
  return received.sort((a, b) => b.on.localeCompare(a.on));
}
