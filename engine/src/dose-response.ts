export const treatmentNames = [
  'forehead',
  'glabella',
  'crows_feet',
  'brow_lift',
  'lips',
  'cheek',
  'chin',
  'jawline',
  'tear_trough',
  'nasolabial',
  'redness',
  'pigment',
  'texture',
  'dark_circles',
] as const;

export type TreatmentName = (typeof treatmentNames)[number];
export type TreatmentFamily = 'botox' | 'filler' | 'laser';
/** Botulinum toxin in units of onabotulinumtoxinA, fillers in millilitres, light and laser in percent of the strongest believable change. */
export type DoseUnit = 'units' | 'mL' | 'percent';

export interface DoseResponse {
  readonly family: TreatmentFamily;
  readonly unit: DoseUnit;
  /** Whether the dose is that of the whole area or of each side of a paired area. */
  readonly per: 'area' | 'side';
  /** The dose that draws 63 % of the full change: strength = 1 − e^(−dose / v0). */
  readonly v0: number;
  readonly min: number;
  readonly max: number;
  /** Step of a slider, and what doses are rounded to. */
  readonly step: number;
}

/**
 * How strongly a dose is drawn. **Illustrative, not a prediction:** published dose-finding studies show effects that flatten out with the
 * dose, hence the exponential; v0 was then set by eye so that usual doses look like usual results on the faces tried, and is meant to be
 * tuned by the certified doctor. Ranges follow product labels and common practice, with room above for what a doctor may want to show.
 */
export const doseResponse: Readonly<Record<TreatmentName, DoseResponse>> = {
  // Label of onabotulinumtoxinA: 20 U in the frontalis beside 20 U in the glabella; 8–15 U is usual when movement shall stay.
  forehead: { family: 'botox', unit: 'units', per: 'area', v0: 8.5, min: 0, max: 30, step: 1 },
  // Label: 20 U over five points; dose-finding trials show little gain beyond 20–30 U.
  glabella: { family: 'botox', unit: 'units', per: 'area', v0: 9.5, min: 0, max: 40, step: 1 },
  // Label: 12 U a side.
  crows_feet: { family: 'botox', unit: 'units', per: 'side', v0: 7, min: 0, max: 20, step: 1 },
  // Off label, in the lateral orbicularis: 2–5 U a side raise the tail of the brow by 1–3 mm in published series.
  brow_lift: { family: 'botox', unit: 'units', per: 'side', v0: 2.5, min: 0, max: 6, step: 0.5 },
  // One syringe (1 mL) is the common full treatment, 0.5 mL the subtle one.
  lips: { family: 'filler', unit: 'mL', per: 'area', v0: 0.9, min: 0, max: 3, step: 0.1 },
  // 1–2 mL a side restore the mid-face in label studies of volumising fillers.
  cheek: { family: 'filler', unit: 'mL', per: 'side', v0: 1.2, min: 0, max: 3, step: 0.1 },
  // Label studies of chin augmentation used 2–4 mL, mostly forward projection, which a front picture hardly shows: hence the slow rise.
  chin: { family: 'filler', unit: 'mL', per: 'area', v0: 2, min: 0, max: 4, step: 0.1 },
  // 2–4 mL a side in label studies; drawn late because wide jaws look wrong early on round faces.
  jawline: { family: 'filler', unit: 'mL', per: 'side', v0: 3, min: 0, max: 4, step: 0.1 },
  // Small volumes only: 0.3–0.6 mL a side, more swells.
  tear_trough: { family: 'filler', unit: 'mL', per: 'side', v0: 0.45, min: 0, max: 1.2, step: 0.1 },
  // 0.5–1 mL a side is usual.
  nasolabial: { family: 'filler', unit: 'mL', per: 'side', v0: 0.8, min: 0, max: 2, step: 0.1 },
  // 100 % is a strength of 0.60: beyond it fair, red skin turns grey-pink.
  redness: { family: 'laser', unit: 'percent', per: 'side', v0: 109, min: 0, max: 100, step: 5 },
  // 100 % is 0.84: traces of a spot usually remain.
  pigment: { family: 'laser', unit: 'percent', per: 'side', v0: 55, min: 0, max: 100, step: 5 },
  // 100 % is 0.40: beyond it skin looks waxy.
  texture: { family: 'laser', unit: 'percent', per: 'side', v0: 195, min: 0, max: 100, step: 5 },
  // 100 % is 0.74: the hollow's own shadow stays.
  dark_circles: { family: 'laser', unit: 'percent', per: 'side', v0: 75, min: 0, max: 100, step: 5 },
};
