import { classOf, type TreatmentName } from '../clinical.ts';
import type { TreatmentFamily } from '../clinical.ts';

/** When an outcome is looked at, and the days after the treatment that count for it. */
export const evidenceChecks = ['two_weeks', 'three_months'] as const;
export type EvidenceCheck = (typeof evidenceChecks)[number];
const windows: Readonly<Record<EvidenceCheck, readonly [number, number]>> = {
  two_weeks: [10, 21],
  three_months: [75, 110],
};

/** The check for which a photo of this day counts; null between the windows. */
export function checkAt(daysAfter: number): EvidenceCheck | null {
  return evidenceChecks.find((check) => daysAfter >= windows[check][0] && daysAfter <= windows[check][1]) ?? null;
}

/** Shares of the drawn change that a patient is told to expect: low, likely, high. */
export type StatedBand = readonly [low: number, likely: number, high: number];

const bands: Readonly<Record<TreatmentFamily, Readonly<Record<EvidenceCheck, StatedBand>>>> = {
  botox: { two_weeks: [0.6, 0.9, 1.05], three_months: [0.3, 0.6, 0.9] },
  filler: { two_weeks: [0.85, 1, 1.1], three_months: [0.7, 0.9, 1.05] },
  laser: { two_weeks: [0.1, 0.3, 0.6], three_months: [0.5, 0.9, 1.1] },
};

export function statedBand(name: TreatmentName, check: EvidenceCheck): StatedBand {
  return bands[classOf(name).family][check];
}
