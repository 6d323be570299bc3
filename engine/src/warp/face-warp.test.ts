import { beforeAll, describe, expect, test } from 'vitest';
import { demoFace, people } from '../../test/demo-faces.ts';
import type { DemoFace } from '../../test/demo-faces.ts';
import { innerLips, leftEye, leftIris, rightEye, rightIris } from '../model/landmark-groups.ts';
import { recipeFor } from '../presets.ts';
import { emptyRecipe, strengthsOf, withDose } from '../recipe.ts';
import type { Recipe } from '../recipe.ts';
import { doseResponse } from '../dose-response.ts';
import { faceFrame } from '../regions/face-frame.ts';
import { ringAround } from './controls.ts';
import { faceWarp } from './face-warp.ts';
import { displacementAt, smallestJacobian } from './lattice.ts';
import type { Lattice } from './lattice.ts';
import { movingTreatments } from './movers.ts';

let fronts: DemoFace[];
let sides: DemoFace[];
beforeAll(async () => {
  fronts = await Promise.all(people.map((person) => demoFace(person, 'front', 800)));
  sides = (await Promise.all(
    people.map((person) => [demoFace(person, 'right', 800), demoFace(person, 'left', 800)]).flat(),
  )) as DemoFace[];
});

const recipes: [string, Recipe][] = [
  ...movingTreatments.map((name): [string, Recipe] => [
    `${name} at its highest dose`,
    withDose(emptyRecipe, name, doseResponse[name].max),
  ]),
  ['the glamour preset', recipeFor('glamour')],
];

test('trust 15: a lesion moves as a whole and by whole pixels, so that it is copied and not resampled', () => {
  const { picture, landmarks } = fronts[0]!;
  const [x, y] = landmarks[105]!;
  const lesion = { x, y: y - 12, radius: 5 };
  const strengths = strengthsOf(withDose(emptyRecipe, 'brow_lift', doseResponse.brow_lift.max));
  const { forward: lattice, backward } = faceWarp(picture, landmarks, strengths, undefined, [lesion])!;
  const at = new Float64Array(2);
  displacementAt(lattice, lesion.x, lesion.y, at);
  const [dx, dy] = [at[0]!, at[1]!];
  expect(dy).toBeLessThan(-0.9);
  for (const [u, v] of [
    [0, 0],
    [5, 0],
    [0, -5],
    [-3, 4],
  ] as const) {
    displacementAt(backward, lesion.x + dx + u, lesion.y + dy + v, at);
    expect([...at]).toEqual([Math.round(dx), Math.round(dy)]);
  }
  expect(smallestJacobian(lattice)).toBeGreaterThan(0.4);
});

test('filler in the jaw moves the outline without a step, which would look like a knob on the jaw', () => {
  const recipe = withDose(emptyRecipe, 'jawline', doseResponse.jawline.max);
  for (const face of fronts) {
    const lattice = forward(face, recipe);
    const { mmPerPx } = faceFrame(face.landmarks);
    for (const outline of [
      [132, 58, 172, 136, 150],
      [361, 288, 397, 365, 379],
    ]) {
      const moves = outline.map((index) => drift_mm(face, lattice, [index]));
      for (let n = 1; n < outline.length; n++) {
        const [from, to] = [face.landmarks[outline[n - 1]!]!, face.landmarks[outline[n]!]!];
        const length = Math.hypot(to[0] - from[0], to[1] - from[1]) * mmPerPx;
        expect(Math.abs(moves[n]! - moves[n - 1]!) / length, `${face.name}, ${outline[n]}`).toBeLessThan(0.1);
      }
      expect(moves[3]!, face.name).toBeGreaterThan(0.5);
    }
  }
});

describe.each(recipes)('%s', (_, recipe) => {
  test('the warp moves the face and never folds the picture', () => {
    for (const face of [...fronts, ...sides]) {
      const lattice = forward(face, recipe);
      expect(largest(lattice) > 0.5, face.name).toBe(movesIn(face, recipe));
      expect(smallestJacobian(lattice), face.name).toBeGreaterThan(0.4);
    }
  });

  test('in photos from the front, the warp leaves the eyes, nose, line of the lips and background in place', () => {
    for (const face of fronts) {
      const lattice = forward(face, recipe);
      expect(drift_mm(face, lattice, [...rightEye, ...leftEye]), `${face.name} eyes`).toBeLessThan(0.1);
      expect(drift_mm(face, lattice, [rightIris[0]!, leftIris[0]!]), `${face.name} irises`).toBeLessThan(0.03);
      expect(drift_mm(face, lattice, innerLips), `${face.name} lips`).toBeLessThan(0.15);
      expect(drift_mm(face, lattice, [1, 4, 98, 327]), `${face.name} nose`).toBeLessThan(0.05);
      expect(backgroundDrift_mm(face, lattice), `${face.name} background`).toBeLessThan(0.25);
    }
  });

  test('on a turned head, the warp moves the line of the lips forward and the far eye a little, and nothing else', () => {
    const far_mm = 'nose_bridge' in recipe.treatments ? 0.16 : 0.1;
    for (const face of sides) {
      const lattice = forward(face, recipe);
      const [near, other] = face.pose === 'right' ? [rightEye, leftEye] : [leftEye, rightEye];
      expect(drift_mm(face, lattice, near), `${face.name} near eye`).toBeLessThan(0.1);
      expect(drift_mm(face, lattice, other), `${face.name} far eye`).toBeLessThan(far_mm);
      expect(drift_mm(face, lattice, [rightIris[0]!, leftIris[0]!]), `${face.name} irises`).toBeLessThan(0.03);
      const mouth = mouthDrift_mm(face, lattice);
      expect(mouth.across, `${face.name} lips`).toBeLessThan(0.2);
      expect(mouth.gap, `${face.name} mouth`).toBeLessThan(0.16);
      expect(mouth.forward, `${face.name} lips forward`).toBeLessThan(0.75);
      expect(drift_mm(face, lattice, [1, 4, 98, 327]), `${face.name} nose`).toBeLessThan(0.05);
      expect(backgroundDrift_mm(face, lattice), `${face.name} background`).toBeLessThan(0.25);
    }
  });

  test('the backward lattice of the warp reverses the forward lattice to within a fifth of a pixel', () => {
    for (const face of fronts) {
      const warp = faceWarp(face.picture, face.landmarks, strengthsOf(recipe))!;
      const back = new Float64Array(2);
      const forth = new Float64Array(2);
      for (const [x, y] of face.landmarks) {
        displacementAt(warp.backward, x, y, back);
        displacementAt(warp.forward, x - back[0]!, y - back[1]!, forth);
        expect(Math.hypot(back[0]! - forth[0]!, back[1]! - forth[1]!)).toBeLessThan(0.2);
      }
    }
  });
});

