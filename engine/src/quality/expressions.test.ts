import { beforeAll, expect, test } from 'vitest';
import { demoFacePath, people, readPicture, sharedFaceModel } from '../../test/demo-faces.ts';
import type { Landmarks, Point3 } from '../picture.ts';
import { interocularDistance } from '../regions/face-frame.ts';
import { type Expression, expressionLimits, isMade, measureExpression } from './expressions.ts';

const expressions = Object.keys(expressionLimits) as Expression[];
let faces: Landmarks[];
beforeAll(async () => {
  const model = await sharedFaceModel();
  faces = [];
  for (const person of people)
    faces.push((await model.findLandmarks(await readPicture(demoFacePath(person, 'front'))))!);
});

/**
 * Moves some landmarks of a face. The moves are in millimetres, for a face with a distance of 63 mm between the eyes.
 */
function withMoved(face: Landmarks, moves: Record<number, readonly [number, number]>): Landmarks {
  const mm = interocularDistance(face) / 63;
  return face.map(([x, y, z], at): Point3 => {
    const [dx, dy] = moves[at] ?? [0, 0];
    return [x + dx * mm, y + dy * mm, z];
  });
}

/**
 * Muscle movements of a person who follows the instructions. The person's right is on the left of the image; down is
 * positive.
 */
const acted: Record<Expression, Record<number, readonly [number, number]>> = {
  frown: { 55: [1.5, 2], 285: [-1.5, 2], 105: [0.5, 1], 334: [-0.5, 1] },
  raised_brows: { 55: [0, -4], 285: [0, -4], 105: [0, -6], 334: [0, -6] },
  smile: { 61: [-4, -3], 291: [4, -3] },
};

test('each expression is distinguished from rest and from the other two, on every demo face', () => {
  for (const face of faces) {
    const rest = measureExpression(face);
    for (const made of expressions) {
      const now = measureExpression(withMoved(face, acted[made]));
      expect(expressions.filter((one) => isMade(one, now, rest))).toEqual([made]);
    }
  }
});

test('a face at rest, or trembling by half a millimetre, makes no expression', () => {
  for (const face of faces) {
    const rest = measureExpression(face);
    const trembling = withMoved(face, { 55: [0.5, 0.5], 105: [0, -0.5], 334: [0, 0.5], 61: [-0.5, 0], 291: [0.5, 0] });
    for (const now of [rest, measureExpression(trembling)])
      expect(expressions.filter((one) => isMade(one, now, rest))).toEqual([]);
  }
});

test('size and tilt of the picture do not change the measures', () => {
  const [face] = faces as [Landmarks];
  const [sin, cos] = [Math.sin(0.15), Math.cos(0.15)];
  const turned = face.map(([x, y, z]): Point3 => [1.7 * (x * cos - y * sin), 1.7 * (x * sin + y * cos), 1.7 * z]);
  const [before, after] = [measureExpression(face), measureExpression(turned)];
  for (const name of ['browGap', 'innerBrowHeight', 'browHeight', 'mouthWidth'] as const)
    expect(after[name]).toBeCloseTo(before[name], 6);
});
