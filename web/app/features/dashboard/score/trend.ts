import type { SkinScoreCard } from '#contract/progress.ts';
import { type ScoreName, ScoreNames } from '#contract/skin-score.ts';

type Trend = NonNullable<SkinScoreCard['trend']>;

export interface Mover {
  name: ScoreName;
  difference: number;
}

export interface TrendReading {
  /** The direction of the change. It is 'none' if the difference may be only the measurement error. */
  kind: 'better' | 'worse' | 'none';
  /** The difference from the previous score, in whole points and with its sign. */
  difference: number;
  band: number;
  /** The individual scores that changed by more than their own error. The largest change is first. */
  movers: Mover[];
}

/** Returns the parts of the sentence about the change since the previous score. */
export function readTrend({ overall, scores }: Pick<Trend, 'overall' | 'scores'>): TrendReading {
  const movers = ScoreNames.flatMap((name) => {
    const change = scores[name];
    return change?.is_measurable ? [{ name, difference: Math.round(change.difference) }] : [];
  }).sort((one, other) => Math.abs(other.difference) - Math.abs(one.difference));
  const direction = overall.difference > 0 ? 'better' : 'worse';
  return {
    kind: overall.is_measurable ? direction : 'none',
    difference: Math.round(overall.difference),
    band: Math.round(overall.band),
    movers,
  };
}

export interface Plot {
  /** The points of the line through the scores, for an SVG polyline. */
  line: string;
  /** The area of the measurement error around the line, as a closed SVG path. */
  band: string;
  points: { x: number; y: number; score: number }[];
}

interface Frame {
  width: number;
  height: number;
  margin: number;
}

/**
 * Returns the drawing of the overall score over time, with the oldest score on the left. The scale covers only the
 * scores and their error.
 */
export function plotOf(
  history: readonly { taken_at: string; overall: number }[],
  error: number,
  { width, height, margin }: Frame,
): Plot {
  const times = history.map(({ taken_at }) => Date.parse(taken_at));
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const scores = history.map(({ overall }) => overall);
  const low = Math.max(0, Math.min(...scores) - error);
  const high = Math.min(100, Math.max(...scores) + error);
  const x = (time: string) => round(margin + ((Date.parse(time) - first) / (last - first || 1)) * (width - 2 * margin));
  const y = (score: number) => round(margin + (1 - (clamped(score) - low) / (high - low || 1)) * (height - 2 * margin));
  const points = history.map(({ taken_at, overall }) => ({ x: x(taken_at), y: y(overall), score: overall }));
  const edge = (shift: number) => history.map(({ taken_at, overall }) => `${x(taken_at)} ${y(overall + shift)}`);
  return {
    line: points.map((point) => `${point.x},${point.y}`).join(' '),
    band: `M${[...edge(error), ...edge(-error).reverse()].join('L')}Z`,
    points,
  };
}

const round = (value: number) => Math.round(value * 10) / 10;
const clamped = (score: number) => Math.min(100, Math.max(0, score));
