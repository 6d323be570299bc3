import { doseResponse } from '../dose-response.ts';
import type { TreatmentName } from '../dose-response.ts';
import type { Side } from '../picture.ts';
import type { Strengths } from '../recipe.ts';

type Pair = readonly [right: number, left: number];

/** How a filler lies under the skin: a tube along landmarks with a round section. */
export interface Filler {
  /** Landmarks of the tube for both sides. A filler on the midline names the same ones twice. */
  readonly line: readonly Pair[];
  /** Half width of the section at 61 % of its height, mm. */
  readonly sigma_mm: number;
  /** Up to this many mL, the surface rises by as much as was injected. */
  readonly usual_mL: number;
  /**
   * Share of the movement that goes straight forward instead of along the surface's normal, because filler on bone
   * lifts the tissue above it.
   */
  readonly forward?: number;
  /** Movement along the surface for each mm of height: up and outwards, as the zygoma runs. */
  readonly lift?: readonly [outwards: number, up: number];
  /** The border of the mouth from which the lip rolls outwards, and the roll for each mm of height. */
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
    sigma_mm: 6,
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

/** Fillers that are drawn as a volume. The others fill folds and hollows that the mesh does not have. */
export type FillerName = keyof typeof lines;
export const fillers: Readonly<Record<FillerName, Filler>> = lines;
export const fillerNames = Object.keys(lines) as FillerName[];

/**
 * mL by which a side's dose raises the surface. A strength is the dose on a curve, so the dose is computed back from
 * it. If a doctor's table shows an effect earlier (`v0`), it gets the volume of a larger dose. Above the usual dose the
 * filler spreads, and the surface never rises by more than as much again.
 */
export function raised_mL(name: FillerName, strengths: Strengths, side: Side): number {
  const dose = -doseResponse[name].v0 * Math.log(1 - strengths[name][side]);
  const usual = fillers[name].usual_mL;
  return dose <= usual ? dose : usual + usual * (1 - Math.exp((usual - dose) / usual));
}
