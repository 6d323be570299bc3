import anchors from '../../data/metric-anchors.json' with { type: 'json' };
import type { RawMetricName, RawMetrics } from './raw-metrics.ts';

/** The scores that the dashboard shows besides the overall score. */
export const scoreNames = ['pores', 'sebum', 'wrinkles', 'hydration', 'elasticity', 'inflammation'] as const;
export type ScoreName = (typeof scoreNames)[number];
export type ScoreValues = Readonly<Record<ScoreName | 'overall', number>>;

/**
 * The raw metric of each score. A photo cannot show hydration or elasticity, only the appearance of dry or slack skin.
 */
const scoreSources: Readonly<Record<ScoreName, RawMetricName>> = {
  pores: 'pores',
  sebum: 'sebum',
  wrinkles: 'wrinkles',
  hydration: 'dryness',
  elasticity: 'sag',
  inflammation: 'inflammation',
};

/**
 * Weights in the overall score; their sum is 1. They were chosen, not measured: a property weighs more if a photo shows
 * it well and patients often ask about it.
 */
const weights: Readonly<Record<ScoreName, number>> = {
  wrinkles: 0.3,
  pores: 0.2,
  inflammation: 0.2,
  sebum: 0.1,
  hydration: 0.1,
  elasticity: 0.1,
};

/** Percentiles of each raw metric: 5 % of faces have a value below `p5`, and 5 % a value above `p95`. */
export type Anchors = Readonly<Record<RawMetricName, { readonly p5: number; readonly p95: number }>>;

/**
 * The score of a raw value at p5. The score at p95 is 100 minus this number. Below p5 the score approaches 100, and
 * above p95 it approaches 0, but it never reaches 100 or 0.
 */
const scoreAtP5 = 90;

/**
 * Version of the scale. It must increase with every change of the metrics or the anchors, because scores of different
 * versions are not compared.
 */
export const scoreScale: number = anchors.scale;

/**
 * The scores for which the unknown skin tone is the main error when two people are compared. White paper in the photo
 * shows the skin tone.
 */
const toldByPaper: readonly ScoreName[] = ['sebum'];

/**
 * Returns the error of a score, in ± points, for a comparison with the score of another person. The unknown skin tone
 * is the main error of the sebum score. If the photo contains white paper, the tone is known, and only the error
 * between two photos of one person remains.
 */
export function errorOf(name: ScoreName | 'overall', hasSheet = false): number {
  return hasSheet && toldByPaper.some((told) => told === name) ? scoreBands[name] : scoreErrors[name];
}

/**
 * Errors of the scores, in ± points, for comparisons with the scores of other people. They include effects of skin,
 * light and age that cannot be separated yet.
 */
export const scoreErrors: Readonly<Record<ScoreName | 'overall', number>> = anchors.errors;

/** Bands of the scores: ± points within which two photos of unchanged skin differ (engine/data/metric-anchors.json). */
export const scoreBands: Readonly<Record<ScoreName | 'overall', number>> = anchors.bands;

export function sourceOf(score: ScoreName): RawMetricName {
  return scoreSources[score];
}

/**
 * Returns the weighted mean of the scores that have a value. Scores without a value (null) are left out, and their
 * weight is divided among the other scores. Null if all scores are null.
 */
export function weightedMean(of: (name: ScoreName) => number | null): number | null {
  let sum = 0;
  let total = 0;
  for (const name of scoreNames) {
    const value = of(name);
    if (value === null) continue;
    sum += weights[name] * value;
    total += weights[name];
  }
  return total === 0 ? null : sum / total;
}

/** Returns the total weight of these scores in the overall score, 0–1. */
export function weightOf(names: readonly ScoreName[]): number {
  return names.reduce((sum, name) => sum + weights[name], 0);
}

/**
 * Minimum total weight of the scores that a photo must show. Below it, scores with more than half of the total weight
 * would be missing from the overall score.
 */
export const leastWeight = 0.5;

/** Converts raw metrics to scores of 0–100; a higher score is better. `overall` is the weighted mean. */
export function scoreValues(raw: RawMetrics, by: Anchors = anchors.metrics): ScoreValues {
  const sub = Object.fromEntries(
    scoreNames.map((name) => [name, onScale(raw[scoreSources[name]], by[scoreSources[name]])]),
  ) as Record<ScoreName, number>;
  return { ...sub, overall: weightedMean((name) => sub[name])! };
}

/**
 * Converts one raw value to its score. The scale is linear in the square root of the raw value. This is usual for
 * counts and areas, because their scatter grows with their size (Bartlett 1936).
 */
function onScale(raw: number, { p5, p95 }: { readonly p5: number; readonly p95: number }): number {
  const low = Math.sqrt(p5);
  const share = (Math.sqrt(Math.max(0, raw)) - low) / (Math.sqrt(p95) - low);
  const range = 2 * scoreAtP5 - 100;
  const tail = 100 - scoreAtP5;
  if (share < 0) return 100 - tail * Math.exp((share * range) / tail);
  if (share > 1) return tail * Math.exp(((1 - share) * range) / tail);
  return scoreAtP5 - share * range;
}
