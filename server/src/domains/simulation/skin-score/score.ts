import { type GivenScores, type ScoreChange, type ScoreName, ScoreNames } from '#contract/skin-score.ts';
import { leastWeight, scoreBands, weightedMean, weightOf } from '#engine/metrics/score-scale.ts';

/**
 * The overall score of the confirmed values, in tenths, with the weights of the engine. The contract requires at least
 * three scores.
 */
export function overallOf(scores: GivenScores): number {
  const mean = weightedMean((name) => scores[name].value);
  if (mean === null) throw new Error('a score without a value');
  return Math.round(mean * 10) / 10;
}

/** Scores without a scale use the first one. */
export const scaleOf = ({ scale }: GivenScores): number => scale ?? 1;

/** The overall change between two photos, over the scores that both have. Null if they share too few. */
export function overallChange(before: GivenScores, after: GivenScores): ScoreChange | null {
  const shared = ScoreNames.filter((name) => before[name].value !== null && after[name].value !== null);
  const meanOf = (scores: GivenScores) => weightedMean((name) => (shared.includes(name) ? scores[name].value : null));
  const [was, is] = [meanOf(before), meanOf(after)];
  return was === null || is === null || weightOf(shared) < leastWeight ? null : changeOf('overall', was, is);
}

/** A difference within the measurement error does not count as a change. The values are compared in tenths, so that 0.1 + 0.2 does not exceed 0.3. */
export function changeOf(name: ScoreName | 'overall', before: number, after: number): ScoreChange {
  const difference = Math.round((after - before) * 10) / 10;
  const band = scoreBands[name];
  return { difference, band, is_measurable: Math.abs(difference) > band };
}
