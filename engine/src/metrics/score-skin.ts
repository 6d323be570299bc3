import { clamp } from '../maths/smoothstep.ts';
import { photoLimits } from '../quality/thresholds.ts';
import type { SkinMeasurement } from './measure-skin.ts';
import { errorOf, scoreBands, scoreNames, scoreValues, sourceOf, weightedMean } from './score-scale.ts';
import type { ScoreName } from './score-scale.ts';
import type { UntoldReason } from './untold.ts';
import { isSheet } from './white-sheet.ts';

export interface Score {
  /** 0–100, higher is better; null if the photo does not show it. */
  readonly value: number | null;
  /** The reason why the photo does not show it. */
  readonly untold: UntoldReason | null;
  /** ± points by which the value may be wrong compared with another person's. */
  readonly error: number;
  /**
   * ± points: two photos of the same skin differ by less than this in nine of ten faces, for every kind of retake
   * (engine/data/metric-anchors.json).
   */
  readonly band: number;
  /** Confidence, 0–1. It depends on repeatability, visible skin, sharpness, and how few faces the scale was set on. */
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
/** A score whose error is this many points means nothing. */
const uselessBand = 50;
/** More visible skin than this share adds nothing, because regions reach over brows and nostrils. */
const wellVisible = 0.7;
/** The scale has seen too few faces to rank people by it. */
const trustInScale = 0.7;

/**
 * Six scores, and the weighted mean of those that the photo shows. The overall score is an estimate in proportion to
 * the weight of its estimated parts. Its confidence says so.
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
 * Whether two scores of the same kind differ by more than two photos of unchanged skin do. If either photo has no value
 * for the score, there is no measurable change.
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
