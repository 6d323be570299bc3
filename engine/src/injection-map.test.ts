import { beforeAll, describe, expect, test } from 'vitest';
import { demoFace } from '../test/demo-faces.ts';
import type { DemoFace } from '../test/demo-faces.ts';
import {
  findDoseGaps,
  injectionDepths,
  type InjectionPoint,
  parseInjectionMap,
  placeAt,
  positionOf,
  sideOf,
  usualPoints,
} from './injection-map.ts';
import { meshPointCount } from './model/landmark-groups.ts';
import type { Landmarks } from './picture.ts';
import { recipeFor } from './presets.ts';
import { doseOn, emptyRecipe, isTreatmentName, type Recipe, withDose } from './recipe.ts';
import { faceFrame } from './regions/face-frame.ts';

let front: DemoFace;
let right: DemoFace;
beforeAll(async () => {
  [front, right] = await Promise.all([demoFace('B', 'front', 800), demoFace('B', 'right', 800)]);
});

describe('a place', () => {
  test('a place lies at the point for which it was made, to a hundredth of a pixel', () => {
    for (const index of [50, 280, 172, 9, 17]) {
      const [x, y] = [front.landmarks[index]![0] + 3.3, front.landmarks[index]![1] - 2.1];
      const [px, py] = positionOf(placeAt(front.landmarks, x, y), front.landmarks);
      expect(Math.hypot(px - x, py - y)).toBeLessThan(0.01);
    }
  });

  test('a place lies near the same landmark on another pose', () => {
    const place = placeAt(front.landmarks, front.landmarks[50]![0] + 2, front.landmarks[50]![1]);
    const [x, y] = positionOf(place, right.landmarks);
    const [near] = [right.landmarks[50]!];
    expect(Math.hypot(x - near[0], y - near[1])).toBeLessThan(0.08 * faceFrame(right.landmarks).d);
  });

  test('a place is on the same side of the face in the photo from the front and in one from the side', () => {
    for (const { landmarks } of [front, right]) {
      expect(sideOf(placeAt(landmarks, landmarks[50]![0], landmarks[50]![1]), landmarks)).toBe('right');
      expect(sideOf(placeAt(landmarks, landmarks[280]![0], landmarks[280]![1]), landmarks)).toBe('left');
    }
  });
});

