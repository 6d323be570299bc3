import sharp from 'sharp';
import type { Pose } from '#contract/intake.ts';
import type { PoseMarks } from '#contract/markings.ts';
import { markArtefacts } from '#engine/check/mark-artefacts.ts';
import { correctLandmarks } from '#engine/geometry/correct-landmarks.ts';
import { createNodeFaceModel } from '#engine/model/node.ts';
import type { FaceModel } from '#engine/model/face-model.ts';
import type { Picture } from '#engine/picture.ts';
import type { Recipe } from '#engine/recipe.ts';
import { prepare, render } from '#engine/simulate.ts';
import type { PreparedFace } from '#engine/simulate.ts';
import type { StoredMark } from './stored-mark.ts';

/** The input of a check. The check runs in a worker thread. */
export interface ToCheck {
  readonly pose: Pose;
  /** The stored photo. `rendering` is the image that the browser made from this photo. */
  readonly photo: Uint8Array;
  readonly rendering: Uint8Array;
  readonly recipe: Recipe;
  readonly marks: PoseMarks;
}

let model: Promise<FaceModel> | undefined;

/**
 * Draws the recipe (the doses of a style) again from the stored photo and checks this drawing, so that the result does
 * not depend on data from the browser. Then compares the browser's image with the drawing. A photo without a face gets
 * one mark, which means that the image could not be checked.
 */
export async function findMarks({ photo, rendering, recipe, marks }: ToCheck): Promise<StoredMark[]> {
  const face = await readFace(await decode(photo), marks);
  if (!face) return [unchecked];
  const drawn = render(face, recipe, { brush: marks.brush });
  const found = markArtefacts(face, recipe, drawn, { brush: marks.brush }).map((mark) => ({ ...mark, accepted: null }));
  const unlike = unlikePlace(drawn, await decode(rendering));
  const all: StoredMark[] = [
    ...found,
    ...(unlike ? [{ ...unlike, kind: 'unlike', treatment: null, accepted: null } as const] : []),
  ];
  return all.map((mark) => ({
    ...mark,
    x: rounded(mark.x),
    y: rounded(mark.y),
    radius: rounded(mark.radius),
    amount: rounded(mark.amount),
  }));
}

/**
 * The mark that is stored for an image if the image could not be checked. This mark requires the doctor to look at the
 * whole image.
 */
export const unchecked: StoredMark = {
  kind: 'unchecked',
  x: 0.5,
  y: 0.5,
  radius: 0,
  amount: 0,
  treatment: null,
  accepted: null,
};

/** Finds the face points in the same way as the studio, and then applies the doctor's corrections. */
async function readFace(picture: Picture, { seeds, corrections }: PoseMarks): Promise<PreparedFace | null> {
  const faces = await (model ??= createNodeFaceModel());
  let landmarks = await faces.findLandmarks(picture);
  if (!landmarks) return null;
  if (seeds.length > 0) {
    const previous = correctLandmarks(landmarks, seeds, picture);
    landmarks = (await faces.findLandmarks(picture, { previous })) ?? landmarks;
  }
  return prepare(picture, correctLandmarks(landmarks, corrections, picture));
}

async function decode(bytes: Uint8Array): Promise<Picture> {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return {
    width: info.width,
    height: info.height,
    data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.length),
  };
}

/**
 * Rounds to three decimals. The seal (the hash of the signed content) includes the marks, so their numbers must be
 * identical wherever they are stored.
 */
const rounded = (value: number): number => Number(value.toFixed(3));

/**
 * The width and height of the compared cells, in pixels. Compression hardly changes the mean value of a cell, but a
 * drawn change does.
 */
const CELL_PX = 16;
/**
 * The maximum allowed difference between the mean values of a cell, in levels from 0 to 255. JPEG compression at
 * quality 92 and a different decoder cause a difference below 3.
 */
const MOST = 8;

interface UnlikePlace {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly amount: number;
}

/**
 * Returns the place at which an image differs most from the engine's drawing. Returns null if no cell differs by more
 * than `MOST`. For an image of another size, returns the middle of the image.
 */
function unlikePlace(drawn: Picture, given: Picture): UnlikePlace | null {
  if (drawn.width !== given.width || drawn.height !== given.height) return { x: 0.5, y: 0.5, radius: 0, amount: 255 };
  const { width, height } = drawn;
  let worst = { amount: 0, x: 0, y: 0 };
  for (let y = 0; y + CELL_PX <= height; y += CELL_PX) {
    for (let x = 0; x + CELL_PX <= width; x += CELL_PX) {
      const amount = differenceOf(drawn, given, x, y);
      if (amount > worst.amount) worst = { amount, x: (x + CELL_PX / 2) / width, y: (y + CELL_PX / 2) / height };
    }
  }
  return worst.amount > MOST ? { ...worst, radius: (2 * CELL_PX) / width } : null;
}

/**
 * Returns the difference between the mean values of a cell in two images. This is the largest of the differences in the
 * three colour channels.
 */
function differenceOf(p: Picture, q: Picture, left: number, top: number): number {
  const sums = [0, 1, 2].map((channel) => {
    let sum = 0;
    for (let y = top; y < top + CELL_PX; y++) {
      const start = (y * p.width + left) * 4 + channel;
      for (let i = start; i < start + CELL_PX * 4; i += 4) sum += (p.data[i] ?? 0) - (q.data[i] ?? 0);
    }
    return Math.abs(sum);
  });
  return Math.max(...sums) / CELL_PX ** 2;
}
