import { beforeAll, expect, test } from 'vitest';
import { demoFace, people } from '../../test/demo-faces.ts';
import { median } from '../maths/statistics.ts';
import { measureSkin } from './measure-skin.ts';
import type { SkinMeasurement } from './measure-skin.ts';
import type { RawMetrics } from './raw-metrics.ts';
import { scoreNames, scoreValues, sourceOf } from './score-scale.ts';
import type { Anchors } from './score-scale.ts';
import { isMeasurableChange, scoreSkin } from './score-skin.ts';
import { movesTable } from './test-support/moves-table.ts';
import { measureRepeatedly, pointsMoved, shownScores } from './test-support/repeat-measurement.ts';
import { retakeNames } from './test-support/retakes.ts';

let measured: SkinMeasurement[];
beforeAll(async () => {
  const faces = await Promise.all(people.map((person) => demoFace(person, 'front', 1250)));
  measured = faces.map(({ picture, landmarks }) => measureSkin(picture, landmarks) as SkinMeasurement);
});

const flat: RawMetrics = { wrinkles: 4, pores: 4, sebum: 4, inflammation: 4, spots: 4, dryness: 4, sag: 4 };
const anchors = Object.fromEntries(Object.keys(flat).map((name) => [name, { p5: 1, p95: 9 }])) as unknown as Anchors;

test('a raw value at p5 scores 90, at p95 10, and halfway in the square root 50', () => {
  expect(scoreValues({ ...flat, pores: 1 }, anchors).pores).toBeCloseTo(90);
  expect(scoreValues({ ...flat, pores: 4 }, anchors).pores).toBeCloseTo(50);
  expect(scoreValues({ ...flat, pores: 9 }, anchors).pores).toBeCloseTo(10);
});

test('worse skin always scores lower, and every score is between 0 and 100', () => {
  const steps = [0, 0.5, 1, 2, 5, 9, 12, 20, 60].map((sag) => scoreValues({ ...flat, sag }, anchors).elasticity);
  expect(steps).toEqual(steps.toSorted((p, q) => q - p));
  expect(new Set(steps).size).toBe(steps.length);
  expect(steps[0]).toBeLessThan(100);
  expect(steps.at(-1)).toBeGreaterThan(0);
});

test('the overall score lies between the best and the worst of its parts', () => {
  for (const measurement of measured) {
    const { overall, scores } = scoreSkin(measurement);
    const values = scoreNames.map((name) => scores[name].value!);
    expect(overall.value).toBeGreaterThan(Math.min(...values));
    expect(overall.value).toBeLessThan(Math.max(...values));
  }
});

test('hydration and elasticity are appearance estimates, with a lower confidence than other scores', () => {
  for (const measurement of measured) {
    const { scores } = scoreSkin(measurement);
    expect(scoreNames.filter((name) => scores[name].isAppearanceEstimate)).toEqual(['hydration', 'elasticity']);
    for (const name of ['hydration', 'elasticity'] as const) {
      expect(scores[name].confidence).toBeLessThan(0.45);
      expect(scores[name].confidence).toBeLessThan(scores.wrinkles.confidence);
    }
  }
});

test('every score has a band and a confidence, which is lower with less visible skin or a soft photo', () => {
  const [sample] = measured;
  const whole = scoreSkin(sample!);
  const hidden = scoreSkin({ ...sample!, visible: { ...sample!.visible, pores: 0.35 } });
  const soft = scoreSkin({ ...sample!, sharpness: 40 });
  for (const name of scoreNames) {
    expect(whole.scores[name].band, name).toBeGreaterThan(0);
    expect(whole.scores[name].confidence, name).toBeGreaterThan(0);
    expect(whole.scores[name].confidence, name).toBeLessThan(1);
    expect(soft.scores[name].confidence, name).toBeLessThan(whole.scores[name].confidence);
  }
  expect(hidden.scores.pores.confidence).toBeLessThan(whole.scores.pores.confidence);
  expect(hidden.scores.wrinkles.confidence).toBe(whole.scores.wrinkles.confidence);
});

test('a difference beyond the band is a measurable change, a smaller one is not', () => {
  const before = { value: 60, untold: null, error: 8, band: 5, confidence: 0.8, isAppearanceEstimate: false };
  expect(isMeasurableChange(before, { ...before, value: 65 })).toBe(false);
  expect(isMeasurableChange(before, { ...before, value: 55 })).toBe(false);
  expect(isMeasurableChange(before, { ...before, value: 65.1 })).toBe(true);
  expect(isMeasurableChange(before, { ...before, value: 65.1, band: 8 })).toBe(false);
  expect(isMeasurableChange(before, { ...before, value: null, untold: 'smile' })).toBe(false);
});

test('a score that the photo does not show has no value, and the other scores make the overall score', () => {
  const [sample] = measured;
  const whole = scoreSkin(sample!);
  const smiling = scoreSkin({ ...sample!, untold: { wrinkles: 'smile', sag: 'smile' } });
  expect(smiling.scores.wrinkles).toMatchObject({ value: null, untold: 'smile' });
  expect(smiling.scores.elasticity).toMatchObject({ value: null, untold: 'smile' });
  const rest = ['pores', 'sebum', 'hydration', 'inflammation'] as const;
  const share = { pores: 0.2, sebum: 0.1, hydration: 0.1, inflammation: 0.2 };
  const expected = rest.reduce((sum, name) => sum + share[name] * whole.scores[name].value!, 0) / 0.6;
  expect(smiling.overall.value).toBeCloseTo(expected);
});

test('no two scores have the same raw metric', () => {
  expect(new Set(scoreNames.map(sourceOf)).size).toBe(scoreNames.length);
});

test('another exposure, compression, size, tilt or tint of the same face is rarely a measurable change', async () => {
  const moves = [];
  for (const person of people) {
    const { picture } = await demoFace(person, 'front', 1450);
    const { first, retaken } = (await measureRepeatedly(picture))!;
    expect(retaken.filter((again) => again === null)).toEqual([]);
    moves.push(retaken.map((again) => pointsMoved(scoreValues(first.raw), scoreValues(again!))));
  }
  process.stdout.write(
    `Points a score moves when only the photo changes: median [largest] of ${moves.length} faces\n${movesTable(moves)}\n`,
  );
  const { overall, scores } = scoreSkin(measured[0]!);
  for (const name of shownScores) {
    const { band } = name === 'overall' ? overall : scores[name];
    for (const [n, retake] of retakeNames.entries())
      expect(median(moves.map((rows) => rows[n]![name])), `${name}, ${retake}`).toBeLessThanOrEqual(band);
    const beyond = moves.flat().filter((row) => row[name] > band);
    expect(beyond.length, `${name}: beyond its band`).toBeLessThanOrEqual(2);
  }
}, 600_000);
