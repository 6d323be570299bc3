import { clamp } from '../maths/smoothstep.ts';
import { photoLimits } from '../quality/thresholds.ts';
import type { SkinMeasurement } from './measure-skin.ts';
import { errorOf, scoreBands, scoreNames, scoreValues, sourceOf, weightedMean } from './score-scale.ts';
import type { ScoreName } from './score-scale.ts';
import type { UntoldReason } from './untold.ts';
import { isSheet } from './white-sheet.ts';

export interface Score {
  /** 0–100, higher is better; null if the photo does not show the property. */
  readonly value: number | null;
  /** The reason why `value` is null; null if there is a value. */
  readonly untold: UntoldReason | null;
  /** Error in ± points for a comparison with the score of another person. */
  readonly error: number;
  /**
   * Error in ± points between two photos of the same skin. It was measured with several kinds of retake. With each
   * kind, the score of nine in ten faces changed by at most this number (engine/data/metric-anchors.json).
   */
  readonly band: number;
  /**
   * Confidence, 0–1. It depends on the score's error, the visible skin, the sharpness and the small number of faces
   * behind the scale. It is lower for an appearance estimate.
   */
  readonly confidence: number;
  /** True if a photo shows only the appearance of the property, which the doctor must confirm. */
  readonly isAppearanceEstimate: boolean;
}

export interface SkinScore {
  readonly overall: Score;
  readonly scores: Readonly<Record<ScoreName, Score>>;
}

const appearanceEstimates: ReadonlySet<ScoreName> = new Set(['hydration', 'elasticity']);
const trustInAppearance = 0.4;
/** Error in points. A score with this error has no meaning, so its confidence is 0. */
const uselessBand = 50;
/**
 * Share of visible skin above which the confidence does not increase further. It is below 1, because the regions
 * include brows and nostrils.
 */
const wellVisible = 0.7;
/** Factor applied to every confidence, because the scale is based on too few faces to rank people. */
const trustInScale = 0.7;

/**
 * Returns six scores and their weighted mean, without the scores that the photo does not show. The confidence of the
 * overall score is the weighted mean of the individual confidences, so appearance estimates lower it in proportion to
 * their weight.
 */
export function scoreSkin(measurement: SkinMeasurement): SkinScore {
  const values = scoreValues(measurement.raw);
  const scores = Object.fromEntries(
    scoreNames.map((name) => {
      const isAppearanceEstimate = appearanceEstimates.has(name);
      const confidence = trustIn(name, measurement) * (isAppearanceEstimate ? trustInAppearance : 1);
      const untold = measurement.untold[sourceOf(name)] ?? null;
      const value = untold ? null : values[name];
      const [band, error] = [scoreBands[name], errorOf(name, isSheet(measurement.surface.sheet))];
      return [name, { value, untold, error, band, confidence, isAppearanceEstimate }] as const;
    }),
  ) as Record<ScoreName, Score>;
  const overall = {
    value: weightedMean((name) => scores[name].value),
    untold: null,
    error: errorOf('overall'),
    band: scoreBands.overall,
    confidence: weightedMean((name) => (scores[name].untold ? null : scores[name].confidence)) ?? 0,
    isAppearanceEstimate: false,
  };
  return { overall, scores };
}

/**
 * Returns whether two scores of the same kind differ by more than their bands. Two photos of unchanged skin usually
 * differ by less. False if either score has no value.
 */
export function isMeasurableChange(before: Score, after: Score): boolean {
  if (before.value === null || after.value === null) return false;
  return Math.abs(after.value - before.value) > Math.max(before.band, after.band);
}

function trustIn(name: ScoreName, { visible, sharpness, surface }: SkinMeasurement): number {
  const repeatable = clamp(1 - errorOf(name, isSheet(surface.sheet)) / uselessBand, 0, 1);
  const shown = clamp(visible[sourceOf(name)] / wellVisible, 0, 1);
  const sharp = clamp(sharpness / photoLimits.sharpness.warn, 0, 1);
  return repeatable * shown * sharp * trustInScale;
}
