import { beforeAll, describe, expect, test } from 'vitest';
import { demoFace } from '../../test/demo-faces.ts';
import { paintFace } from '../../test/painted-face.ts';
import type { PaintedFace } from '../../test/painted-face.ts';
import { readLab, writeLab } from '../maths/lab.ts';
import type { Landmarks, Picture } from '../picture.ts';
import { emptyRecipe } from '../recipe.ts';
import type { Recipe } from '../recipe.ts';
import { recipeFor } from '../presets.ts';
import { prepare, render } from '../simulate.ts';
import { findArtefacts } from './find-artefacts.ts';
import type { Artefact } from './artefact.ts';

const size = { width: 640, height: 640 };
let landmarks: Landmarks;
beforeAll(async () => {
  ({ landmarks } = await demoFace('B', 'front', size.width));
});

/** Returns the faults that the check finds in a rendering of a painted photo. */
function faultsOf(photo: PaintedFace, rendering: Picture): Artefact[] {
  return findArtefacts(prepare(photo.picture(), landmarks), emptyRecipe, rendering);
}

/**
 * Returns a copy of an image, with the colours shifted within a disc. The shift fades out over the outer tenth of the
 * radius.
 */
function tinted(picture: Picture, [cx, cy]: readonly [number, number], radius: number, by: [number, number, number]) {
  const data = picture.data.slice();
  const lab = new Float32Array(3);
  for (let y = Math.floor(cy - radius); y <= cy + radius; y++) {
    for (let x = Math.floor(cx - radius); x <= cx + radius; x++) {
      const share = Math.min(1, Math.max(0, (radius - Math.hypot(x + 0.5 - cx, y + 0.5 - cy)) / (0.1 * radius)));
      const o = (y * picture.width + x) * 4;
      readLab(data, o, lab);
      writeLab(lab[0]! + share * by[0], lab[1]! + share * by[1], lab[2]! + share * by[2], data, o);
    }
  }
  return { width: picture.width, height: picture.height, data };
}

const blank = () => paintFace(landmarks, size);

describe('the check of a rendering', () => {
  test('the check finds no fault in a rendering that equals the photo', () => {
    const face = blank().disc(blank().at(205), 4, [-30, 3, 2]);
    expect(faultsOf(face, face.picture())).toEqual([]);
  });

  test('the check finds a mole that faded in the rendering, and its position', () => {
    const face = blank();
    const mole = face.at(205, 0, -0.1);
    const photo = face.disc(mole, 4, [-30, 3, 2]);
    const faults = faultsOf(photo, tinted(photo.picture(), mole, 7, [10, 0, 0]));
    expect(faults[0]!.kind).toBe('lesion');
    expect(faults[0]!.x * size.width).toBeCloseTo(mole[0], -1);
    expect(faults[0]!.y * size.height).toBeCloseTo(mole[1], -1);
  });

  test('the check finds a dark spot that remains where a fold was filled', () => {
    const face = blank();
    const [from, to] = [face.at(129, -0.02, 0.05), face.at(216, 0.02, 0)];
    const photo = face.line(from, to, 6, [-22, 2, 0]);
    const rest = blank().disc([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2], 4, [-22, 2, 0]);
    expect(faultsOf(photo, rest.picture()).map(({ kind }) => kind)).toContain('fold');
  });

  test('the check finds an edge and a colour cast that the photo did not have', () => {
    const face = blank();
    const cheek = face.at(205, -0.05, 0);
    const block = tinted(face.picture(), cheek, 0.15 * face.d, [-14, 0, 0]);
    expect(faultsOf(face, block).map(({ kind }) => kind)).toContain('edge');
    const patch = tinted(face.picture(), cheek, 0.15 * face.d, [0, 9, 6]);
    expect(faultsOf(face, patch).map(({ kind }) => kind)).toContain('cast');
  });

  test('the check finds an eye and a background that changed in the rendering', () => {
    const face = blank();
    const kinds = (point: readonly [number, number], by: [number, number, number]) =>
      faultsOf(face, tinted(face.picture(), point, 0.12 * face.d, by)).map(({ kind }) => kind);
    expect(kinds(face.at(468), [-20, 0, 0])).toContain('feature');
    expect(kinds(face.at(468), [0, 0, 20])).toContain('feature');
    expect(kinds([30, 30], [-10, 0, 0])).toContain('background');
  });

  test('the check finds a moustache that turned grey in the rendering', () => {
    const face = blank();
    const lip = face.at(164, 0, 0.02);
    for (let k = -10; k <= 10; k++)
      face.line([lip[0] + 4 * k, lip[1] - 8], [lip[0] + 4 * k + 2, lip[1] + 8], 3, [-38, -6, -14]);
    const smeared = tinted(face.picture(), lip, 0.3 * face.d, [18, 0, 0]);
    expect(faultsOf(face, smeared).map(({ kind }) => kind)).toContain('hair');
  });

  test('the check finds no fault in what the engine itself renders of a painted fold and a mole', () => {
    const face = blank();
    const [from, to] = [face.at(129, -0.02, 0.05), face.at(216, 0.02, 0)];
    face.line(from, to, 5, [-14, 2, 0]).disc(face.at(205, 0, -0.15), 4, [-30, 3, 2]);
    const prepared = prepare(face.picture(), landmarks);
    for (const treatments of [{ nasolabial: 2 }, { pigment: 100 }, { texture: 100, pores: 100 }, { redness: 100 }]) {
      const recipe: Recipe = { version: 1, treatments };
      expect(findArtefacts(prepared, recipe, render(prepared, recipe)), JSON.stringify(treatments)).toEqual([]);
    }
  });

  test('the check finds no fault where two folds meet at the corner of the mouth, which is not taken for hair', async () => {
    const { picture, landmarks: turned } = await demoFace('C', 'right', size.width);
    const prepared = prepare(picture, turned);
    const { window, size: part } = prepared.area;
    const i = (374 - window.top) * part.width + 357 - window.left;
    expect(prepared.layers.hair[i]).toBeLessThan(0.1);
    const recipe = recipeFor('harmonious');
    expect(findArtefacts(prepared, recipe, render(prepared, recipe))).toEqual([]);
  });
});
