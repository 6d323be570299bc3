import { beforeAll, expect, test } from 'vitest';
import { compare, isSame, wholeOf } from '../test/compare.ts';
import { demoFace, people } from '../test/demo-faces.ts';
import type { DemoFace } from '../test/demo-faces.ts';
import { doseResponse, treatmentNames } from './dose-response.ts';
import type { Picture } from './picture.ts';
import { recipeFor, styles } from './presets.ts';
import { emptyRecipe, withDose } from './recipe.ts';
import { prepare, render } from './simulate.ts';
import type { PreparedFace } from './simulate.ts';
import { shrinkPicture } from './regions/shrink-picture.ts';

let faces: DemoFace[];
let prepared: PreparedFace[];
beforeAll(async () => {
  faces = await Promise.all(people.map((person) => demoFace(person, 'front', 560)));
  prepared = faces.map(({ picture, landmarks }) => prepare(picture, landmarks));
});

test('an empty recipe gives a copy of the photo in another buffer', () => {
  for (const face of prepared) {
    const picture = render(face, emptyRecipe);
    expect(isSame(picture, face.photo)).toBe(true);
    expect(picture.data.buffer).not.toBe(face.photo.data.buffer);
  }
});

test('a rendering has the size of the photo even for an ImageData, whose size the spread syntax does not copy', () => {
  const { picture, landmarks } = faces[0]!;
  const photo: Picture = Object.create({ width: picture.width, height: picture.height, data: picture.data });
  const { width, height } = render(prepare(photo, landmarks), recipeFor('natural'));
  expect({ width, height }).toEqual({ width: picture.width, height: picture.height });
});

test('the same recipe gives the same bytes and does not change the photo', () => {
  const { picture, landmarks } = faces[2]!;
  const original: Picture = { ...picture, data: picture.data.slice() };
  const once = render(prepare(picture, landmarks), recipeFor('glamour'));
  const twice = render(prepare(picture, landmarks), recipeFor('glamour'));
  expect(isSame(twice, once)).toBe(true);
  expect(isSame(picture, original)).toBe(true);
});

test('every treatment changes the picture, and a higher dose changes it more', () => {
  const face = prepared[2]!;
  for (const name of treatmentNames) {
    const changes = [0.3, 0.6, 1].map((share) => {
      const recipe = withDose(emptyRecipe, name, doseResponse[name].max * share);
      return meanChange(face.photo, render(face, recipe));
    });
    expect(changes[0], name).toBeGreaterThan(0);
    expect(changes[1], name).toBeGreaterThan(changes[0]!);
    expect(changes[2], name).toBeGreaterThan(changes[1]!);
  }
});

test('each style changes every face more than the previous style', () => {
  for (const face of prepared) {
    const [natural, harmonious, glamour] = styles.map((style) =>
      meanChange(face.photo, render(face, recipeFor(style))),
    );
    expect(harmonious).toBeGreaterThan(natural!);
    expect(glamour).toBeGreaterThan(harmonious!);
  }
});

test('photos from the side are drawn without holes or wrong colours', async () => {
  for (const pose of ['right', 'left'] as const) {
    const { picture, landmarks } = await demoFace('A', pose, 640);
    const after = render(prepare(picture, landmarks), recipeFor('glamour'));
    const { psnr_db } = compare(after, picture, wholeOf(picture));
    expect(psnr_db).toBeGreaterThan(25);
    expect(psnr_db).toBeLessThan(45);
  }
});

test('the visible part of a face that the edge of the photo cuts off is drawn', () => {
  const { picture, landmarks } = faces[1]!;
  const cut = { left: 200, top: 230, right: picture.width, bottom: picture.height };
  const part = shrinkPicture(picture, cut, 1);
  const shifted = landmarks.map(([x, y, z]) => [x - cut.left, y - cut.top, z] as const);
  const after = render(prepare(part, shifted), recipeFor('glamour'));
  const { psnr_db } = compare(after, part, wholeOf(part));
  expect(psnr_db).toBeGreaterThan(20);
  expect(psnr_db).toBeLessThan(50);
});

