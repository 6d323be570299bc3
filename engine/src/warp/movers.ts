import type { TreatmentName } from '../dose-response.ts';
import { fillerNames } from '../volume/fillers.ts';
import type { FillerName } from '../volume/fillers.ts';

/**
 * A pair of landmarks and their movement outwards (away from the midline), down and forward, as shares of the
 * treatment's reach. On the midline both landmarks are the same. A forward movement is visible only on turned heads.
 */
export type Mover = readonly [right: number, left: number, outwards: number, down: number, forward?: number];

export interface MoverGroup {
  /** Movement at full strength, in millimetres. */
  readonly reach_mm: number;
  readonly movers: readonly Mover[];
}

/**
 * Movement of the upper lip. The border of the red part moves along its outward normal, and the middle of the red part
 * moves half as far. The line between the lips does not move.
 */
const upperLip: readonly Mover[] = [
  [185, 409, 0.125, -0.27, 0.1],
  [40, 270, 0.1, -0.55, 0.3],
  [39, 269, 0.06, -0.74, 0.4],
  [37, 267, 0.025, -0.78, 0.45],
  [0, 0, 0, -0.66, 0.45],
  [74, 304, 0, -0.23, 0.2],
  [73, 303, 0, -0.33, 0.3],
  [72, 302, 0, -0.35, 0.35],
  [11, 11, 0, -0.31, 0.35],
];

/**
 * The movement of the face that each relaxed muscle causes at full strength. The values were set by hand so that
 * neighbouring points move in a similar way; the lattice smooths the rest.
 */
const groups = {
  /**
   * Relaxing the outer part of the muscle around the eye lifts the outer end of the brow most, and hardly lifts its
   * inner end. The upper lid follows a little.
   */
  brow_lift: {
    reach_mm: 3.2,
    movers: [
      [70, 300, 0.12, -1],
      [46, 276, 0.114, -0.95],
      [63, 293, 0.108, -0.9],
      [53, 283, 0.102, -0.85],
      [105, 334, 0.074, -0.62],
      [52, 282, 0.07, -0.58],
      [66, 296, 0.041, -0.34],
      [65, 295, 0.036, -0.3],
      [107, 336, 0.014, -0.12],
      [55, 285, 0.012, -0.1],
      [225, 445, 0, -0.42],
      [224, 444, 0, -0.38],
      [223, 443, 0, -0.25],
      [222, 442, 0, -0.12],
      [113, 342, 0, -0.45],
    ],
  },
  /** A thinner muscle narrows the lower face near the angle of the jaw, most at the thickest part of the muscle. */
  masseter: {
    reach_mm: 3.8,
    movers: [
      [132, 361, -0.5, 0],
      [58, 288, -0.85, 0],
      [172, 397, -1, -0.05],
      [136, 365, -0.75, -0.1],
      [150, 379, -0.35, -0.05],
      [138, 367, -0.8, 0],
      [215, 435, -0.65, 0],
      [177, 401, -0.5, 0],
      [213, 433, -0.4, 0],
      [135, 364, -0.5, -0.05],
    ],
  },
  /**
   * The relaxed border of the lip rolls outwards. A little more of the red part is visible, while the volume stays the
   * same.
   */
  lip_flip: { reach_mm: 0.9, movers: upperLip },
} as const satisfies Partial<Record<TreatmentName, MoverGroup>>;

/** Treatments of muscles, which move landmarks. Fillers move the surface instead (see volume/). */
type MuscleTreatment = keyof typeof groups;
export const moverGroups: Readonly<Record<MuscleTreatment, MoverGroup>> = groups;
export type MovingTreatment = MuscleTreatment | FillerName;
export const movingTreatments: readonly MovingTreatment[] = [
  ...(Object.keys(groups) as MuscleTreatment[]),
  ...fillerNames,
];
