import { leftCheek, rightCheek } from '../model/landmark-groups.ts';
import { planeOf } from '../maths/plane.ts';
import { fillPolygon } from '../maths/polygon.ts';
import { median } from '../maths/statistics.ts';
import type { Landmarks } from '../picture.ts';
import { photoLimits } from '../quality/thresholds.ts';
import { interocularDistance } from '../regions/face-frame.ts';
import { pointsOf } from '../regions/work-area.ts';
import { rawMetricNames } from './raw-metrics.ts';
import type { RawMetricName, RawMetrics } from './raw-metrics.ts';
import type { SkinSurface } from './skin-surface.ts';

/** The reasons why a metric cannot be read from a photo. If several reasons apply, the first in this order is used. */
export const untoldReasons = ['hidden', 'smile', 'uneven_light', 'strong_light', 'soft'] as const;
export type UntoldReason = (typeof untoldReasons)[number];
export type Untold = Readonly<Partial<Record<RawMetricName, UntoldReason>>>;

export const untoldLimits = {
  /** Share of a metric's regions that must show skin. */
  visible: 0.4,
  /**
   * Limits in units of d (the distance between the irises). A face smiles if the opening of its lips or the width of
   * its mouth is above its limit. Our test faces at rest have 0.00 and 0.78–0.97.
   */
  lipOpening: 0.06,
  mouthWidth: 1,
  /**
   * Largest difference of L* between the cheeks in the common light. A lamp on one side makes folds appear that do not
   * exist, and hides real folds.
   */
  unevenness: 12,
  /**
   * Largest share of forehead, nose and cheeks that mirrors light. Above it, oil cannot be distinguished from a hard
   * lamp or from dark skin. On dark skin the same film of oil is four times as visible.
   */
  mirroring: 0.03,
  /** Largest share of forehead, nose and cheeks that is overexposed (L* above 97 in the photo). */
  blownOut: 0.01,
  /**
   * Minimum sharpness, measured as in quality/sharpness.ts. Pores and fine detail disappear before a photo looks
   * blurred.
   */
  sharpness: photoLimits.sharpness.warn,
} as const;

/** For each of these reasons, the metrics that it makes invalid. */
const spoils: Readonly<Record<Exclude<UntoldReason, 'hidden'>, readonly RawMetricName[]>> = {
  smile: ['wrinkles', 'sag'],
  uneven_light: ['sag'],
  strong_light: ['sebum'],
  soft: ['pores', 'dryness'],
};

interface Reading {
  readonly surface: SkinSurface;
  readonly raw: RawMetrics;
  readonly visible: RawMetrics;
  readonly sharpness: number;
}

/** Returns the metrics that this photo does not show, each with the reason. */
export function findUntold({ surface, raw, visible, sharpness }: Reading): Untold {
  const disturbed: Readonly<Record<keyof typeof spoils, boolean>> = {
    smile: isSmiling(surface.landmarks),
    uneven_light: unevenness(surface) > untoldLimits.unevenness,
    strong_light: raw.sebum > untoldLimits.mirroring || surface.blownOut > untoldLimits.blownOut,
    soft: sharpness < untoldLimits.sharpness,
  };
  const reasonOf = (name: RawMetricName): UntoldReason | undefined =>
    untoldReasons.find((reason) =>
      reason === 'hidden' ? visible[name] < untoldLimits.visible : disturbed[reason] && spoils[reason].includes(name),
    );
  return Object.fromEntries(
    rawMetricNames.map((name) => [name, reasonOf(name)] as const).filter(([, reason]) => reason !== undefined),
  );
}

const [upperLip, lowerLip, rightCorner, leftCorner] = [13, 14, 61, 291];

function isSmiling(landmarks: Landmarks): boolean {
  const d = interocularDistance(landmarks);
  return (
    distance(landmarks, upperLip, lowerLip) > untoldLimits.lipOpening * d ||
    distance(landmarks, rightCorner, leftCorner) > untoldLimits.mouthWidth * d
  );
}

function distance(landmarks: Landmarks, from: number, to: number): number {
  return Math.hypot(landmarks[from]![0] - landmarks[to]![0], landmarks[from]![1] - landmarks[to]![1]);
}

function unevenness({ lab, size, landmarks }: SkinSurface): number {
  const [right, left] = [rightCheek, leftCheek].map((cheek) => {
    const inside = planeOf(size);
    fillPolygon(inside, size, pointsOf(landmarks, cheek));
    return median(lab.l.filter((_, i) => inside[i]! > 0));
  });
  return Math.abs(right! - left!);
}
