import { beforeAll, describe, expect, test } from 'vitest';
import { demoFace } from '../../test/demo-faces.ts';
import type { DemoFace } from '../../test/demo-faces.ts';
import { compare } from '../../test/compare.ts';
import { recipeFor } from '../presets.ts';
import { strengthsOf } from '../recipe.ts';
import { prepare, render } from '../simulate.ts';
import { faceWarp } from '../warp/face-warp.ts';
import { displacementAt, smallestJacobian } from '../warp/lattice.ts';
import type { Disc, Lattice } from '../warp/lattice.ts';
import { brushMask, parseBrush } from './brush.ts';
import type { Brush } from './brush.ts';

let face: DemoFace;
beforeAll(async () => {
  face = await demoFace('A', 'front', 640);
});

/** Returns a stroke at one landmark, with a radius in pixels. */
function dab(mode: 'protect' | 'limit', index: number, radius_px: number): Brush[number] {
  const { picture, landmarks } = face;
  const [x, y] = landmarks[index]!;
  return { mode, points: [[x / picture.width, y / picture.height]], radius: radius_px / picture.width };
}

/** Returns a square around a landmark. */
function around(index: number, reach: number) {
  const [x, y] = face.landmarks[index]!.map(Math.round) as [number, number, number];
  return { left: x - reach, top: y - reach, right: x + reach, bottom: y + reach };
}

/** Returns the largest movement within a stroke of one point, in pixels. */
function movementIn({ points, radius }: Brush[number], lattices: readonly Lattice[]): number {
  const { width, height } = face.picture;
  const [x, y] = [points[0]![0] * width, points[0]![1] * height];
  const at = new Float64Array(2);
  const movements = lattices.flatMap((lattice) =>
    Array.from({ length: 100 }, (_, n) => {
      // The points lie on a spiral that fills the disc evenly.
      const [reach, angle] = [radius * width * Math.sqrt(n / 99), 2.4 * n];
      displacementAt(lattice, x + reach * Math.cos(angle), y + reach * Math.sin(angle), at);
      return Math.hypot(at[0]!, at[1]!);
    }),
  );
  return Math.max(...movements);
}

describe('the brush', () => {
  test('a protecting brush stroke keeps every byte of its area, in colour and shape', () => {
    const { picture, landmarks } = face;
    const brush = [dab('protect', 0, 60), dab('protect', 50, 40)];
    const drawn = render(prepare(picture, landmarks), recipeFor('glamour'), { brush });
    for (const index of [0, 50]) expect(compare(drawn, picture, around(index, 12)).largest).toBe(0);
    expect(compare(drawn, picture, around(280, 12)).largest).toBeGreaterThan(3);
  });

  test('a limiting brush stroke lets treatments be drawn only inside its area', () => {
    const { picture, landmarks } = face;
    const drawn = render(prepare(picture, landmarks), recipeFor('glamour'), { brush: [dab('limit', 280, 60)] });
    expect(compare(drawn, picture, around(280, 12)).largest).toBeGreaterThan(3);
    for (const index of [0, 50, 9]) expect(compare(drawn, picture, around(index, 12)).largest).toBe(0);
  });

  test('the picture never folds at the edge of a brush stroke', () => {
    const { picture, landmarks } = face;
    for (const index of [0, 50, 105, 152, 172]) {
      for (const mode of ['protect', 'limit'] as const) {
        const warp = faceWarp(picture, landmarks, strengthsOf(recipeFor('glamour')), [dab(mode, index, 50)])!;
        expect(smallestJacobian(warp.forward), `${mode} at ${index}`).toBeGreaterThan(0.3);
      }
    }
  });

  // The studio allows radii from 0.005 of the photo's width; a new brush has 0.03.
  test.each([0.005, 0.01, 0.02, 0.03])(
    'a protecting stroke of radius %d keeps every pixel under it in place, and the picture does not fold',
    (radius) => {
      const { picture, landmarks } = face;
      const strengths = strengthsOf(recipeFor('glamour'));
      const free = faceWarp(picture, landmarks, strengths)!;
      for (const index of [0, 17, 50, 105, 172]) {
        const stroke = dab('protect', index, radius * picture.width);
        expect(movementIn(stroke, [free.forward]), `without the stroke at ${index}`).toBeGreaterThan(0.9);
        const { forward, backward } = faceWarp(picture, landmarks, strengths, [stroke])!;
        expect(movementIn(stroke, [forward, backward]), `at ${index}`).toBe(0);
        expect(smallestJacobian(forward), `at ${index}`).toBeGreaterThan(0.6);
      }
    },
  );

  test('a lesion beside a protecting stroke moves no pixel under the stroke', () => {
    const { picture, landmarks } = face;
    const strengths = strengthsOf(recipeFor('glamour'));
    const [x, y] = landmarks[105]!;
    for (const away of [12, 20, 28, 36]) {
      const stroke = dab('protect', 105, 6);
      const lesions: Disc[] = [{ x: x - away, y, radius: 4 }];
      const { forward, backward } = faceWarp(picture, landmarks, strengths, [stroke], lesions)!;
      expect(movementIn(stroke, [forward, backward]), `${away} px away`).toBe(0);
      expect(smallestJacobian(forward), `${away} px away`).toBeGreaterThan(0.5);
    }
  });

  test('where a protecting and a limiting stroke overlap, the area is protected', () => {
    const window = { left: 0, top: 0, right: 640, bottom: 640 };
    const brush = [dab('limit', 4, 100), dab('protect', 4, 20)];
    const mask = brushMask(brush, face.picture, window, { width: 640, height: 640 });
    const [x, y] = face.landmarks[4]!.map(Math.round) as [number, number, number];
    expect([mask[y * 640 + x], mask[y * 640 + x + 40], mask[y * 640 + x + 120]]).toEqual([0, 255, 0]);
  });

  test.each([
    ['brush', {}],
    ['0.mode', [{ mode: 'paint', points: [[0, 0]], radius: 0.1 }]],
    ['0.radius', [{ mode: 'limit', points: [[0, 0]], radius: 0 }]],
    ['0.points', [{ mode: 'limit', points: [], radius: 0.1 }]],
    ['0.points', [{ mode: 'limit', points: [[0, 9]], radius: 0.1 }]],
  ])('a stored brush is refused if it is invalid at %s', (path, value) => {
    expect(() => parseBrush(value)).toThrow(expect.objectContaining({ path }));
  });

  test('a brush is unchanged after conversion to JSON and back', () => {
    const brush = [dab('limit', 4, 100)];
    expect(parseBrush(JSON.parse(JSON.stringify(brush)))).toEqual(brush);
  });
});