test('a very large photo gets the same treatment as a small one', async () => {
  const large = await demoFace('A', 'front', 2560);
  const small: Picture = shrinkPicture(large.picture, wholeOf(large.picture), 2);
  const landmarks = large.landmarks.map(([x, y, z]) => [x / 2, y / 2, z / 2] as const);
  const prepared = prepare(large.picture, large.landmarks);
  expect(prepared.area.factor).toBe(2);
  const fromLarge = render(prepared, recipeFor('harmonious'));
  const fromSmall = render(prepare(small, landmarks), recipeFor('harmonious'));
  expect(compare(shrinkPicture(fromLarge, wholeOf(fromLarge), 2), fromSmall, wholeOf(small)).psnr_db).toBeGreaterThan(
    42,
  );
}, 30_000);

test('a rendering reports its stages and stops when cancelled', () => {
  const stages: string[] = [];
  render(prepared[0]!, recipeFor('natural'), { onStage: ({ stage }) => stages.push(stage) });
  expect([...new Set(stages)]).toEqual(['skin', 'colour', 'shape']);

  const controller = new AbortController();
  const cancelled = () =>
    render(prepared[0]!, recipeFor('natural'), { signal: controller.signal, onStage: () => controller.abort() });
  expect(cancelled).toThrow(expect.objectContaining({ name: 'AbortError' }));
});

test('invalid input is refused with a reason', () => {
  const { picture, landmarks } = faces[0]!;
  expect(() => prepare(picture, landmarks.slice(0, 468))).toThrow('478 landmarks');
  expect(() => prepare({ ...picture, width: 3 }, landmarks)).toThrow(RangeError);
  expect(() =>
    prepare(
      picture,
      landmarks.map(() => [Number.NaN, 0, 0] as const),
    ),
  ).toThrow('finite');
  expect(() =>
    prepare(
      picture,
      landmarks.map(([x, y, z]) => [x + 5000, y, z] as const),
    ),
  ).toThrow('outside the photo');
});

function meanChange(before: Picture, after: Picture): number {
  let sum = 0;
  for (let i = 0; i < before.data.length; i++) sum += Math.abs(before.data[i]! - after.data[i]!);
  return sum / before.data.length;
}

/**
 * Number of passes that read or write a plane of the photo: skin, relief, neck, folds, pigment, redness, eyes,
 * radiance, volume, lips, composite, warp.
 */
const passes = 12;

test('a prepared photo needs less than twelve bytes per pixel and pass, even if the face fills it', () => {
  const { picture, landmarks } = faces[2]!;
  const { window } = prepared[2]!.area;
  const photo = shrinkPicture(picture, window, 1);
  const moved = landmarks.map(([x, y, z]) => [x - window.left, y - window.top, z] as const);
  const ready = prepare(photo, moved);
  const drawn = render(ready, recipeFor('glamour'));
  const bytes = bytesOf(ready, new Set([photo.data.buffer])) + drawn.data.byteLength;
  const pixels = photo.width * photo.height;
  expect(ready.layers.size.width * ready.layers.size.height).toBeGreaterThan(0.9 * pixels);
  expect(bytes / pixels / passes).toBeLessThan(12);
});

/**
 * Returns the size of all buffers that a value refers to, in bytes. A buffer with several references is added only
 * once.
 */
function bytesOf(value: unknown, seen: Set<unknown>): number {
  if (typeof value !== 'object' || value === null || seen.has(value)) return 0;
  seen.add(value);
  if (ArrayBuffer.isView(value)) {
    if (seen.has(value.buffer)) return 0;
    seen.add(value.buffer);
    return value.buffer.byteLength;
  }
  return Object.values(value).reduce<number>((sum, part) => sum + bytesOf(part, seen), 0);
}
