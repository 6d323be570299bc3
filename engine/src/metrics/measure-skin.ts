import { assertPicture, landmarkCount } from '../picture.ts';
import type { Landmarks, Picture } from '../picture.ts';
import { faceAngles } from '../quality/face-angles.ts';
import { faceSharpness } from '../quality/sharpness.ts';
import { frameLimits, photoLimits } from '../quality/thresholds.ts';
import { interocularDistance } from '../regions/face-frame.ts';
import { measureDryness } from './dryness.ts';
import { measureInflammation } from './inflammation.ts';
import type { MeasuredRegion } from './measured-regions.ts';
import { measurePores } from './pores.ts';
import { rawMetricNames } from './raw-metrics.ts';
import type { RawMetric, RawMetricName, RawMetrics } from './raw-metrics.ts';
import { measureSag } from './sag.ts';
import { leastWeight, scoreNames, sourceOf, weightOf } from './score-scale.ts';
import { measureSebum } from './sebum.ts';
import { skinSurfaceOf, visibleShare } from './skin-surface.ts';
import type { SkinSurface } from './skin-surface.ts';
import { toneBeside } from './skin-tone.ts';
import type { SkinTone } from './skin-tone.ts';
import { measureSpots } from './spots.ts';
import { findUntold } from './untold.ts';
import type { Untold } from './untold.ts';
import { isSheet } from './white-sheet.ts';
import { measureWrinkles } from './wrinkles.ts';

/** What the person who provides a photo states about the photo. */
export interface PhotoFacts {
  /**
   * True if white paper is next to the face. The paper allows measuring the skin tone, and makes the measurement of
   * shine more exact.
   */
  readonly hasSheet?: boolean;
}

/** The reasons why a photo cannot be measured, in the order of the checks. */
export type MeasureRefusalCode = 'face_too_small' | 'face_turned' | 'blurred' | 'skin_hidden' | 'little_told';

/**
 * A refusal with the measured `value` and its `limit`. Their unit depends on the code: pixels between the irises,
 * degrees of yaw, sharpness as in quality/sharpness.ts, share of visible skin, weight of the scores that the photo
 * shows.
 */
export interface MeasureRefusal {
  readonly kind: 'refused';
  readonly code: MeasureRefusalCode;
  readonly value: number;
  readonly limit: number;
}

export interface SkinMeasurement {
  readonly kind: 'measured';
  readonly raw: RawMetrics;
  /** For each metric, the share of its regions that shows skin, 0–1. */
  readonly visible: RawMetrics;
  /**
   * Metrics that this photo cannot show. `raw` contains values for them, but these values do not describe the skin, so
   * `scoreSkin` gives them no score.
   */
  readonly untold: Untold;
  readonly metrics: Readonly<Record<RawMetricName, RawMetric>>;
  readonly surface: SkinSurface;
  /** The skin tone. Null if the photo shows no white paper. */
  readonly tone: SkinTone | null;
  /** Variance of the Laplacian, see quality/sharpness.ts. */
  readonly sharpness: number;
}

const measures: Readonly<Record<RawMetricName, (surface: SkinSurface) => RawMetric>> = {
  wrinkles: measureWrinkles,
  pores: measurePores,
  sebum: measureSebum,
  inflammation: measureInflammation,
  spots: measureSpots,
  dryness: measureDryness,
  sag: measureSag,
};

const readRegions: Readonly<Record<RawMetricName, readonly MeasuredRegion[]>> = {
  wrinkles: ['forehead', 'glabella', 'crowsFeet', 'underEye'],
  pores: ['cheeks', 'nose'],
  sebum: ['forehead', 'cheeks', 'nose'],
  inflammation: ['forehead', 'cheeks', 'nose'],
  spots: ['forehead', 'cheeks', 'nose'],
  dryness: ['cheeks'],
  sag: ['nasolabial'],
};

