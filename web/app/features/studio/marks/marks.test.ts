import { expect, test } from 'vitest';
import {
  BrushStroke,
  CORRECTIONS_MAX,
  Injection,
  INJECTIONS_MAX,
  STROKE_POINTS_MAX,
  STROKES_MAX,
} from '#contract/markings.ts';
import { recipeFor } from '#engine/presets.ts';
import type { Landmarks } from '#engine/picture.ts';
import { handles, nearestHandle, withCorrection } from './points-layer.tsx';
import {
  addPoint,
  changePoint,
  confirmPoints,
  gapsOf,
  isOlder,
  mirrorPoint,
  movePoint,
  pointsOn,
  positionOn,
  proposePoints,
} from './injection-points.ts';
import { extendStroke, isDrag, shareOf, startStroke, strokePath, withStroke } from './strokes.ts';

/**
 * Landmarks for the tests. They form a spiral around the middle of an image of 1000 × 800 pixels. Brow and chin are on
 * its vertical axis. The eyes are to the left and right of this axis.
 */
const size = { width: 1000, height: 800 };
const landmarks: Landmarks = Array.from({ length: 478 }, (_, n) => {
  const [angle, radius] = [n * 2.39996, 14 * Math.sqrt(n)];
  return [500 + radius * Math.cos(angle), 400 + radius * Math.sin(angle), 0] as const;
});
const fixed: Record<number, [number, number]> = { 10: [500, 100], 152: [500, 700], 33: [400, 300], 263: [600, 300] };
const face: Landmarks = landmarks.map((point, n) => (fixed[n] ? [...fixed[n], 0] : point));
const photo = { photoId: '11111111-1111-4111-8111-111111111111', pose: 'front' as const, landmarks: face, size };
const cheek = { id: 'a', treatment: 'cheek', product: 'X', dose: 0.4, depth: 'supraperiosteal' as const };

test('a press on the photo that moves by only a few pixels is not a drag', () => {
  expect(isDrag([500, 400], [502, 401], size)).toBe(false);
  expect(isDrag([500, 400], [504, 400], size)).toBe(true);
});

test('a stroke follows the pointer, and never becomes too long to be stored', () => {
  let stroke = startStroke('protect', 0.02, [0.1, 0.1]);
  expect(extendStroke(stroke, [0.104, 0.1], 1)).toBe(stroke);
  for (let n = 0; n < 3000; n++) stroke = extendStroke(stroke, [0.1 + (n % 2) * 0.3, 0.1 + n / 4000], 1);
  expect(stroke.points.length).toBeLessThanOrEqual(STROKE_POINTS_MAX);
  expect(stroke.points.at(-1)).toEqual([0.4, 0.1 + 2999 / 4000]);
  expect(BrushStroke.safeParse(stroke).success).toBe(true);
  expect(withStroke(Array(STROKES_MAX).fill(stroke), stroke)).toBeNull();
  expect(withStroke([], stroke)).toEqual([stroke]);
});

test('markings are stored as shares of the photo, rounded to a ten-thousandth, and drawn in its pixels', () => {
  expect(shareOf([123.4567, 800], size)).toEqual([0.1235, 1]);
  expect(shareOf([9e9, -9e9], size)).toEqual([1.5, -0.5]);
  expect(
    strokePath(
      {
        mode: 'limit',
        radius: 0.1,
        points: [
          [0.5, 0.5],
          [0.6, 0.5],
        ],
      },
      size,
    ),
  ).toBe('M500.0 400.0L600.0 400.0');
  expect(strokePath({ mode: 'limit', radius: 0.1, points: [[0.5, 0.5]] }, size)).toBe('M500.0 400.0h0.01');
});

test('the nearest point within reach is grabbed, and its new position replaces the earlier one', () => {
  expect(nearestHandle(face, [503, 104], 20)).toBe(10);
  expect(nearestHandle(face, [990, 790], 20)).toBeNull();
  const once = withCorrection([], 10, [510, 120], size)!;
  const twice = withCorrection(once, 10, [520, 120], size)!;
  expect([once, twice]).toEqual([[{ index: 10, x: 0.51, y: 0.15 }], [{ index: 10, x: 0.52, y: 0.15 }]]);
  const full = Array.from({ length: CORRECTIONS_MAX }, (_, index) => ({ index, x: 0, y: 0 }));
  expect(withCorrection(full, 400, [1, 1], size)).toBeNull();
  expect(withCorrection(full, 3, [1, 1], size)).toHaveLength(CORRECTIONS_MAX);
  expect(new Set(handles).size).toBe(handles.length);
});

