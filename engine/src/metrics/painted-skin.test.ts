import { beforeAll, expect, test } from 'vitest';
import { demoFace } from '../../test/demo-faces.ts';
import { paintFace } from '../../test/painted-face.ts';
import type { PaintedFace } from '../../test/painted-face.ts';
import type { Landmarks } from '../picture.ts';
import { heatMapOf } from './heat-map.ts';
import { measureSkin } from './measure-skin.ts';
import type { SkinMeasurement } from './measure-skin.ts';
import { rawMetricNames } from './raw-metrics.ts';

const size = { width: 1100, height: 1100 };
const rightCheek = 50;
const leftCheek = 280;
const middleForehead = 151;
let landmarks: Landmarks;
let plain: SkinMeasurement;
beforeAll(async () => {
  ({ landmarks } = await demoFace('A', 'front', 1100));
  plain = measured(paintFace(landmarks, size));
});

test('skin painted in one colour has almost no wrinkles, pores, shine, redness or spots', () => {
  const { raw } = plain;
  expect(raw.wrinkles).toBeLessThan(0.03);
  expect(raw.pores).toBeLessThan(5);
  expect(raw.sebum).toBeLessThan(0.005);
  expect(raw.inflammation).toBeLessThan(0.05);
  expect(raw.spots).toBeLessThan(0.05);
});

test('lines across the forehead are wrinkles', () => {
  const face = paintFace(landmarks, size);
  for (const down of [-0.12, 0, 0.12])
    face.line(face.at(middleForehead, -0.5, down), face.at(middleForehead, 0.5, down), 0.02 * face.d, [-10, 0, 0]);
  const { raw } = measured(face);
  expect(raw.wrinkles).toBeGreaterThan(plain.raw.wrinkles + 0.1);
  expect(raw.inflammation).toBeLessThan(0.1);
  expect(raw.sebum).toBeLessThan(0.01);
});

test('fine dark pits on a cheek are pores', () => {
  const face = paintFace(landmarks, size);
  for (let n = 0; n < 16; n++) {
    const place = face.at(rightCheek, ((n % 4) - 1.5) * 0.05, (Math.floor(n / 4) - 1.5) * 0.05);
    face.disc(place, 0.009 * face.d, [-8, 0, 0]);
  }
  const { raw } = measured(face);
  expect(raw.pores).toBeGreaterThan(plain.raw.pores + 20);
  expect(raw.inflammation).toBeLessThan(0.1);
  expect(raw.sebum).toBeLessThan(0.01);
});

test('a pale light patch on the forehead is shine', () => {
  const face = paintFace(landmarks, size);
  face.disc(face.at(middleForehead), 0.12 * face.d, [16, -6, -9]);
  const { raw } = measured(face);
  expect(raw.sebum).toBeGreaterThan(plain.raw.sebum + 0.02);
  expect(raw.inflammation).toBeLessThan(0.1);
});

test('a patch that is lighter but as saturated as the skin does not count as shine', () => {
  const face = paintFace(landmarks, size);
  face.disc(face.at(middleForehead), 0.12 * face.d, [12, 0, 0]);
  expect(measured(face).raw.sebum).toBeLessThan(0.005);
});

test('a red cheek is inflammation, and the heat map is high there and low on the other cheek', () => {
  const face = paintFace(landmarks, size);
  face.disc(face.at(rightCheek), 0.15 * face.d, [-2, 10, 2]);
  const { raw } = measured(face);
  expect(raw.inflammation).toBeGreaterThan(plain.raw.inflammation + 0.1);
  expect(raw.sebum).toBeLessThan(0.01);
  const heat = heatAt(measured(face), face);
  expect(heat(rightCheek)).toBeGreaterThan(0.5);
  expect(heat(leftCheek)).toBeLessThan(0.02);
});

test('heat maps stay between 0 and 1 and their bounds inside the photo', () => {
  for (const name of rawMetricNames) {
    const { values, size: plane, bounds } = heatMapOf(plain, name);
    expect(values.length).toBe(plane.width * plane.height);
    expect(values.every((value) => value >= 0 && value <= 1)).toBe(true);
    expect(bounds.left).toBeGreaterThanOrEqual(0);
    expect(bounds.top).toBeGreaterThanOrEqual(0);
    expect(bounds.right).toBeLessThanOrEqual(size.width + 1);
    expect(bounds.bottom).toBeLessThanOrEqual(size.height + 1);
    const scale = plane.width / (bounds.right - bounds.left);
    expect(plane.height / (bounds.bottom - bounds.top)).toBeCloseTo(scale, 1);
  }
});

function measured(face: PaintedFace): SkinMeasurement {
  const result = measureSkin(face.picture(), face.landmarks);
  if (result.kind === 'refused') throw new Error(`Refused: ${result.code} ${result.value}`);
  return result;
}

function heatAt(measurement: SkinMeasurement, face: PaintedFace): (landmark: number) => number {
  const { values, size: plane, bounds } = heatMapOf(measurement, 'inflammation');
  const scale = plane.width / (bounds.right - bounds.left);
  return (landmark) => {
    const [x, y] = face.at(landmark);
    return values[Math.round((y - bounds.top) * scale) * plane.width + Math.round((x - bounds.left) * scale)]!;
  };
}
