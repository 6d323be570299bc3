import { doseResponse } from '../dose-response.ts';
import type { TreatmentName } from '../dose-response.ts';
import type { Side } from '../picture.ts';
import type { Strengths } from '../recipe.ts';

type Pair = readonly [right: number, left: number];

/** The shape of a filler under the skin: a tube along landmarks with a Gaussian cross-section. */
export interface Filler {
  /** Landmarks of the tube for both sides. For a filler on the midline, both landmarks of a pair are the same. */
  readonly line: readonly Pair[];
  /** Sigma of the cross-section in millimetres. */
  readonly sigma_mm: number;
  /**
   * Usual dose in mL. Up to this dose, the volume by which the surface rises is equal to the injected volume. Above it,
   * filler spreads (see `raised_mL`).
   */
  readonly usual_mL: number;
  /**
   * Share of the movement in the forward direction. The rest is along the normal of the surface. Filler on bone lifts
   * all the tissue above it.
   */
  readonly forward?: number;
  /**
   * Only for the cheek: how many mm the skin slides along the cheekbone, outwards and upwards, for each mm by which the
   * filler raises it. Only the part of this movement that lies in the surface is drawn.
   */
  readonly lift?: readonly [outwards: number, up: number];
  /**
   * Only for lips. `inner` are the landmarks of the line of the mouth, from which the lip rolls away. `down` is 1 for
   * the lower lip and −1 for the upper lip. `roll` is the greatest movement along the surface, in mm, for each mm of
   * height.
   */
  readonly lip?: { readonly inner: readonly number[]; readonly down: 1 | -1; readonly roll: number };
}

const upperInner = [78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308];
const lowerInner = [78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308];
const midline = (...indices: number[]): Pair[] => indices.map((index) => [index, index]);

const lines = {
  cheek: {
    line: [
      [117, 346],
      [123, 352],
    ],
    sigma_mm: 10,
    usual_mL: 1.5,
    lift: [0.3, 0.5],
  },
  chin: { line: midline(199, 175), sigma_mm: 9.5, usual_mL: 2, forward: 0.5 },
  jawline: {
    line: [
      [172, 397],
      [136, 365],
      [150, 379],
      [149, 378],
    ],
    sigma_mm: 9,
    usual_mL: 1.5,
  },
  temples: {
    line: [
      [139, 368],
      [71, 301],
    ],
    sigma_mm: 9,
    usual_mL: 1,
  },
  nose_bridge: { line: midline(168, 6, 197), sigma_mm: 4.2, usual_mL: 0.5, forward: 1 },
  upper_lip: {
    line: midline(74, 73, 72, 11, 302, 303, 304),
    sigma_mm: 3.4,
    usual_mL: 0.6,
    lip: { inner: upperInner, down: -1, roll: 1.5 },
  },
  lower_lip: {
    line: midline(90, 180, 85, 16, 315, 404, 320),
    sigma_mm: 3.8,
    usual_mL: 0.5,
    lip: { inner: lowerInner, down: 1, roll: 1.4 },
  },
} as const satisfies Partial<Record<TreatmentName, Filler>>;

/** Fillers that are drawn as a volume. All other fillers act on folds and hollows, which the mesh does not have. */
export type FillerName = keyof typeof lines;
export const fillers: Readonly<Record<FillerName, Filler>> = lines;
export const fillerNames = Object.keys(lines) as FillerName[];

/**
 * Returns the mL by which the dose of one side raises the surface. The dose is derived from the strength with the
 * dataset's curve. So a smaller `v0` in a doctor's table gives the volume of a larger dose. Above the usual dose,
 * filler spreads, so the result stays below twice the usual dose.
 */
export function raised_mL(name: FillerName, strengths: Strengths, side: Side): number {
  const dose = -doseResponse[name].v0 * Math.log(1 - strengths[name][side]);
  const usual = fillers[name].usual_mL;
  return dose <= usual ? dose : usual + usual * (1 - Math.exp((usual - dose) / usual));
}
