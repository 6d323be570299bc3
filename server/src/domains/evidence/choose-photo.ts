import { type EvidenceCheck, evidenceChecks, windowOf } from '#engine/evidence/stated-band.ts';

const DAY_MS = 86_400_000;

/** Days are YYYY-MM-DD. */
export interface Shot {
  readonly id: string;
  readonly day: string;
}

export interface CaseHistory {
  /** The photo that the signed plan was drawn on. */
  readonly before: Shot;
  /** The first day of treatment of this case. */
  readonly treatedOn: string;
  /** Every day of treatment of the patient, in any case. */
  readonly treatments: readonly string[];
  /** Photos of the face from the front. If two are equally near to the planned day, the first counts. */
  readonly shots: readonly Shot[];
  readonly today: string;
}

export interface Look {
  readonly period: EvidenceCheck;
  readonly after: Shot;
}

/**
 * The photos to compare, once the window of a check is over, so that the best photo is known. If another treatment took
 * place in between, the photo says nothing about the first one.
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

/** Further photos of the day of the photo before. Differences between them are measurement error. */
export function repeatsOf(before: Shot, shots: readonly Shot[], most: number): Shot[] {
  return shots.filter(({ id, day }) => day === before.day && id !== before.id).slice(0, most);
}

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;
