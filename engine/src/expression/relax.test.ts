import { beforeAll, expect, test } from 'vitest';
import { isSame } from '../../test/compare.ts';
import { demoFacePath, readPicture, sharedFaceModel } from '../../test/demo-faces.ts';
import { clinicalTreatments } from '../clinical.ts';
import { leftEye, nose, outerLips, rightEye } from '../model/landmark-groups.ts';
import type { Picture, Pose } from '../picture.ts';
import { type Expression, measureExpression } from '../quality/expressions.ts';
import { emptyRecipe } from '../recipe.ts';
import type { Recipe } from '../recipe.ts';
import { prepare } from '../simulate.ts';
import type { PreparedFace } from '../simulate.ts';
import { displacementAt, smallestJacobian } from '../warp/lattice.ts';
import { actions, between, type PicturedFace, relax, relaxingLattice } from './relax.ts';

/**
 * The expressions of demo face B are drawn, not photographed. So the tests show that the engine follows a movement, but
 * not how real faces move.
 */
const expressions: readonly Expression[] = ['frown', 'raised_brows', 'smile'];
let rest: PicturedFace;
let faces: Map<Expression, PreparedFace>;

async function faceOf(name: string): Promise<PicturedFace> {
  const picture = await readPicture(demoFacePath('B', name as Pose), 560);
  const landmarks = await (await sharedFaceModel()).findLandmarks(picture);
  if (!landmarks) throw new Error(`No face in ${name}`);
  return { picture, landmarks };
}

beforeAll(async () => {
  rest = await faceOf('front');
  faces = new Map();
  for (const expression of expressions) {
    const { picture, landmarks } = await faceOf(expression);
    faces.set(expression, prepare(picture, landmarks));
  }
});

const given = (expression: Expression, dose: number | { right: number; left: number }): Recipe => ({
  ...emptyRecipe,
  treatments: { [actions[expression].treatment]: dose, cheek: 2 },
});

test('each expression has the treatment of its muscle', () => {
  expect(expressions.map((expression) => `${expression}: ${actions[expression].treatment}`)).toEqual([
    'frown: glabella',
    'raised_brows: forehead',
    'smile: crows_feet',
  ]);
});

test.each(expressions)(
  'a photo of %s does not change without a dose of the treatment for this expression',
  (expression) => {
    const face = faces.get(expression)!;
    expect(isSame(relax(face, rest.landmarks, expression, given(expression, 0)), face.photo)).toBe(true);
  },
);

test.each(expressions)(
  'the label dose changes a photo of %s, and drawing it again gives the same bytes',
  (expression) => {
    const face = faces.get(expression)!;
    const label = given(expression, clinicalTreatments[actions[expression].treatment].label!);
    const once = relax(face, rest.landmarks, expression, label);
    expect(isSame(once, face.photo)).toBe(false);
    expect(isSame(relax(face, rest.landmarks, expression, label), once)).toBe(true);
  },
);

/** Measures the face in the photo of an expression, after the warp has moved its landmarks. */
function measured(expression: Expression, dose: number) {
  const { photo, landmarks } = faces.get(expression)!;
  const lattice = relaxingLattice({ photo, landmarks }, rest.landmarks, expression, given(expression, dose));
  const by = new Float64Array(2);
  const moved = landmarks.map(([x, y, z]) => {
    displacementAt(lattice, x, y, by);
    return [x + by[0]!, y + by[1]!, z] as const;
  });
  return measureExpression(moved);
}

test('the brows return towards rest, further at a higher dose and never beyond rest', () => {
  const atRest = measureExpression(rest.landmarks);
  const gaps = [0, 10, 20, 40].map((dose) => measured('frown', dose).browGap);
  for (const [n, gap] of gaps.slice(1).entries()) expect(gap).toBeGreaterThan(gaps[n]!);
  expect(gaps.at(-1)).toBeLessThan(atRest.browGap + 0.005);
  const heights = [0, 10, 20, 30].map((dose) => measured('raised_brows', dose).browHeight);
  for (const [n, height] of heights.slice(1).entries()) expect(height).toBeLessThan(heights[n]!);
  expect(heights.at(-1)).toBeGreaterThan(atRest.browHeight - 0.005);
});

test.each(expressions)('the highest dose for %s folds no skin and moves no eye, nose or mouth', (expression) => {
  const { photo, landmarks } = faces.get(expression)!;
  const most = given(expression, clinicalTreatments[actions[expression].treatment].max);
  const lattice = relaxingLattice({ photo, landmarks }, rest.landmarks, expression, most);
  expect(smallestJacobian(lattice)).toBeGreaterThan(0.4);
  const moved = new Float64Array(2);
  for (const index of [...rightEye, ...leftEye, ...nose, ...outerLips]) {
    displacementAt(lattice, landmarks[index]![0], landmarks[index]![1], moved);
    expect(Math.hypot(moved[0]!, moved[1]!), String(index)).toBeLessThan(0.35);
  }
});

test('a dose on one side does not move the brow of the other side', () => {
  const { photo, landmarks } = faces.get('raised_brows')!;
  const oneSided = given('raised_brows', { right: 10, left: 0 });
  const lattice = relaxingLattice({ photo, landmarks }, rest.landmarks, 'raised_brows', oneSided);
  const movedAt = (index: number) => {
    const moved = new Float64Array(2);
    displacementAt(lattice, landmarks[index]![0], landmarks[index]![1], moved);
    return Math.hypot(moved[0]!, moved[1]!);
  };
  expect(movedAt(105)).toBeGreaterThan(1);
  expect(movedAt(334)).toBeLessThan(0.2);
});

test('a larger share moves the brows further from rest towards the raised brows', async () => {
  const model = await sharedFaceModel();
  const { photo, landmarks } = faces.get('raised_brows')!;
  const face = { picture: photo, landmarks };
  const heights = [];
  for (const share of [0, 0.5, 1]) {
    const found = await model.findLandmarks(between(rest, face, share));
    heights.push(measureExpression(found!).browHeight);
  }
  expect(heights).toEqual(heights.toSorted((a, b) => a - b));
  expect(heights[0]).toBeCloseTo(measureExpression(rest.landmarks).browHeight, 1);
  expect(isSame(between(rest, face, 1), photo)).toBe(true);
  expect(isSame(between(rest, face, 0.5), between(rest, face, 0.5))).toBe(true);
});

test('the result has the size of the photo even for an ImageData, whose size the spread syntax does not copy', () => {
  const { photo, landmarks } = faces.get('frown')!;
  const { width, height, data } = photo;
  const picture = Object.create({ width, height, data }) as Picture;
  for (const share of [0.5, 1]) {
    const drawn = between({ ...rest }, { picture, landmarks }, share);
    expect([drawn.width, drawn.height, drawn.data.length]).toEqual([width, height, width * height * 4]);
  }
});