describe('a map', () => {
  test('a map made from a recipe has the recipe’s dose for each treatment', () => {
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

  test('a map that lacks a point or a treatment has a dose gap', () => {
    const recipe = recipeFor('natural');
    const points = usualPoints(recipe, front.landmarks);
    const gaps = findDoseGaps(points.slice(1), recipe);
    expect(gaps).toHaveLength(1);
    expect(gaps[0]!.mapped).toBeLessThan(gaps[0]!.planned);
    expect(findDoseGaps(points, withDose(recipe, 'neck_bands', 10))).toEqual([
      { treatment: 'neck_bands', planned: 20, mapped: 0 },
    ]);
  });

  test('a map survives conversion to JSON and back, and a broken map is refused with the name of the faulty part', () => {
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

/**
 * The usual landmarks of each injection and its depth, as a clinician would name them. The right side of the face comes
 * first.
 */
const usual = `
forehead       intramuscular    104 69 108 333 299 337
glabella       intramuscular    9 107 336 66 296
crows_feet     intramuscular    143 156 34 372 383 264
brow_lift      intramuscular    70 300
masseter       intramuscular    138 215 172 367 435 397
lip_flip       intramuscular    39 37 269 267
chin_dimpling  intramuscular    201 421
upper_lip      subcutaneous     40 37 270 267
lower_lip      subcutaneous     91 84 321 314
cheek          supraperiosteal  117 50 346 280
tear_trough    supraperiosteal  230 120 450 349
nasolabial     subcutaneous     129 206 358 426
marionette     subcutaneous     43 204 273 424
chin           supraperiosteal  199 175
jawline        supraperiosteal  172 136 397 365
temples        supraperiosteal  139 368
nose_bridge    supraperiosteal  168 6`;

test.each(
  usual
    .trim()
    .split('\n')
    .map((row) => row.split(/\s+/)),
)('the usual places of %s are those of the table', (...row) => {
  const [name = '', depth, ...at] = row;
  const treatments: Recipe['treatments'] = isTreatmentName(name) ? { [name]: 1 } : {};
  const points = usualPoints({ ...emptyRecipe, treatments }, front.landmarks);
  const nearest = ({ place }: InjectionPoint): number => {
    const [x, y] = positionOf(place, front.landmarks);
    const away = front.landmarks.map(([px, py]) => Math.hypot(px - x, py - y));
    return away.indexOf(Math.min(...away));
  };
  expect(points.map(nearest)).toEqual(at.map(Number));
  expect(points.map((point) => point.depth)).toEqual(at.map(() => depth));
});

/**
 * The doses at the usual places, in the order of the table above. Glabella: 4 U at each of five points, as in the
 * label. Each dose is a multiple of the treatment's finest step (0.5 U or 0.05 mL), and the sum is the dose of the
 * recipe. If the recipe has one dose for both sides, both sides get the same.
 */
test.each([
  ['glabella', 20, [4, 4, 4, 4, 4]],
  ['glabella', 25, [5, 5, 5, 5, 5]],
  ['glabella', 22, [4, 4.5, 4.5, 4.5, 4.5]],
  ['forehead', 20, [3.5, 3, 3.5, 3.5, 3, 3.5]],
  ['forehead', 30, [5, 5, 5, 5, 5, 5]],
  ['crows_feet', 12, [4, 4, 4, 4, 4, 4]],
  ['crows_feet', 20, [6.5, 7, 6.5, 6.5, 7, 6.5]],
  ['masseter', 50, [16.5, 17, 16.5, 16.5, 17, 16.5]],
  ['lip_flip', 5, [1.5, 1, 1.5, 1]],
  ['upper_lip', 1.5, [0.4, 0.35, 0.4, 0.35]],
  ['upper_lip', 0.3, [0.1, 0.05, 0.1, 0.05]],
  ['chin', 0.5, [0.25, 0.25]],
  ['nose_bridge', 0.25, [0.15, 0.1]],
  ['cheek', { right: 1.45, left: 0.6 }, [0.75, 0.7, 0.3, 0.3]],
  ['cheek', { right: 0.5, left: 0 }, [0.25, 0.25]],
  ['glabella', { right: 12, left: 8 }, [4, 5, 3.5, 4.5, 3]],
  // The dose is too small to give every place 0.5 U, so every place gets an equal part. The doctor then removes places.
  ['forehead', 1.5, [0.25, 0.25, 0.25, 0.25, 0.25, 0.25]],
  ['forehead', 0, []],
] as const)('the dose of %s, which is %o, is divided among the usual places of this treatment', (name, dose, doses) => {
  const recipe: Recipe = { ...emptyRecipe, treatments: { [name]: dose } };
  const points = usualPoints(recipe, front.landmarks);
  expect(points.map((point) => point.dose)).toEqual(doses);
  const planned = doseOn(recipe, name, 'right') + doseOn(recipe, name, 'left');
  expect(points.reduce((sum, point) => sum + point.dose, 0)).toBeCloseTo(planned, 9);
});

test('lasers, treatments without usual places and unknown treatments get no injection points', () => {
  const treatments = { redness: 40, neck_bands: 10, unheard: 1 } as Recipe['treatments'];
  expect(usualPoints({ ...emptyRecipe, treatments }, front.landmarks)).toEqual([]);
  expect(injectionDepths.join(' ')).toBe('intradermal subcutaneous intramuscular supraperiosteal');
});

describe('on invented landmarks', () => {
  const laid = (at: (index: number) => [number, number]): Landmarks =>
    Array.from({ length: meshPointCount + 10 }, (_, index) => [...at(index), 0]) as unknown as Landmarks;
  const grid = laid((index) => [(index % 22) * 10, Math.floor(index / 22) * 10]);

  test('if all landmarks are on one line, a place on it is stored as its nearest landmark', () => {
    const line = laid((index) => [index, 0]);
    expect(placeAt(line, 10.2, 0)).toEqual({ landmarks: [10, 11, 9], weights: [1, 0, 0] });
  });

  test('a place lies inside a triangle of its six nearest landmarks', () => {
    for (let n = 0; n < 60; n++) {
      const [x, y] = [20 + ((n * 37) % 150) + 0.31, 20 + ((n * 53) % 150) + 0.17];
      const { landmarks, weights } = placeAt(grid, x, y);
      expect(Math.min(...weights)).toBeGreaterThan(0);
      for (const index of landmarks) expect(Math.hypot(grid[index]![0] - x, grid[index]![1] - y)).toBeLessThan(20);
    }
    // A triangle with landmark 94 would have a larger smallest weight. But 94 is only the seventh nearest landmark, so
    // it is not compared.
    expect(placeAt(grid, 52, 51).landmarks.toSorted((a, b) => a - b)).toEqual([93, 114, 138]);
    // The point (10, 3) is 0.4 · (10, 0) + 0.3 · (0, 0) + 0.3 · (20, 10). No other triangle has a larger smallest
    // weight. If several triangles are equally good, the first one is used.
    expect(placeAt(grid, 10, 3)).toEqual({ landmarks: [1, 0, 24], weights: [0.4, 0.3, 0.3] });
  });

  test('a place never uses the landmarks of the irises', () => {
    const beyond = laid((index) =>
      index >= meshPointCount ? [10, 3] : [(index % 22) * 10, Math.floor(index / 22) * 10],
    );
    for (const index of placeAt(beyond, 10, 3).landmarks) expect(index).toBeLessThan(meshPointCount);
  });
});

test.each([-20, 0, 20])(
  'a place has the same side on a face that leans by %i degrees, also if the face is mirrored or very small',
  (degrees) => {
    const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
    const leaning = front.landmarks.map(([x, y]) => [x * cos - y * sin, x * sin + y * cos, 0]) as unknown as Landmarks;
    const mirrored = leaning.map(([x, y]) => [2000 - x, y, 0]) as unknown as Landmarks;
    const tiny = leaning.map(([x, y]) => [x / 800, y / 800, 0]) as unknown as Landmarks;
    const sides = { right: [50, 172, 107, 61, 69, 132], left: [280, 397, 336, 291, 299, 361] } as const;
    for (const landmarks of [leaning, mirrored, tiny])
      for (const side of ['right', 'left'] as const)
        for (const index of sides[side]) {
          const place = { landmarks: [index, index, index], weights: [1, 0, 0] } as const;
          expect([index, sideOf(place, landmarks)]).toEqual([index, side]);
        }
    expect(sideOf({ landmarks: [9, 9, 9], weights: [1, 0, 0] }, leaning)).toBe('right');
  },
);

test.each([
  ['half a step of toxin too little', { glabella: 20 }, { glabella: 19.5 }, false],
  ['more than half a step too little', { glabella: 20 }, { glabella: 19.4 }, true],
  ['more than half a step too much', { glabella: 20 }, { glabella: 20.6 }, true],
  ['a third of a step of filler', { chin: 1 }, { chin: 1.04 }, false],
  ['a point of a treatment that the recipe does not contain', {}, { chin: 0.1 }, true],
  ['light, which has no points', { redness: 40 }, {}, false],
] as const)('whether the map has a dose gap: %s', (_, treatments, given, isGap) => {
  const place = { landmarks: [1, 2, 3], weights: [1, 0, 0] } as const;
  const points = Object.entries(given).map(([treatment, dose]) => ({ treatment, dose, place })) as never;
  expect(findDoseGaps(points, { ...emptyRecipe, treatments })).toHaveLength(isGap ? 1 : 0);
});

test('each part of a stored point is checked against its limits', () => {
  const point = {
    id: 'chin-0',
    treatment: 'chin',
    product: '',
    dose: 1,
    depth: 'subcutaneous',
    place: { landmarks: [0, 1, meshPointCount - 1], weights: [0.5, 0.5, 0] },
  };
  const read = (change: object) => parseInjectionMap([{ ...point, ...change }]);
  const at = (place: object) => ({ place: { ...point.place, ...place } });
  const rounded = at({ weights: [0.5, 0.5, 0.0009] });
  for (const fine of [{}, { dose: 0 }, { dose: 8 }, { depth: 'intradermal' }, rounded])
    expect(read(fine)).toHaveLength(1);
  expect(() => parseInjectionMap([null])).toThrow(expect.objectContaining({ path: '0.id' }));
  const refused: [object, string][] = [
    [{ id: 7 }, 'id'],
    [{ product: null }, 'product'],
    [{ dose: 8.1 }, 'dose'],
    [{ dose: '1' }, 'dose'],
    [{ place: null }, 'place'],
    [at({ landmarks: [0, 1, meshPointCount] }), 'place'],
    [at({ landmarks: [-1, 1, 2] }), 'place'],
    [at({ landmarks: [0, 1] }), 'place'],
    [at({ weights: [0.5, 0.5] }), 'place'],
    [at({ weights: [Number.NaN, 1, 0] }), 'place'],
    [at({ weights: [0.5, 0.5, 0.1] }), 'place'],
    [at({ weights: [1, 0, ''] }), 'place'],
  ];
  for (const [change, path] of refused)
    expect(() => read(change)).toThrow(expect.objectContaining({ path: `0.${path}` }));
});