export const measureLimits = {
  /**
   * Minimum distance between the irises, in pixels. At a smaller distance, the photo shows no pores, only the camera's
   * grain.
   */
  distance_px: 200,
  yaw_deg: frameLimits.frontYaw + photoLimits.poseSlack,
  sharpness: photoLimits.sharpness.reject,
  /**
   * Minimum share of visible skin, as a mean over forehead, cheeks and nose. A bare face has 0.7–0.9, because the
   * regions include brows and nostrils.
   */
  visible: 0.4,
} as const;

/**
 * Measures the skin of a photo from the front. The photo is first scaled to a common size (skin-surface.ts). The same
 * photo always gives the same values. The measurement takes about twice as long as `prepare`. The photo is not stored.
 *
 * @param landmarks all 478 landmarks, in pixels of the photo
 * @returns a refusal when the face is too small, turned, blurred or covered, or when the scores that can be read from
 *   the photo have less than half of the total weight
 * @throws RangeError when the buffer does not match its size, landmarks are missing, or the face lies outside the
 * photo.
 */
export function measureSkin(
  photo: Picture,
  landmarks: Landmarks,
  { hasSheet = false }: PhotoFacts = {},
): SkinMeasurement | MeasureRefusal {
  assertPicture(photo);
  if (landmarks.length !== landmarkCount)
    throw new RangeError(`${landmarkCount} landmarks expected, got ${landmarks.length}`);
  const refusal =
    tooLow('face_too_small', interocularDistance(landmarks), measureLimits.distance_px) ?? tooTurned(landmarks);
  if (refusal) return refusal;
  const surface = skinSurfaceOf(photo, landmarks, hasSheet);
  const sharpness = faceSharpness(photo, landmarks);
  const shown = shownShares(surface);
  return (
    tooLow('blurred', sharpness, measureLimits.sharpness) ??
    tooLow('skin_hidden', mean(shown, readRegions.sebum), measureLimits.visible) ??
    measure(surface, shown, sharpness)
  );
}

function measure(surface: SkinSurface, shown: Shares, sharpness: number): SkinMeasurement | MeasureRefusal {
  const metrics = byName((name) => measures[name](surface));
  const raw = byName((name) => metrics[name].value);
  const visible = byName((name) => mean(shown, readRegions[name]));
  const untold = findUntold({ surface, raw, visible, sharpness });
  const told = weightOf(scoreNames.filter((name) => !untold[sourceOf(name)]));
  if (told < leastWeight) return refuse('little_told', told, leastWeight);
  return {
    kind: 'measured',
    metrics,
    raw,
    visible,
    untold,
    surface,
    tone: isSheet(surface.sheet) ? toneBeside(surface.colour, surface.sheet) : null,
    sharpness,
  };
}

function byName<Value>(of: (name: RawMetricName) => Value): Readonly<Record<RawMetricName, Value>> {
  return Object.fromEntries(rawMetricNames.map((name) => [name, of(name)])) as Record<RawMetricName, Value>;
}

type Shares = ReadonlyMap<MeasuredRegion, number>;

/**
 * Returns, for each region, the share of its area that shows skin. It is computed once per region, because several
 * metrics use the same region.
 */
const shownShares = (surface: SkinSurface): Shares =>
  new Map([...new Set(Object.values(readRegions).flat())].map((region) => [region, visibleShare(surface, region)]));

function mean(shares: Shares, regions: readonly MeasuredRegion[]): number {
  return regions.reduce((sum, region) => sum + (shares.get(region) ?? 0), 0) / regions.length;
}

function tooTurned(landmarks: Landmarks): MeasureRefusal | null {
  const yaw = Math.abs(faceAngles(landmarks).yaw);
  return yaw > measureLimits.yaw_deg ? refuse('face_turned', yaw, measureLimits.yaw_deg) : null;
}

function tooLow(code: MeasureRefusalCode, value: number, limit: number): MeasureRefusal | null {
  return value < limit ? refuse(code, value, limit) : null;
}

function refuse(code: MeasureRefusalCode, value: number, limit: number): MeasureRefusal {
  return { kind: 'refused', code, value, limit };
}
