import { beforeAll, expect, test } from 'vitest';
import { demoFace, people } from '../../test/demo-faces.ts';
import type { DemoFace } from '../../test/demo-faces.ts';
import { backwardLattice, displacementAt, smallestJacobian } from '../warp/lattice.ts';
import { warpRows } from '../warp/resample-warp.ts';
import { isSame } from '../../test/compare.ts';
import type { Picture } from '../picture.ts';
import { swayField, swayLattice, swayMost_deg } from './sway-field.ts';
import type { SwayField } from './sway-field.ts';

let faces: { face: DemoFace; field: SwayField }[];
beforeAll(async () => {
  faces = [];
  for (const person of people) {
    const face = await demoFace(person, 'front', 560);
    faces.push({ face, field: swayField(face.picture, face.landmarks) });
  }
});

function turned({ face, field }: (typeof faces)[number], degrees: number): Picture {
  const backward = backwardLattice(swayLattice(field, degrees));
  const out = { ...face.picture, data: new Uint8ClampedArray(face.picture.data) };
  warpRows(face.picture, backward, out, { top: backward.window.top, bottom: backward.window.bottom });
  return out;
}

const moveOf = (field: SwayField, degrees: number, x: number, y: number): [number, number] => {
  const out = new Float64Array(2);
  displacementAt(swayLattice(field, degrees), x, y, out);
  return [out[0]!, out[1]!];
};

test('an angle of zero gives the photo, and another angle gives the same bytes twice', () => {
  for (const one of faces) {
    expect(isSame(turned(one, 0), one.face.picture)).toBe(true);
    expect(isSame(turned(one, 5), one.face.picture)).toBe(false);
    expect(isSame(turned(one, 5), turned(one, 5))).toBe(true);
  }
});

test('the tip of the nose moves further than the ear, in the direction of the turn', () => {
  for (const { face, field } of faces) {
    const across = ([tip, ear]: readonly [number, number], degrees: number) => {
      const of = (index: number) => moveOf(field, degrees, face.landmarks[index]![0], face.landmarks[index]![1])[0];
      return [of(tip), of(ear)] as const;
    };
    const [tip, ear] = across([4, 234], swayMost_deg);
    const [otherTip] = across([4, 234], -swayMost_deg);
    expect(Math.abs(tip)).toBeGreaterThan(1.5 * Math.abs(ear));
    // A positive angle is the yaw of the pose 'right', in which the nose points to the right of the image.
    expect(tip).toBeGreaterThan(0);
    expect(otherTip).toBeLessThan(0);
  }
});

test('the largest angle never folds the picture, and larger angles are limited to it', () => {
  for (const { field } of faces) {
    for (const degrees of [-swayMost_deg, swayMost_deg])
      expect(smallestJacobian(swayLattice(field, degrees))).toBeGreaterThan(0.3);
    expect(swayLattice(field, 40)).toEqual(swayLattice(field, swayMost_deg));
  }
});

test('the edge of the photo does not move', () => {
  for (const { face, field } of faces) {
    const { width, height } = face.picture;
    for (const [x, y] of [
      [0, 0],
      [width, 0],
      [0, height],
      [width, height],
      [width / 2, height],
    ] as const)
      expect(Math.hypot(...moveOf(field, swayMost_deg, x, y))).toBeLessThan(0.5);
  }
});
