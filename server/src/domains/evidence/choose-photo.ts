import { type EvidenceCheck, evidenceChecks, windowOf } from '#engine/evidence/stated-band.ts';

const DAY_MS = 86_400_000;

/** A photo of a patient. `day` is YYYY-MM-DD, as are all days in this file. */
export interface Shot {
  readonly id: string;
  readonly day: string;
}

export interface CaseHistory {
  /** The photo on which the signed plan is based. */
  readonly before: Shot;
  /** The first day of treatment in this case. */
  readonly treatedOn: string;
  /** Every day of treatment of the patient, in any case. */
  readonly treatments: readonly string[];
  /**
   * Photos of the face from the front. If two photos are equally near to the planned day, the first in this list is
   * chosen.
   */
  readonly shots: readonly Shot[];
  readonly today: string;
}

export interface Look {
  readonly period: EvidenceCheck;
  readonly after: Shot;
}

/**
 * Returns the photos to compare with the photo before the treatment, at most one for each outcome check. An outcome
 * check is left out until its window is over, because a photo nearer to the planned day could still be taken. A photo
 * is also left out if the patient had another treatment between the two photos or on the day of one of them.
 */
export function looksFor({ before, treatedOn, treatments, shots, today }: CaseHistory): Look[] {
  if (before.day > treatedOn) return [];
  return evidenceChecks.flatMap((period) => {
    const { day, from, to } = windowOf(period);
    if (daysBetween(treatedOn, today) <= to) return [];
    const [after] = shots
      .map((shot) => ({ shot, days: daysBetween(treatedOn, shot.day) }))
      .filter(({ days }) => days >= from && days <= to)
      .filter(({ shot }) => treatments.every((other) => other === treatedOn || other < before.day || other > shot.day))
      .sort((a, b) => Math.abs(a.days - day) - Math.abs(b.days - day));
    return after ? [{ period, after: after.shot }] : [];
  });
}

/**
 * Returns further photos that were taken on the same day as `before`. A difference between photos of one day is
 * measurement error.
 */
export function repeatsOf(before: Shot, shots: readonly Shot[], most: number): Shot[] {
  return shots.filter(({ id, day }) => day === before.day && id !== before.id).slice(0, most);
}

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;
