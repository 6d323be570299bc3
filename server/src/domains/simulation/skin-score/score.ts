import type { Score, ScoreChange, ScoreName, GivenScores } from '#contract/skin-score.ts';
import { scoreBands, weightedMean } from '#engine/metrics/score-scale.ts';

/** The overall score of six confirmed ones, in tenths, with the weights of the engine. */
export const overallOf = (scores: GivenScores): number =>
  Math.round(weightedMean((name) => scores[name].value) * 10) / 10;

export const withBand = (name: ScoreName | 'overall', value: number): Score => ({ value, band: scoreBands[name] });

/** What lies within the error is no change. Tenths are compared, so that 0.1 + 0.2 is no more than 0.3. */
export function changeOf(name: ScoreName | 'overall', before: number, after: number): ScoreChange {
  const difference = Math.round((after - before) * 10) / 10;
  const band = scoreBands[name];
  return { difference, band, is_measurable: Math.abs(difference) > band };
}
