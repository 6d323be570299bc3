import { beforeAll, describe, expect, test, vi } from 'vitest';
import { demoFace } from '../../test/demo-faces.ts';
import { paintFace, skinColour } from '../../test/painted-face.ts';
import { writeLab } from '../maths/lab.ts';
import type { Bounds } from '../maths/plane.ts';
import type { Landmarks, Picture } from '../picture.ts';
import type { SkinColour } from '../regions/skin-mask.ts';
import { findSkin } from '../regions/skin-mask.ts';
import { workAreaOf } from '../regions/work-area.ts';
import { measureSkin } from './measure-skin.ts';
import { scoreSkin } from './score-skin.ts';
import { toneBeside, typologyAngle } from './skin-tone.ts';
import { skinTones, withSkin } from './test-support/recolour.ts';
import { findWhiteSheet, isSheet } from './white-sheet.ts';

// The last test measures one face four times.
vi.setConfig({ testTimeout: 120_000 });

const size = { width: 900, height: 900 };
/** The colour of copy paper in daylight. Such paper reflects 85 % of the light. */
const paper: SkinColour = { l: 93.9, a: 0, b: 0 };
/** Colours of the same paper under a neutral, a dim, a warm and a bluish lamp. */
const lamps: readonly SkinColour[] = [
  { l: 92, a: 0, b: 0 },
  { l: 70, a: 0, b: 1 },
  { l: 86, a: 4, b: 18 },
  { l: 88, a: -2, b: -8 },
];
const usual: SkinColour = { l: skinColour[0], a: skinColour[1], b: skinColour[2] };

let landmarks: Landmarks;
beforeAll(async () => {
  ({ landmarks } = await demoFace('A', 'front', 700));
});

const skinOf = (picture: Picture) => findSkin(workAreaOf(picture, landmarks)).colour;

/** Paints a face with skin of one tone and a sheet of paper next to it, in neutral light. */
function scene(tone: SkinColour, sheet: SkinColour | null = paper): Picture {
  const picture = withSkin(paintFace(landmarks, size).picture(), usual, tone, 'recoloured');
  return sheet ? withPatch(picture, sheet) : picture;
}

function withPatch(picture: Picture, { l, a, b }: SkinColour, at = patch()): Picture {
  const data = picture.data.slice();
  const { left, top, right, bottom } = at;
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) writeLab(l, a, b, data, (y * picture.width + x) * 4);
  return { ...picture, data };
}

/** Returns the bounds of the paper, which is to the right of the face. */
function patch(): Bounds {
  const right = Math.max(...landmarks.map(([x]) => x));
  const left = Math.ceil(right + 30);
  return { left, top: 250, right: left + 150, bottom: 480 };
}

describe('white paper beside the face', () => {
  test.each(skinTones)('gives skin of L* $l the same tone under every lamp', (tone) => {
    const before = typologyAngle(skinOf(scene(tone)));
    for (const lamp of lamps) {
      const photo = withSkin(scene(tone), paper, lamp, 'recoloured');
      const skin = skinOf(photo);
      const found = findWhiteSheet(photo, landmarks, skin);
      if (!isSheet(found)) throw new Error(`No sheet under L* ${lamp.l}: ${found}`);
      const { ita_deg, error_deg } = toneBeside(skin, found);
      expect(Math.abs(ita_deg - before), `lamp of L* ${lamp.l}, b* ${lamp.b}`).toBeLessThan(2);
      expect(error_deg).toBeGreaterThan(3);
      expect(error_deg).toBeLessThan(12);
    }
  });

  test('is found at its position', () => {
    const photo = scene(skinTones[0]!);
    const found = findWhiteSheet(photo, landmarks, skinOf(photo));
    if (!isSheet(found)) throw new Error(found);
    const { left, top, right, bottom } = patch();
    for (const [is, was] of [
      [found.bounds.left, left],
      [found.bounds.top, top],
      [found.bounds.right, right],
      [found.bounds.bottom, bottom],
    ] as const)
      expect(Math.abs(is - was)).toBeLessThan(30);
    expect(found.spread).toBeLessThan(1);
  });

  test('is not found if nothing is lighter than the skin', () => {
    expect(findWhiteSheet(scene(skinTones[0]!, null), landmarks, usual)).toBe('not_found');
    expect(findWhiteSheet(scene(skinTones[0]!, { l: 55, a: 0, b: 0 }), landmarks, usual)).toBe('not_found');
  });

  test('is not confused with a bright wall on both sides of the head', async () => {
    const { picture, landmarks: points } = await demoFace('A', 'front', 700);
    const { colour } = findSkin(workAreaOf(picture, points));
    expect(findWhiteSheet(picture, points, colour)).toBe('not_found');
  });

  test('is reported as overexposed if its colour is lost in the photo', () => {
    const photo = scene(skinTones[0]!, { l: 100, a: 0, b: 0 });
    expect(findWhiteSheet(photo, landmarks, skinOf(photo))).toBe('overexposed');
  });
});

test('paper makes the sebum score equal on light and dark skin, and reduces its error', async () => {
  const face = await demoFace('A', 'front', 1100);
  const shiny = paintFace(face.landmarks, { width: 1400, height: 1400 });
  for (const down of [0, 0.15]) shiny.disc(shiny.at(151, 0, down), 0.04 * shiny.d, [24, -11, -14]);
  const left = Math.ceil(Math.max(...face.landmarks.map(([x]) => x)) + 60);
  const shineOf = (tone: SkinColour, hasSheet: boolean) => {
    const skin = withSkin(shiny.picture(), usual, tone, 'kept');
    const photo = withPatch(skin, { ...paper, l: 90 }, { left, top: 400, right: left + 200, bottom: 800 });
    const found = measureSkin(photo, face.landmarks, { hasSheet });
    if (found.kind === 'refused') throw new Error(found.code);
    return { ...scoreSkin(found).scores.sebum, tone: found.tone };
  };
  const [first, last] = [skinTones[0]!, skinTones.at(-1)!];
  const [light, dark] = [shineOf(first, true), shineOf(last, true)];
  const [alone, darkAlone] = [shineOf(first, false), shineOf(last, false)];
  expect(Math.abs(light.value! - dark.value!)).toBeLessThan(2);
  expect(alone.value! - darkAlone.value!).toBeGreaterThan(4);
  expect([light.error, alone.error]).toEqual([11, 16]);
  expect(light.tone!.ita_deg).toBeGreaterThan(dark.tone!.ita_deg + 60);
  expect(alone.tone).toBeNull();
});
