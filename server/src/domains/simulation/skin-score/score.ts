import { type GivenScores, type ScoreChange, type ScoreName, ScoreNames } from '#contract/skin-score.ts';
import { leastWeight, scoreBands, weightedMean, weightOf } from '#engine/metrics/score-scale.ts';

/**
 * Returns the overall score of the confirmed values, rounded to tenths. The engine defines the weights. The schema
 * `GivenScores` requires at least three values.
 */
export function overallOf(scores: GivenScores): number {
  const mean = weightedMean((name) => scores[name].value);
  if (mean === null) throw new Error('a score without a value');
  return Math.round(mean * 10) / 10;
}

/** Returns the version of the scale. Scores without a scale have version 1. */
export const scaleOf = ({ scale }: GivenScores): number => scale ?? 1;

/**
 * Returns the overall change between two photos. It is computed from those scores that both photos have. Returns null
 * if the photos share too few scores.
 */
export function overallChange(before: GivenScores, after: GivenScores): ScoreChange | null {
  const shared = ScoreNames.filter((name) => before[name].value !== null && after[name].value !== null);
  const meanOf = (scores: GivenScores) => weightedMean((name) => (shared.includes(name) ? scores[name].value : null));
  const [was, is] = [meanOf(before), meanOf(after)];
  return was === null || is === null || weightOf(shared) < leastWeight ? null : changeOf('overall', was, is);
}

/**
 * Returns the change of a score. A difference within the measurement error is not measurable. The difference is rounded
 * to tenths, so that binary rounding errors cannot make 0.1 + 0.2 exceed 0.3.
 */
export function changeOf(name: ScoreName | 'overall', before: number, after: number): ScoreChange {
  const difference = Math.round((after - before) * 10) / 10;
  const band = scoreBands[name];
  return { difference, band, is_measurable: Math.abs(difference) > band };
}