test('an injection point stores its side of the face, and can be moved, changed and mirrored', () => {
  const one = addPoint([], cheek, [420, 380], photo);
  expect(one[0]).toMatchObject({ side: 'right', pose: 'front', x: 0.42, y: 0.475 });
  expect(Injection.safeParse(one[0]).success).toBe(true);
  const both = mirrorPoint(one, 'a', 'b', photo)!;
  expect(both[1]).toMatchObject({ id: 'b', side: 'left', dose: 0.4, product: 'X' });
  expect(positionOn(both[1]!, photo)[0]).toBeCloseTo(580, 3);
  const moved = movePoint(both, 'b', [620, 300], photo);
  expect(positionOn(moved[1]!, photo)).toEqual([620, 300]);
  expect(changePoint(moved, 'a', { dose: 0.7 })[0]!.dose).toBe(0.7);
  expect(mirrorPoint(one, 'a', 'b', { ...photo, pose: 'right' })).toBeNull();
});

test('on another pose an injection point has the same place on the face, and is hidden on the far side', () => {
  const one = addPoint([], cheek, [420, 380], photo);
  const shifted = face.map(([x, y, z]) => [x + 50, y, z] as const);
  const [x, y] = positionOn(one[0]!, { photoId: 'right-1', pose: 'right', landmarks: shifted, size });
  expect([x, y].map(Math.round)).toEqual([470, 380]);
  expect(pointsOn(one, 'right')).toHaveLength(1);
  expect(pointsOn(one, 'left')).toHaveLength(0);
});

test('on a new photo an injection point keeps its place on the face until the doctor confirms or moves it', () => {
  const points = addPoint(addPoint([], cheek, [420, 380], photo), { ...cheek, id: 'b' }, [600, 300], photo);
  const again = { ...photo, photoId: 'front-2', landmarks: face.map(([x, y, z]) => [x + 50, y, z] as const) };
  expect(points.map((point) => [isOlder(point, photo), isOlder(point, again)])).toEqual([
    [false, true],
    [false, true],
  ]);
  expect(positionOn(points[0]!, again).map(Math.round)).toEqual([470, 380]);
  const moved = movePoint(points, 'b', [610, 310], again);
  expect(moved.map((point) => isOlder(point, again))).toEqual([true, false]);
  const confirmed = confirmPoints(moved, again);
  expect(confirmed.map((point) => isOlder(point, again))).toEqual([false, false]);
  expect(confirmed.map((point) => positionOn(point, again).map(Math.round))).toEqual([
    [470, 380],
    [610, 310],
  ]);
  expect(confirmed[0]).toMatchObject({ photo_id: 'front-2', dose: 0.4, side: 'right' });
});

test('the usual injection points are proposed once and add up to the recipe, and a changed dose is reported as a gap', () => {
  const recipe = recipeFor('harmonious');
  const points = proposePoints([], recipe, photo);
  expect(points.every((point) => Injection.safeParse(point).success)).toBe(true);
  expect(proposePoints(points, recipe, photo)).toEqual(points);
  expect(new Set(proposePoints([], recipe, photo, 'cheek').map(({ treatment }) => treatment))).toEqual(
    new Set(['cheek']),
  );
  const first = points.find(({ treatment }) => treatment === 'glabella')!;
  const raised = changePoint(points, first.id, { dose: first.dose + 6 });
  expect(gapsOf(raised, recipe).map(({ treatment }) => treatment)).toContain('glabella');
});

test('a full injection map gets no further points, because the service would refuse to save it', () => {
  const recipe = recipeFor('harmonious');
  const proposed = proposePoints([], recipe, photo);
  const own = (count: number) =>
    Array.from(
      { length: count },
      (_, at) => addPoint([], { ...cheek, id: `own-${at}`, treatment: 'neck_bands' }, [420, 380], photo)[0]!,
    );
  const room = proposePoints(own(INJECTIONS_MAX - proposed.length), recipe, photo);
  expect(room).toHaveLength(INJECTIONS_MAX);
  const tight = proposePoints(own(INJECTIONS_MAX - 7), recipe, photo);
  expect(tight.length).toBeLessThanOrEqual(INJECTIONS_MAX);
  // Each treatment has either all of its points or none.
  expect(
    gapsOf(
      tight.filter(({ treatment }) => treatment !== 'neck_bands'),
      recipe,
    ),
  ).toEqual([]);
  expect(mirrorPoint(own(INJECTIONS_MAX), 'own-0', 'copy', photo)).toBeNull();
});
