import { beforeAll, describe, expect, test } from 'vitest';
import { demoFace } from '../test/demo-faces.ts';
import type { DemoFace } from '../test/demo-faces.ts';
import { findDoseGaps, parseInjectionMap, placeAt, positionOf, sideOf, usualPoints } from './injection-map.ts';
import { recipeFor } from './presets.ts';
import { withDose } from './recipe.ts';
import { faceFrame } from './regions/face-frame.ts';

let front: DemoFace;
let right: DemoFace;
beforeAll(async () => {
  [front, right] = await Promise.all([demoFace('B', 'front', 800), demoFace('B', 'right', 800)]);
});

describe('a place', () => {
  test('lies where it was pointed at, to a hundredth of a pixel', () => {
    for (const index of [50, 280, 172, 9, 17]) {
      const [x, y] = [front.landmarks[index]![0] + 3.3, front.landmarks[index]![1] - 2.1];
      const [px, py] = positionOf(placeAt(front.landmarks, x, y), front.landmarks);
      expect(Math.hypot(px - x, py - y)).toBeLessThan(0.01);
    }
  });

  test('holds on another pose: between the same landmarks', () => {
    const place = placeAt(front.landmarks, front.landmarks[50]![0] + 2, front.landmarks[50]![1]);
    const [x, y] = positionOf(place, right.landmarks);
    const [near] = [right.landmarks[50]!];
    expect(Math.hypot(x - near[0], y - near[1])).toBeLessThan(0.08 * faceFrame(right.landmarks).d);
  });

  test('knows its side, on every pose', () => {
    for (const { landmarks } of [front, right]) {
      expect(sideOf(placeAt(landmarks, landmarks[50]![0], landmarks[50]![1]), landmarks)).toBe('right');
      expect(sideOf(placeAt(landmarks, landmarks[280]![0], landmarks[280]![1]), landmarks)).toBe('left');
    }
  });
});

describe('a map', () => {
  test('made from a recipe adds up to it, per treatment', () => {
    const recipe = withDose(recipeFor('harmonious'), 'cheek', { right: 1.4, left: 0.6 });
    const points = usualPoints(recipe, front.landmarks);
    expect(findDoseGaps(points, recipe)).toEqual([]);
    const cheeks = points.filter(({ treatment }) => treatment === 'cheek');
    const on = (side: string) =>
      cheeks.filter(({ place }) => sideOf(place, front.landmarks) === side).reduce((sum, { dose }) => sum + dose, 0);
    expect(on('right')).toBeCloseTo(1.4, 6);
    expect(on('left')).toBeCloseTo(0.6, 6);
    expect(points.some(({ treatment }) => treatment === 'redness')).toBe(false);
  });

  test('that misses a point or has one too many is found out', () => {
    const recipe = recipeFor('natural');
    const points = usualPoints(recipe, front.landmarks);
    const gaps = findDoseGaps(points.slice(1), recipe);
    expect(gaps).toHaveLength(1);
    expect(gaps[0]!.mapped).toBeLessThan(gaps[0]!.planned);
    expect(findDoseGaps(points, withDose(recipe, 'neck_bands', 10))).toEqual([
      { treatment: 'neck_bands', planned: 20, mapped: 0 },
    ]);
  });

  test('comes back from JSON as it was, and a broken one is refused with the place', () => {
    const points = usualPoints(recipeFor('glamour'), front.landmarks);
    expect(parseInjectionMap(JSON.parse(JSON.stringify(points)))).toEqual(points);
    const broken = (change: object) => () => parseInjectionMap([{ ...points[0]!, ...change }]);
    expect(() => parseInjectionMap({})).toThrow(expect.objectContaining({ path: 'map' }));
    expect(broken({ treatment: 'nose' })).toThrow(expect.objectContaining({ path: '0.treatment' }));
    expect(broken({ dose: -1 })).toThrow(expect.objectContaining({ path: '0.dose' }));
    expect(broken({ depth: 'deep' })).toThrow(expect.objectContaining({ path: '0.depth' }));
    expect(broken({ place: { landmarks: [1, 2, 900], weights: [1, 0, 0] } })).toThrow(
      expect.objectContaining({ path: '0.place' }),
    );
  });
});
