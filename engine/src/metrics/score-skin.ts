import anchors from '../../data/metric-anchors.json' with { type: 'json' };
import { clamp } from '../maths/smoothstep.ts';
import { photoLimits } from '../quality/thresholds.ts';
import type { SkinMeasurement } from './measure-skin.ts';
import { scoreNames, scoreValues, sourceOf, weightedMean } from './score-scale.ts';
import type { ScoreName } from './score-scale.ts';

export interface Score {
  /** 0–100, higher is better. */
  readonly value: number;
  /** ± points: two photos of the same skin differ by less in nine of ten faces, whatever the retake (engine/data/metric-anchors.json). */
  readonly band: number;
  /** 0–1: how far to trust it. Repeatability, visible skin, sharpness and how many faces of this tone the scale was set on. */
  readonly confidence: number;
  /** True where a photo shows only what the property looks like: to be confirmed by the doctor. */
  readonly isAppearanceEstimate: boolean;
}

export interface SkinScore {
  readonly overall: Score;
  readonly scores: Readonly<Record<ScoreName, Score>>;
}

const appearanceEstimates: ReadonlySet<ScoreName> = new Set(['hydration', 'elasticity']);
const trustInAppearance = 0.4;
/** A band of this many points says nothing any more. */
const uselessBand = 50;
/** Share of visible skin from which more adds nothing: regions reach over brows and nostrils. */
const wellVisible = 0.7;
/** Faces of a tone that the scale must have seen. */
const enoughFaces = 5;
const trustInUnseenTone = 0.7;

/** Six scores and their weighted mean. The overall score is an estimate as far as its parts are; it is flagged by its confidence alone. */
export function scoreSkin(measurement: SkinMeasurement): SkinScore {
  const values = scoreValues(measurement.raw);
  const scores = Object.fromEntries(
    scoreNames.map((name) => {
      const isAppearanceEstimate = appearanceEstimates.has(name);
      const confidence = trustIn(name, measurement) * (isAppearanceEstimate ? trustInAppearance : 1);
      return [name, { value: values[name], band: anchors.bands[name], confidence, isAppearanceEstimate }] as const;
    }),
  ) as Record<ScoreName, Score>;
  const overall = {
    value: values.overall,
    band: anchors.bands.overall,
    confidence: weightedMean((name) => scores[name].confidence),
    isAppearanceEstimate: false,
  };
  return { overall, scores };
}

/** Whether two scores of the same kind differ by more than two photos of unchanged skin do. */
export function isMeasurableChange(before: Score, after: Score): boolean {
  return Math.abs(after.value - before.value) > Math.max(before.band, after.band);
}

function trustIn(name: ScoreName, { visible, sharpness, tone }: SkinMeasurement): number {
  const repeatable = clamp(1 - anchors.bands[name] / uselessBand, 0, 1);
  const shown = clamp(visible[sourceOf(name)] / wellVisible, 0, 1);
  const sharp = clamp(sharpness / photoLimits.sharpness.warn, 0, 1);
  const known = anchors.faces_by_tone[tone] >= enoughFaces ? 1 : trustInUnseenTone;
  return repeatable * shown * sharp * known;
}
