import type { TreatmentName } from '../dose-response.ts';

/**
 * A pair of landmarks (the same twice on the midline) and how they move: shares of the treatment's reach outwards (away from the midline),
 * down and forward. Forward shows only on turned heads.
 */
export type Mover = readonly [right: number, left: number, outwards: number, down: number, forward?: number];

export interface MoverGroup {
  /** Millimetres at full strength. */
  readonly reach_mm: number;
  readonly movers: readonly Mover[];
}

/** The border of the upper vermilion moves along its outward normal, its middle half as far; where the lips meet stays. */
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

/** How each treatment moves the face at full strength. Hand-fitted so that neighbouring points move alike; the lattice smooths the rest. */
const groups = {
  /** Relaxing the lateral orbicularis lifts the tail most and the head hardly; the upper lid follows a little. */
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
  /** A thinner muscle at the angle of the jaw: the lower face narrows, most where the muscle is thickest. */
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
  /** The relaxed border rolls out: a little more of the upper vermilion shows, the volume stays. */
  lip_flip: { reach_mm: 0.9, movers: upperLip },
  upper_lip: { reach_mm: 2.4, movers: upperLip },
  lower_lip: {
    reach_mm: 2.4,
    movers: [
      [146, 375, 0.125, 0.33, 0.1],
      [91, 321, 0.1, 0.71, 0.3],
      [181, 405, 0.06, 0.95, 0.4],
      [84, 314, 0.025, 1.05, 0.45],
      [17, 17, 0, 1.05, 0.45],
      [90, 320, 0, 0.29, 0.2],
      [180, 404, 0, 0.43, 0.3],
      [85, 315, 0, 0.48, 0.35],
      [16, 16, 0, 0.48, 0.35],
    ],
  },
  /** Up and out along the zygoma; the silhouette follows. */
  cheek: {
    reach_mm: 3,
    movers: [
      [123, 352, 0.8, -0.44, 0.4],
      [50, 280, 0.45, -0.25, 0.5],
      [116, 345, 0.9, -0.5, 0.3],
      [117, 346, 0.55, -0.3, 0.4],
      [187, 411, 0.3, -0.17, 0.3],
      [234, 454, 0.4, -0.11],
      [227, 447, 0.5, -0.14],
      [137, 366, 0.3, -0.1],
    ],
  },
  /** Longer and, seen from the side, further forward; the transition to the jaw narrows slightly. */
  chin: {
    reach_mm: 3.2,
    movers: [
      [152, 152, 0, 1, 0.7],
      [175, 175, 0, 0.85, 0.8],
      [199, 199, 0, 0.55, 0.8],
      [200, 200, 0, 0.2, 0.4],
      [148, 377, 0, 0.95, 0.6],
      [176, 400, 0, 0.72, 0.4],
      [171, 396, 0, 0.7, 0.6],
      [208, 428, 0, 0.5, 0.6],
      [149, 378, -0.098, 0.4, 0.1],
      [150, 379, -0.105, 0],
    ],
  },
  /** Defines the angle of the jaw, down as much as out, and tightens the jowl in front of it. */
  jawline: {
    reach_mm: 2.3,
    movers: [
      [172, 397, 0.7, 0.5],
      [58, 288, 0.6, 0.35],
      [215, 435, 0.35, 0.25],
      [138, 367, 0.5, 0.35],
      [150, 379, -0.3, -0.3],
      [149, 378, -0.33, -0.33],
      [169, 394, -0.22, -0.22],
      [176, 400, -0.165, -0.165],
    ],
  },
  /** The hollow behind the orbit comes out to the line from forehead to cheek. */
  temples: {
    reach_mm: 2.6,
    movers: [
      [162, 389, 0.9, 0],
      [127, 356, 0.55, 0],
      [21, 251, 0.9, 0],
      [54, 284, 0.4, 0],
      [139, 368, 0.6, 0, 0.3],
      [71, 301, 0.35, 0, 0.2],
    ],
  },
  /** Forward only: from the front its light is all that shows. */
  nose_bridge: {
    reach_mm: 3.2,
    movers: [
      [168, 168, 0, 0, 0.6],
      [6, 6, 0, 0, 1],
      [197, 197, 0, 0, 0.9],
      [195, 195, 0, 0, 0.45],
      [122, 351, 0, 0, 0.5],
      [196, 419, 0, 0, 0.5],
    ],
  },
} as const satisfies Partial<Record<TreatmentName, MoverGroup>>;

export type MovingTreatment = keyof typeof groups;
export const moverGroups: Readonly<Record<MovingTreatment, MoverGroup>> = groups;
export const movingTreatments = Object.keys(groups) as MovingTreatment[];