test('a higher dose moves the face further', () => {
  for (const name of movingTreatments) {
    const { max } = doseResponse[name];
    const reaches = [0.25, 0.5, 1].map((share) =>
      largest(forward(sides[0]!, { version: 1, treatments: { [name]: max * share } })),
    );
    expect(reaches[0]! < reaches[1]! && reaches[1]! < reaches[2]!, name).toBe(true);
  }
});

test('a dose on one side does not move the other side', () => {
  const face = fronts[0]!;
  const lattice = forward(face, withDose(emptyRecipe, 'brow_lift', { right: 4, left: 0 }));
  expect(drift_mm(face, lattice, [70])).toBeGreaterThan(1);
  expect(drift_mm(face, lattice, [300])).toBeLessThan(0.02);
});

test('a filled chin moves sideways in a photo from the side, and hardly in one from the front', () => {
  const recipe = withDose(emptyRecipe, 'chin', 4);
  const [right, left] = [sides[0]!, sides[1]!].map((face) => at(forward(face, recipe), face, 175));
  expect(right![0]).toBeGreaterThan(0.5);
  expect(left![0]).toBeLessThan(-0.5);
  expect(Math.abs(at(forward(fronts[0]!, recipe), fronts[0]!, 175)[0]!)).toBeLessThan(0.3);
});

test('a recipe whose treatments move nothing has no warp', () => {
  expect(
    faceWarp(fronts[0]!.picture, fronts[0]!.landmarks, strengthsOf(withDose(emptyRecipe, 'forehead', 12))),
  ).toBeNull();
});

/**
 * Returns whether a recipe moves anything in this pose. The bridge of the nose only moves forward, which is not visible
 * from the front.
 */
function movesIn({ pose }: DemoFace, { treatments }: Recipe): boolean {
  return pose !== 'front' || Object.keys(treatments).some((name) => name !== 'nose_bridge');
}

function forward(face: DemoFace, recipe: Recipe): Lattice {
  return faceWarp(face.picture, face.landmarks, strengthsOf(recipe))!.forward;
}

function at(lattice: Lattice, face: DemoFace, index: number): [number, number] {
  const out = new Float64Array(2);
  displacementAt(lattice, face.landmarks[index]![0], face.landmarks[index]![1], out);
  return [out[0]!, out[1]!];
}

function drift_mm(face: DemoFace, lattice: Lattice, indices: readonly number[]): number {
  const { mmPerPx } = faceFrame(face.landmarks);
  return Math.max(...indices.map((index) => Math.hypot(...at(lattice, face, index)) * mmPerPx));
}

const upperLine = [78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308];
const lowerLine = [78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308];

/**
 * Returns how far the line of the mouth moves along and across the line of the eyes, and how far the mouth opens or
 * closes.
 */
function mouthDrift_mm(face: DemoFace, lattice: Lattice): { forward: number; across: number; gap: number } {
  const { ex, ey, mmPerPx } = faceFrame(face.landmarks);
  const along = (index: number) => {
    const [dx, dy] = at(lattice, face, index);
    return { forward: (dx * ex + dy * ey) * mmPerPx, down: (dy * ex - dx * ey) * mmPerPx };
  };
  return {
    forward: Math.max(...innerLips.map((index) => Math.abs(along(index).forward))),
    across: Math.max(...innerLips.map((index) => Math.abs(along(index).down))),
    gap: Math.max(...upperLine.map((index, k) => Math.abs(along(lowerLine[k]!).down - along(index).down))),
  };
}

/**
 * Returns the largest movement near and outside the inner fixed ring. The interpolation could move points outside this
 * ring.
 */
function backgroundDrift_mm(face: DemoFace, lattice: Lattice): number {
  const { d, mmPerPx } = faceFrame(face.landmarks);
  const out = new Float64Array(2);
  return Math.max(
    ...[0.45, 0.5, 0.6].flatMap((distance) =>
      ringAround(face.landmarks, d, distance).map(({ x, y }) => {
        displacementAt(lattice, x, y, out);
        return Math.hypot(out[0]!, out[1]!) * mmPerPx;
      }),
    ),
  );
}

function largest({ dx, dy }: Lattice): number {
  return dx.reduce((most, x, i) => Math.max(most, Math.hypot(x, dy[i]!)), 0);
}
