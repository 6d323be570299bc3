import { beforeAll, expect, test, vi } from 'vitest';
import { demoFace } from '../../test/demo-faces.ts';
import { paintFace } from '../../test/painted-face.ts';
import type { PaintedFace } from '../../test/painted-face.ts';
import { readLab } from '../maths/lab.ts';
import type { Point } from '../maths/polygon.ts';
import type { Landmarks, Picture } from '../picture.ts';
import type { Recipe } from '../recipe.ts';
import { prepare, render } from '../simulate.ts';

// Each scene is drawn several times.
vi.setConfig({ testTimeout: 60_000 });

const size = { width: 640, height: 640 };
let landmarks: Landmarks;
beforeAll(async () => {
  ({ landmarks } = await demoFace('B', 'front', size.width));
});

const skin = [68, 13, 17] as const;
const blank = () => paintFace(landmarks, size);

function treated(face: PaintedFace, treatments: Recipe['treatments']): Picture {
  return render(prepare(face.picture(), landmarks), { version: 1, treatments });
}

function colourAt(picture: Picture, [x, y]: Point): [l: number, a: number, b: number] {
  const lab = new Float32Array(3);
  readLab(picture.data, (Math.floor(y) * picture.width + Math.floor(x)) * 4, lab);
  return [lab[0]!, lab[1]!, lab[2]!];
}

const between = (from: Point, to: Point, share: number): Point => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
];

test('filler removes the colour of a broad fold together with its shade, and leaves no red line along its border', () => {
  const face = blank();
  const [from, to] = [face.at(129, -0.02, 0.05), face.at(216, 0.02, 0)];
  const shades = [
    [34, -4, 2],
    [28, -4, 2],
    [22, -4, 1],
    [16, -5, 1],
    [8, -6, 0],
  ] as const;
  for (const [width, l, a] of shades) face.line(from, to, width, [l, a, 0]);
  const after = treated(face, { nasolabial: 2 });
  const [x, y] = between(from, to, 0.5);
  const red = Array.from({ length: 25 }, (_, k) => colourAt(after, [x + 2 * k - 24, y])[1] - skin[1]);
  // In the photo, a* is above that of the skin by 6 in the middle of the fold, and by 4 near its border.
  expect(red[12]).toBeLessThan(3.5);
  expect(Math.max(...red)).toBeLessThan(4);
});

test('a strand of hair that becomes thinner over the forehead keeps its soft end', () => {
  const face = blank();
  const [root, tip] = [face.at(338, 0, 0.02), face.at(338, -0.03, 0.42)];
  for (let k = 0; k < 40; k++) {
    const thin = 1 - k / 40;
    face.disc(between(root, tip, k / 40), 3 + 3 * thin, [-9 * thin, 0, -2 * thin]);
  }
  const before = face.picture();
  const after = treated(face, { forehead: 20 });
  const steepest = (picture: Picture) => {
    const light = Array.from({ length: 16 }, (_, k) => colourAt(picture, between(root, tip, 0.25 + 0.05 * k))[0]);
    return Math.max(...light.slice(1).map((value, k) => value - light[k]!));
  };
  expect(steepest(after)).toBeLessThan(1.25 * steepest(before));
});

test('redness is removed close to a mole, so that no red ring makes the mole look inflamed', () => {
  const face = blank();
  const mole = face.at(205, 0, -0.1);
  face.disc(mole, 0.25 * face.d, [-2, 9, 0]).disc(mole, 0.02 * face.d, [-28, 2, 0]);
  const after = treated(face, { redness: 100 });
  const redness = (share: number) => colourAt(after, [mole[0] + share * face.d, mole[1]])[1];
  expect(colourAt(after, mole)).toEqual(colourAt(face.picture(), mole));
  expect(redness(0.05) - redness(0.12)).toBeLessThan(1);
});
