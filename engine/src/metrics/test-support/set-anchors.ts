import { readFile, writeFile } from 'node:fs/promises';
import { percentile } from '../../maths/statistics.ts';
import { rawMetricNames } from '../raw-metrics.ts';
import { scoreValues } from '../score-scale.ts';
import type { Anchors, ScoreValues } from '../score-scale.ts';
import { shownScores } from './repeat-measurement.ts';
import type { RepeatedMeasurement } from './repeat-measurement.ts';
import { retakeNames } from './retakes.ts';
import { deviationOf, lineThrough } from './slopes.ts';

const anchorFile = new URL('../../../data/metric-anchors.json', import.meta.url);
/**
 * The changes of the scores of one face, in points, for each retake in the order of `retakeNames`. Null for a refused
 * retake.
 */
export type Moves = readonly (ScoreValues | null)[];

/**
 * Smallest band of a score, in points. A smaller band would be too optimistic, because the retakes do not vary
 * expression, lamp or lens.
 */
const leastBand = 2;

export function anchorsOf(faces: readonly RepeatedMeasurement[]): Anchors {
  const entries = rawMetricNames.map((name) => {
    const values = faces.map(({ first }) => first.raw[name]);
    return [name, { p5: rounded(percentile(values, 0.05)), p95: rounded(percentile(values, 0.95)) }] as const;
  });
  return Object.fromEntries(entries) as unknown as Anchors;
}

/**
 * Returns the band of each score, in points, rounded up. For each kind of retake, the function finds how far the scores
 * of nine of ten faces move at most. The band is the largest of these values. The kinds are not pooled, because all
 * retakes of one person may be of the worst kind.
 */
function bandsOf(moves: readonly Moves[]): Record<string, number> {
  const ofRetake = (n: number, name: keyof ScoreValues) => moves.map((rows) => rows[n]?.[name] ?? 0);
  const band = (name: keyof ScoreValues) =>
    Math.max(leastBand, ...retakeNames.map((_, n) => Math.ceil(percentile(ofRetake(n, name), 0.9))));
  return Object.fromEntries(shownScores.map((name) => [name, band(name)]));
}

/**
 * Returns the error of each score between two people, in points. It is the band of the score, or the change of the
 * score over one standard deviation of the skin's L*, whichever is larger. Scores differ between light and dark skin.
 * The cause may be the skin itself, age, the lamp or a smile. These causes cannot be separated, so the error includes
 * the whole change.
 */
function errorsOf(
  bands: Readonly<Record<string, number>>,
  faces: readonly RepeatedMeasurement[],
  anchors: Anchors,
): Record<string, number> {
  const lightness = faces.map(({ first }) => first.colour.l);
  const scores = faces.map(({ first }) => scoreValues(first.raw, anchors));
  const error = (name: keyof ScoreValues) => {
    const { slope } = lineThrough(
      lightness,
      scores.map((score) => score[name]),
    );
    return Math.max(bands[name]!, Math.ceil(Math.abs(slope) * deviationOf(lightness)));
  };
  return Object.fromEntries(shownScores.map((name) => [name, error(name)]));
}

/** Replaces the numbers in engine/data/metric-anchors.json and keeps its explanations. */
export async function writeAnchors(
  metrics: Anchors,
  moves: readonly Moves[],
  portraits: readonly RepeatedMeasurement[],
  composites: readonly RepeatedMeasurement[],
): Promise<void> {
  const words = JSON.parse(await readFile(anchorFile, 'utf8')) as object;
  const bands = bandsOf(moves);
  const numbers = {
    measured_on: new Date().toISOString().slice(0, 10),
    portraits: portraits.length,
    composites: composites.length,
    retakes: retakeNames,
    bands,
    errors: errorsOf(bands, [...portraits, ...composites], metrics),
    metrics,
  };
  await writeFile(anchorFile, `${JSON.stringify({ ...words, ...numbers }, null, 2)}\n`);
}

function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
