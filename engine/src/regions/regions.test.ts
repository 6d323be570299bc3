import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { compare, wholeOf } from '../../test/compare.ts';
import { demoFace, people, poses } from '../../test/demo-faces.ts';
import type { DemoFace } from '../../test/demo-faces.ts';
import { treatmentNames } from '../dose-response.ts';
import type { Picture } from '../picture.ts';
import { emptyRecipe, withDose } from '../recipe.ts';
import { retakes } from '../metrics/test-support/retakes.ts';
import { drawnStrengths, prepare, render } from '../simulate.ts';
import { bridgeEdge, wearsGlasses } from './glasses.ts';
import { findSkin } from './skin-mask.ts';
import { treatmentOutlines } from './treatment-outlines.ts';
import { workAreaOf } from './work-area.ts';

let faces: DemoFace[];
beforeAll(async () => {
  faces = await Promise.all(people.flatMap((person) => poses.map((pose) => demoFace(person, pose, 640))));
});

/** Draws a bar across the bridge of the nose, like the rims of glasses. */
async function withGlasses({ picture, landmarks }: DemoFace): Promise<Picture> {
  const { width, height, data } = picture;
  const [x, y] = landmarks[6]!.map(Math.round) as [number, number, number];
  const span = Math.round(landmarks[454]![0] - landmarks[234]![0]);
  const bar = { create: { width: span, height: Math.round(span / 26), channels: 3 as const, background: '#26221f' } };
  const image = sharp(Buffer.from(data), { raw: { width, height, channels: 4 } });
  const drawn = image.composite([{ input: bar, left: x - (span >> 1), top: y }]).ensureAlpha();
  return { width, height, data: new Uint8ClampedArray(await drawn.raw().toBuffer()) };
}

describe('glasses', () => {
  test('no pose of a bare face counts as wearing glasses, and glasses show a clear edge between the eyes', async () => {
    for (const face of faces) expect(wearsGlasses(workAreaOf(face.picture, face.landmarks)), face.name).toBe(false);
    for (const face of faces.filter(({ pose }) => pose === 'front')) {
      const area = workAreaOf(await withGlasses(face), face.landmarks);
      expect(bridgeEdge(area), face.name).toBeGreaterThan(20);
    }
  });

  test('a brow lift is not drawn on a face with glasses, so that it does not bend them, but a filled cheek is', async () => {
    const [face] = faces as [DemoFace];
    const prepared = prepare(await withGlasses(face), face.landmarks);
    const lift = withDose(emptyRecipe, 'brow_lift', 6);
    expect(compare(render(prepared, lift), prepared.photo, wholeOf(prepared.photo)).largest).toBe(0);
    expect(drawnStrengths(prepared, withDose(lift, 'cheek', 1)).cheek.right).toBeGreaterThan(0);
  });
});

test('the reference colour of the skin is nearly the same under a tint of five percent', async () => {
  for (const { picture, landmarks, name } of faces) {
    const colour = (photo: Picture) => findSkin(workAreaOf(photo, landmarks)).colour;
    const before = colour(picture);
    for (const tint of ['white warm 5 %', 'white cool 5 %'] as const) {
      const after = colour(await retakes[tint](picture));
      expect(Math.hypot(after.l - before.l, after.a - before.a, after.b - before.b), `${name}, ${tint}`).toBeLessThan(
        9,
      );
    }
  }
});

test('the neck is found if a photo shows it, and no pixel belongs to both face and neck', () => {
  const shown = faces.filter(({ picture, landmarks }) => prepare(picture, landmarks).neck());
  expect(shown.map(({ name }) => name)).toEqual(expect.arrayContaining(['A-front', 'B-front', 'C-front']));
  for (const { picture, landmarks, name } of shown) {
    const prepared = prepare(picture, landmarks);
    const neck = prepared.neck()!;
    const shiftX = neck.area.window.left - prepared.area.window.left;
    const shiftY = neck.area.window.top - prepared.area.window.top;
    const { width } = neck.layers.size;
    const shared = neck.layers.skin.findIndex((value, i) => {
      const [x, y] = [(i % width) + shiftX, Math.floor(i / width) + shiftY];
      const { size, skin } = prepared.layers;
      return value > 0 && x >= 0 && x < size.width && y >= 0 && y < size.height && skin[y * size.width + x]! > 0;
    });
    expect(shared, name).toBe(-1);
  }
}, 60_000);

test('a portrait that ends at the chin shows no neck', () => {
  const { picture, landmarks } = faces[0]!;
  const height = Math.round(landmarks[152]![1] + 10);
  const cut: Picture = { width: picture.width, height, data: picture.data.slice(0, picture.width * height * 4) };
  expect(prepare(cut, landmarks).neck()).toBeNull();
});

test('every treatment has an outline, and each outline has more than five points', () => {
  for (const name of treatmentNames) {
    for (const outline of treatmentOutlines(name, faces[0]!.landmarks)) expect(outline.length, name).toBeGreaterThan(5);
    expect(treatmentOutlines(name, faces[0]!.landmarks).length, name).toBeGreaterThan(0);
  }
});
