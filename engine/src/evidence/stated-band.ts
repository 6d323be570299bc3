import type { TreatmentName } from '../clinical.ts';
import { bands, type MomentDay, shareAt } from '../time/course.ts';

/** The outcome checks: the times after a treatment at which the result is measured. */
export const evidenceChecks = ['two_weeks', 'three_months'] as const;
export type EvidenceCheck = (typeof evidenceChecks)[number];

/** Days after the treatment: the planned day, and the first and the last day on which the result may be measured. */
const windows = {
  two_weeks: { day: 14, from: 10, to: 21 },
  three_months: { day: 90, from: 75, to: 110 },
} as const satisfies Readonly<Record<EvidenceCheck, { day: MomentDay; from: number; to: number }>>;
export const windowOf = (check: EvidenceCheck): (typeof windows)[EvidenceCheck] => windows[check];

/** Shares of the drawn change that the dataset expects at an outcome check: low, likely, high. */
export type StatedBand = readonly [low: number, likely: number, high: number];

export function statedBand(name: TreatmentName, check: EvidenceCheck): StatedBand {
  const { day } = windows[check];
  const [low, likely, high] = bands.map((band) => shareAt(name, { day, band }));
  return [low!, likely!, high!];
}
