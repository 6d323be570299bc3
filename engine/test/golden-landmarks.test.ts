import { readFile, writeFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { createNodeFaceModel } from '../src/model/node.ts';
import { sampleSquare } from '../src/model/sample-square.ts';
import type { Landmarks, Picture } from '../src/picture.ts';
import { landmarkCount } from '../src/picture.ts';
import { demoFacePath, people, poses, readPicture, sharedFaceModel } from './demo-faces.ts';

/**
 * Landmarks from TensorFlow.js itself, as float32 x, y and z, one face after another. Our executor gave the same bits.
 * The tolerance in pixels allows for rounding, but not for another order of the points or a coarser model. After a
 * change of the JPEG decoder, or an intended change of the landmarks, run with UPDATE_GOLDEN=1.
 */
const file = new URL('golden/landmarks.bin', import.meta.url);
const tolerance = 0.01;
/**
 * Rotation in degrees and size in pixels of further images from the front: two rotated images, and the smallest face
 * that a camera may show.
 */
const turned = [
  [25, 900],
  [-35, 640],
  [0, 160],
] as const;

let pictures: [name: string, picture: Picture][];
beforeAll(async () => {
  pictures = [];
  for (const person of people) {
    for (const pose of poses) {
      const picture = await readPicture(demoFacePath(person, pose));
      pictures.push([`${person} ${pose}`, picture]);
      if (pose !== 'front') continue;
      for (const [angle, size] of turned)
        pictures.push([`${person} at ${angle}°, ${size} px`, turn(picture, angle, size)]);
    }
  }
});

test('every landmark of upright, rotated and small demo faces is unchanged', async () => {
  const model = await sharedFaceModel();
  const found: [string, Landmarks][] = [];
  for (const [name, picture] of pictures) found.push([name, (await model.findLandmarks(picture))!]);
  if (process.env.UPDATE_GOLDEN)
    await writeFile(file, Float32Array.from(found.flatMap(([, points]) => points.flat(2))));

  const bytes = await readFile(file);
  const golden = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  expect(golden).toHaveLength(found.length * landmarkCount * 3);
  found.forEach(([name, points], index) => {
    const expected = golden.subarray(index * landmarkCount * 3, (index + 1) * landmarkCount * 3);
    expect(farthest(points.flat(), expected), name).toBeLessThan(tolerance);
  });
});

test('without vector instructions the landmarks are the same', async () => {
  const plain = await createNodeFaceModel('plain');
  const model = await sharedFaceModel();
  const [, picture] = pictures[0]!;
  const previous = (await model.findLandmarks(picture))!;
  const [followed, withVectors] = await Promise.all(
    [plain, model].map((one) => one.findLandmarks(picture, { previous })),
  );

  expect(farthest(followed!.flat(), withVectors!.flat())).toBeLessThan(tolerance);
  expect(
    farthest(
      (await plain.detectFaces(picture))[0]!.keyPoints.flat(),
      (await model.detectFaces(picture))[0]!.keyPoints.flat(),
    ),
  ).toBeLessThan(tolerance);
});

test('two models give the same landmarks for several pictures at the same time', async () => {
  const models = [await sharedFaceModel(), await createNodeFaceModel()];
  const few = pictures.slice(0, 3).map(([, picture]) => picture);
  const alone: Landmarks[] = [];
  for (const picture of few) alone.push((await models[0]!.findLandmarks(picture))!);
  const together = await Promise.all(
    models.map((model) => Promise.all(few.map((picture) => model.findLandmarks(picture)))),
  );

  expect(together).toEqual([alone, alone]);
});

/** Returns the largest difference between two lists of coordinates, in pixels. */
function farthest(one: readonly number[], other: ArrayLike<number>): number {
  return one.reduce((worst, value, index) => Math.max(worst, Math.abs(value - other[index]!)), 0);
}

/**
 * Rotates and scales an image with our own sampling, so that the result does not depend on the rounding of another
 * library.
 */
function turn(picture: Picture, degrees: number, size: number): Picture {
  const angle = (degrees * Math.PI) / 180;
  const region = { x: picture.width / 2, y: picture.height / 2, size: picture.width, angle };
  const rgb = sampleSquare(picture, region, size, 0, 255);
  const data = new Uint8ClampedArray(size * size * 4).fill(255);
  for (let i = 0; i < size * size; i++) {
    for (let channel = 0; channel < 3; channel++) data[4 * i + channel] = rgb[3 * i + channel]!;
  }
  return { width: size, height: size, data };
}
