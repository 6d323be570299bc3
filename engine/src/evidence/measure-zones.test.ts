import { beforeAll, describe, expect, test } from 'vitest';
import { demoFace, type DemoFace, sharedFaceModel } from '../../test/demo-faces.ts';
import type { Landmarks, Picture } from '../picture.ts';
import { emptyRecipe, type Recipe } from '../recipe.ts';
import { drawnStrengths, drawnWarp, prepare, type PreparedFace, render } from '../simulate.ts';
import { displacementAt } from '../warp/lattice.ts';
import { doseBandOf, errorOf, isMeasured, measureZones, type ZoneReading } from './measure-zones.ts';
import { statedBand, windowOf } from './stated-band.ts';

const given: Recipe = { ...emptyRecipe, treatments: { chin: 2, cheek: 1.5 } };

let face: DemoFace;
let before: PreparedFace;
beforeAll(async () => {
  face = await demoFace('A', 'front', 800);
  before = prepare(face.picture, face.landmarks);
});

const readings = (after: PreparedFace, repeats: PreparedFace[] = []): ZoneReading[] => {
  const read = measureZones(before, after, given, repeats);
  if (read === 'turned') throw new Error('not measured');
  return read;
};
const of = (treatment: string, all: readonly ZoneReading[]) => all.find((zone) => zone.treatment === treatment)!;
const redrawn = async (recipe: Recipe): Promise<PreparedFace> => {
  const picture = render(before, recipe);
  return prepare(picture, (await (await sharedFaceModel()).findLandmarks(picture))!);
};
const brightened = ({ width, height, data }: Picture, factor: number): Picture => ({
  width,
  height,
  data: data.map((value, i) => (i % 4 === 3 ? value : value * factor)),
});

describe('the photo before the treatment, measured as if it were the photo after', () => {
  test('a photo that is compared with itself shows no change, beside the doses and the simulated change of the recipe', () => {
    const zones = readings(before);
    expect(zones.map(({ treatment, dose }) => [treatment, dose])).toEqual([
      ['chin', 2],
      ['cheek', 1.5],
    ]);
    for (const { mm, light } of zones) {
      expect(mm?.seen).toBeCloseTo(0, 9);
      expect(light?.seen).toBeCloseTo(0, 9);
    }
    expect(of('chin', zones).mm?.simulated).toBeGreaterThan(0.3);
  });

  test('the same photo at another exposure shows a change of less than one L*', () => {
    const darker = prepare(brightened(face.picture, 0.85), face.landmarks);
    for (const { light } of readings(darker)) expect(Math.abs(light?.seen ?? 99)).toBeLessThan(1);
  });
});

test('a drawn result is measured from its landmarks, and a lower dose gives a smaller change', async () => {
  const [whole, half] = [await redrawn(given), await redrawn({ ...given, treatments: { chin: 0.7, cheek: 0.5 } })];
  const [full, less] = [readings(whole), readings(half)];
  const { mm, light } = of('chin', full);
  expect(Math.abs(mm!.seen - mm!.simulated)).toBeLessThan(2 * mm!.error);
  expect(of('chin', less).mm!.seen).toBeLessThan(mm!.seen);
  expect(Math.abs(light!.seen - light!.simulated)).toBeLessThan(light!.error);
});

test('a face that is only moved, scaled and turned in the plane shows no change', () => {
  const turned = (landmarks: Landmarks): Landmarks =>
    landmarks.map(([x, y, z]) => [0.96 * x - 0.05 * y + 40, 0.05 * x + 0.96 * y - 10, 0.96 * z] as const);
  // Only the landmarks are transformed, not the image, because this test does not check the change of light.
  const zones = readings({ ...before, landmarks: turned(before.landmarks) });
  for (const { mm } of zones) expect(mm?.seen ?? 0).toBeCloseTo(0, 6);
});

test('landmarks that move by a share of the simulated change show this share, also in the opposite direction', () => {
  const warp = drawnWarp(before, drawnStrengths(before, given))!;
  const shift = new Float64Array(2);
  const movedBy = (share: number) =>
    readings({
      ...before,
      landmarks: before.landmarks.map(([x, y, z]): Landmarks[number] => {
        displacementAt(warp.forward, x, y, shift);
        return [x + share * shift[0]!, y + share * shift[1]!, z];
      }),
    });
  const chin = (share: number) => of('chin', movedBy(share)).mm!;
  const { simulated } = chin(1);
  expect(chin(1).seen).toBeCloseTo(simulated, 9);
  expect(chin(0.5).seen).toBeCloseTo(simulated / 2, 2);
  expect(chin(-0.5).seen).toBeCloseTo(-simulated / 2, 2);
  // Each of the two photos adds an error of 0.4 % of the distance between the irises. This distance is about 63 mm, so
  // the error is about 0.25 mm per photo and 0.36 mm for both photos together.
  expect(chin(1).error).toBeGreaterThan(0.25);
  expect(chin(1).error).toBeLessThan(0.5);
});

test('differences between repeated photos of one visit increase the error', () => {
  const trembling = {
    ...before,
    landmarks: before.landmarks.map(([x, y, z], i): Landmarks[number] => [x, i === 152 ? y + 200 : y, z]),
  };
  const [calm, wide] = [readings(before, [before]), readings(before, [trembling])];
  expect(of('chin', wide).mm!.error).toBeGreaterThan(of('chin', calm).mm!.error);
  expect(of('cheek', wide).mm?.error).toBe(of('cheek', calm).mm?.error);
});

test('a turned head is not measured', async () => {
  const side = await demoFace('A', 'right', 800);
  expect(measureZones(before, prepare(side.picture, side.landmarks), given)).toBe('turned');
});

test('repeated photos may increase the error but never reduce it', () => {
  expect(errorOf(0.3, [])).toBe(0.3);
  expect(errorOf(0.3, [0.1, -0.1])).toBe(0.3);
  expect(errorOf(0.3, [0.6, -0.8])).toBeCloseTo(Math.sqrt(0.5), 12);
});

test('treatments of the whole face or of the neck are not measured', () => {
  expect(isMeasured('cheek')).toBe(true);
  expect(isMeasured('redness')).toBe(false);
  expect(isMeasured('neck_bands')).toBe(false);
});

test('the lowest and the highest usual dose count as usual', () => {
  expect(['below', 'usual', 'usual', 'above']).toEqual([0.4, 0.5, 2, 2.1].map((dose) => doseBandOf('cheek', dose)));
});

test('each outcome check has its range of days, and the shares of the effect that are expected then', () => {
  expect(windowOf('two_weeks')).toEqual({ day: 14, from: 10, to: 21 });
  expect(windowOf('three_months')).toEqual({ day: 90, from: 75, to: 110 });
  expect(statedBand('cheek', 'two_weeks')).toEqual([0.85, 1, 1.1]);
  expect(statedBand('glabella', 'three_months')).toEqual([0.3, 0.6, 0.9]);
  expect(statedBand('redness', 'two_weeks')).toEqual([0.2, 0.4, 0.6]);
});
