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
/** Points each score of one face moved, in the order of `retakeNames`; null where a retake was refused. */
export type Moves = readonly (ScoreValues | null)[];

/** Retakes do not vary expression, lamp or lens, so the band of a score is never smaller than this. */
const leastBand = 2;

export function anchorsOf(faces: readonly RepeatedMeasurement[]): Anchors {
  const entries = rawMetricNames.map((name) => {
    const values = faces.map(({ first }) => first.raw[name]);
    return [name, { p5: rounded(percentile(values, 0.05)), p95: rounded(percentile(values, 0.95)) }] as const;
  });
  return Object.fromEntries(entries) as unknown as Anchors;
}

/**
 * Points within which nine of ten faces stay, under the retake that changes a score most, rounded up. It is not taken
 * over all retakes together, because one person's second photo may always be the brighter one.
 */
function bandsOf(moves: readonly Moves[]): Record<string, number> {
  const ofRetake = (n: number, name: keyof ScoreValues) => moves.map((rows) => rows[n]?.[name] ?? 0);
  const band = (name: keyof ScoreValues) =>
    Math.max(leastBand, ...retakeNames.map((_, n) => Math.ceil(percentile(ofRetake(n, name), 0.9))));
  return Object.fromEntries(shownScores.map((name) => [name, band(name)]));
}

/**
 * Points by which a score may be wrong between two people: its band, or its change over one standard deviation of the
 * skin's L* if that is more. These faces do not show whether skin, age, lamp or smile made that difference, so the
 * error includes it.
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

/** Replaces the numbers of engine/data/metric-anchors.json and keeps its texts. */
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
