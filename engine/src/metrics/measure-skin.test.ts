import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { demoFace, people } from '../../test/demo-faces.ts';
import type { DemoFace } from '../../test/demo-faces.ts';
import { fillPolygon, scalePolygon } from '../maths/polygon.ts';
import { planeOf } from '../maths/plane.ts';
import { faceOutline } from '../model/landmark-groups.ts';
import type { Picture } from '../picture.ts';
import { pointsOf } from '../regions/work-area.ts';
import { measureLimits, measureSkin } from './measure-skin.ts';
import type { SkinMeasurement } from './measure-skin.ts';
import { rawMetricNames } from './raw-metrics.ts';

let faces: DemoFace[];
let measured: SkinMeasurement[];
beforeAll(async () => {
  faces = await Promise.all(people.map((person) => demoFace(person, 'front', 1250)));
  measured = faces.map(({ picture, landmarks }) => measureSkin(picture, landmarks) as SkinMeasurement);
});

test('every metric of a bare face is measured on visible skin and above zero, except the shine of matte skin', () => {
  for (const { kind, raw, visible } of measured) {
    expect(kind).toBe('measured');
    for (const name of rawMetricNames) {
      expect(raw[name], name).toBeGreaterThan(name === 'sebum' ? -1e-9 : 0);
      expect(visible[name], name).toBeGreaterThan(measureLimits.visible);
      expect(visible[name], name).toBeLessThanOrEqual(1);
    }
  }
});

test('the 60-year-old face has more wrinkles, pores and folds than the 40-year-old face', () => {
  const [younger, , older] = measured;
  expect(older!.raw.wrinkles).toBeGreaterThan(2 * younger!.raw.wrinkles);
  expect(older!.raw.pores).toBeGreaterThan(younger!.raw.pores);
  expect(older!.raw.sag).toBeGreaterThan(younger!.raw.sag);
});

test('the same photo gives the same numbers', () => {
  const { picture, landmarks } = faces[1]!;
  const again = measureSkin(picture, landmarks) as SkinMeasurement;
  expect(again.raw).toEqual(measured[1]!.raw);
  expect(again.metrics.pores.map).toEqual(measured[1]!.metrics.pores.map);
});

test('a photo in which pores cannot be seen is refused for its size', async () => {
  const { picture, landmarks } = await demoFace('A', 'front', 800);
  expect(measureSkin(picture, landmarks)).toMatchObject({ kind: 'refused', code: 'face_too_small', limit: 200 });
});

test('a photo from the side is refused, because the scale was made for both sides of a face', async () => {
  const { picture, landmarks } = await demoFace('A', 'left', 1250);
  const refused = measureSkin(picture, landmarks);
  expect(refused).toMatchObject({ kind: 'refused', code: 'face_turned' });
});

test('a blurred photo is refused instead of scored as smooth skin', async () => {
  const { picture, landmarks } = faces[2]!;
  expect(measureSkin(await blurred(picture, 6), landmarks)).toMatchObject({ kind: 'refused', code: 'blurred' });
});

test('a face behind a cloth is refused, because too little skin is visible', () => {
  const { picture, landmarks } = faces[0]!;
  const covered = { ...picture, data: picture.data.slice() };
  const cloth = planeOf(picture);
  fillPolygon(cloth, picture, scalePolygon(pointsOf(landmarks, faceOutline), 0.85));
  // The cloth has stripes, because a photo with a plain cloth would be refused as blurred.
  for (let i = 0; i < cloth.length; i++)
    if (cloth[i] === 1) covered.data.set(i % 16 < 8 ? [20, 60, 160] : [30, 90, 60], 4 * i);
  expect(measureSkin(covered, landmarks)).toMatchObject({ kind: 'refused', code: 'skin_hidden' });
});

test('invalid input throws an error and is not a refusal', () => {
  const { picture, landmarks } = faces[0]!;
  const beyond = landmarks.map(([x, y, z]) => [x + 5000, y, z] as const);
  expect(() => measureSkin(picture, beyond)).toThrow(RangeError);
  expect(() => measureSkin({ ...picture, width: 3 }, landmarks)).toThrow(RangeError);
  expect(() => measureSkin(picture, landmarks.slice(0, 468))).toThrow(RangeError);
});

async function blurred({ width, height, data }: Picture, sigma: number): Promise<Picture> {
  const image = sharp(data, { raw: { width, height, channels: 4 } }).blur(sigma);
  return { width, height, data: new Uint8ClampedArray(await image.raw().toBuffer()) };
}
