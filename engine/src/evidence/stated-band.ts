import { classOf, type TreatmentFamily, type TreatmentName } from '../clinical.ts';

/** When an outcome is looked at. */
export const evidenceChecks = ['two_weeks', 'three_months'] as const;
export type EvidenceCheck = (typeof evidenceChecks)[number];

/** Days after the treatment: the one that is meant, and the first and last that count for it. */
const windows: Readonly<Record<EvidenceCheck, { readonly day: number; readonly from: number; readonly to: number }>> = {
  two_weeks: { day: 14, from: 10, to: 21 },
  three_months: { day: 90, from: 75, to: 110 },
};
export const windowOf = (check: EvidenceCheck): (typeof windows)[EvidenceCheck] => windows[check];

/** Shares of the drawn change that are stated for a check: low, likely, high. */
export type StatedBand = readonly [low: number, likely: number, high: number];

const bands: Readonly<Record<TreatmentFamily, Readonly<Record<EvidenceCheck, StatedBand>>>> = {
  botox: { two_weeks: [0.6, 0.9, 1.05], three_months: [0.3, 0.6, 0.9] },
  filler: { two_weeks: [0.85, 1, 1.1], three_months: [0.7, 0.9, 1.05] },
  laser: { two_weeks: [0.1, 0.3, 0.6], three_months: [0.5, 0.9, 1.1] },
};

export const statedBand = (name: TreatmentName, check: EvidenceCheck): StatedBand => bands[classOf(name).family][check];
