import { beforeAll, describe, expect, test } from 'vitest';
import { demoFace, people, poses } from '../../test/demo-faces.ts';
import type { Vector } from '../maths/similarity.ts';
import type { Landmarks } from '../picture.ts';
import { faceMesh } from './face-mesh.ts';
import { fillerField } from './filler-field.ts';
import { fillerNames, fillers } from './fillers.ts';
import { oneFace, pairNames, sideDifferences } from './one-face.ts';
import { meanFace } from './topology.ts';

const pxPerMm = 3;
const irisRim_mm = 5.85;

/**
 * An invented face that differs from the mean face: nose and chin are longer, and the left corner of the mouth is
 * lower.
 */
const made: readonly Vector[] = meanFace.map(([x, y, z]) => {
  const near = (px: number, py: number, width: number) =>
    Math.exp(-((x - px) ** 2 + (y - py) ** 2) / (2 * width * width));
  const [nose, chin, mouth] = [meanFace[4]!, meanFace[152]!, meanFace[291]!];
  return [
    x,
    y + 3 * near(mouth[0], mouth[1], 8) + 2 * near(chin[0], chin[1], 15),
    z - 9 * near(nose[0], nose[1], 14) - 9 * near(chin[0], chin[1], 18),
  ];
});

/** Returns a generator of normally distributed numbers, which are the same in every run. */
function noise(seed: number): () => number {
  let state = seed;
  const uniform = () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

/**
 * Returns the landmarks of a photo of the invented face. Their depth is too flat and noisy, like that of the mesh
 * model.
 */
function photoOf(yaw: number, seed: number, shift: (i: number) => Vector = () => [0, 0, 0]): Landmarks {
  const next = noise(seed);
  const [cos, sin] = [Math.cos((yaw * Math.PI) / 180), Math.sin((yaw * Math.PI) / 180)];
  const turned = ([x, y, z]: Vector): Vector => [cos * x - sin * z, y, sin * x + cos * z];
  const shown = made.map((point, i) => {
    const moved = shift(i);
    const [x, y, z] = turned([point[0] + moved[0], point[1] + moved[1], point[2] + moved[2]]);
    return [
      pxPerMm * (x + 0.3 * next()) + 400,
      pxPerMm * (y + 0.3 * next()) + 400,
      pxPerMm * (0.8 * z + 1.5 * next()),
    ] as const;
  });
  // The irises lie between the corners of the eyes. Their rims have the true size.
  const irises = [
    [33, 133],
    [263, 362],
  ].flatMap(([a, b]) => {
    const centre = [0, 1, 2].map((k) => (shown[a!]![k]! + shown[b!]![k]!) / 2) as unknown as Vector;
    const rim = pxPerMm * irisRim_mm * cos;
    return [
      centre,
      [centre[0] + rim, centre[1], centre[2]],
      [centre[0], centre[1] - rim, centre[2]],
      [centre[0] - rim, centre[1], centre[2]],
      [centre[0], centre[1] + rim, centre[2]],
    ] as Vector[];
  });
  return [...shown, ...irises];
}

/**
 * Scales the points to the size of the invented face, and returns the root mean square of their distances from the
 * points of that face, in millimetres.
 */
function error_mm(points: readonly Vector[]): number {
  const size = (of: readonly Vector[]) => Math.sqrt(of.reduce((sum, p) => sum + p[0] ** 2 + p[1] ** 2 + p[2] ** 2, 0));
  const scale = size(made) / size(points);
  const middle = (of: readonly Vector[]) => [0, 1, 2].map((k) => of.reduce((sum, p) => sum + p[k]!, 0) / of.length);
  const [a, b] = [middle(made), middle(points)];
  const squares = points.map((p, i) =>
    p.reduce((sum, v, k) => sum + (scale * (v - b[k]!) - (made[i]![k]! - a[k]!)) ** 2, 0),
  );
  return Math.sqrt(squares.reduce((sum, v) => sum + v, 0) / points.length);
}

describe('an invented face in three photos', () => {
  const photos = [photoOf(0, 11), photoOf(35, 12), photoOf(-35, 13)];

  test('three photos give an invented face to within a millimetre; one photo or the mean face has a larger error', () => {
    const three = error_mm(oneFace(photos).points);
    expect(three).toBeLessThan(0.95);
    expect(error_mm(oneFace([photos[0]!]).points)).toBeGreaterThan(1.5 * three);
    expect(error_mm(meanFace)).toBeGreaterThan(1.5 * three);
  });

  test('a face found from three photos gives each photo its yaw and depth, and does not change x and y', () => {
    const { views } = oneFace(photos);
    [0, 35, -35].forEach((yaw, n) => {
      expect(Math.abs(views[n]!.yaw - yaw), `${yaw}`).toBeLessThan(1.5);
      expect(views[n]!.difference_mm).toBeLessThan(0.7);
      expect(views[n]!.landmarks.map(([x, y]) => [x, y])).toEqual(photos[n]!.map(([x, y]) => [x, y]));
      // Returns the depth between the tip of the nose and the ears. The simulated model makes the depth a fifth too
      // flat.
      const depth = (of: Landmarks) => ((of[234]![2] + of[454]![2]) / 2 - of[4]![2]) / pxPerMm;
      const turned = n === 0 ? depth(views[0]!.landmarks) / depth(photos[0]!) : 1.2;
      expect(turned).toBeGreaterThan(1.12);
    });
  });

  test('a face found from three photos shows that one corner of the mouth is lower', () => {
    const sides = sideDifferences(oneFace(photos));
    expect(sides.mouth.lower).toBeGreaterThan(2);
    expect(sides.mouth.lower).toBeLessThan(4);
    for (const name of pairNames.filter((each) => each !== 'mouth')) {
      const { lower, wider, ahead } = sides[name];
      for (const value of [lower, wider, ahead]) expect(Math.abs(value), name).toBeLessThan(1.3);
    }
  });

  test('a photo with another expression differs more from the face found from three photos', () => {
    const smile = photoOf(35, 12, (i) => (made[i]![1] > 10 ? [0, -5, 2] : [0, 0, 0]));
    const differences = oneFace([photos[0]!, smile, photos[2]!]).views.map(({ difference_mm }) => difference_mm);
    const usual = oneFace(photos).views.map(({ difference_mm }) => difference_mm);
    expect(Math.max(...differences)).toBeGreaterThan(1.5 * Math.max(...usual));
  });

  test('three photos give the same face in every run', () => {
    expect(oneFace(photos)).toEqual(oneFace(photos));
  });
});

describe('the demo faces', () => {
  let visits: Landmarks[][];
  beforeAll(async () => {
    visits = await Promise.all(
      people.map((person) => Promise.all(poses.map(async (pose) => (await demoFace(person, pose)).landmarks))),
    );
  });

  test('the three photos of each demo face agree to about a millimetre', () => {
    for (const visit of visits)
      for (const { difference_mm } of oneFace(visit).views) {
        expect(difference_mm).toBeGreaterThan(0.2);
        expect(difference_mm).toBeLessThan(1.3);
      }
  });

  test('the sizes of a demo face in its three photos differ from their mean by less than a tenth', () => {
    const sizes = visits.flatMap((visit) => oneFace(visit).views.map(({ size }) => size));
    expect(Math.min(...sizes)).toBeGreaterThan(0.9);
    expect(Math.max(...sizes)).toBeLessThan(1.1);
  });

  test.each(fillerNames)('one dose of %s raises the surface equally in all three photos', (name) => {
    for (const visit of visits)
      for (const side of ['right', 'left'] as const) {
        const [front, ...turned] = visit.map((landmarks) => raised(landmarks, name, side));
        const highest = Math.max(...[...front!.values()].map((move) => Math.hypot(...move)));
        for (const other of turned) {
          const apart = [...front!].flatMap(([vertex, move]) => {
            if (Math.hypot(...move) < 0.2 * highest) return [];
            const there = other.get(vertex) ?? [0, 0, 0];
            return [move.reduce((sum, v, k) => sum + (v - there[k]!) ** 2, 0)];
          });
          const difference = Math.sqrt(apart.reduce((sum, v) => sum + v, 0) / apart.length);
          expect(difference, side).toBeLessThan(0.45);
          expect(difference / highest, side).toBeLessThan(0.2);
        }
      }
  });
});

/** Returns how far the usual dose of a filler moves each vertex, in millimetres and in the axes of the face. */
function raised(landmarks: Landmarks, name: (typeof fillerNames)[number], side: 'right' | 'left'): Map<number, Vector> {
  const mesh = faceMesh(landmarks);
  const { vertices, moves } = fillerField(mesh, name, side);
  return new Map(
    [...vertices].map((vertex, n) => {
      const along = mesh.fit.axes.map((axis) => axis.reduce((sum, v, k) => sum + v * moves[3 * n + k]!, 0));
      return [vertex, along.map((v) => v * fillers[name].usual_mL) as unknown as Vector];
    }),
  );
}
