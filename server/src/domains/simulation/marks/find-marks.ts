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
import { unlikePlace } from './unlike-place.ts';

/** The input of a check. The check runs in a worker thread. */
export interface ToCheck {
  readonly pose: Pose;
  /** The stored photo. `rendering` is the image that the browser made from it. */
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

/** The mark of an image that could not be checked. It requires the doctor to look at the whole image. */
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

/** Rounds to three decimals. A mark is part of the seal, so its numbers must be identical wherever they are stored. */
const rounded = (value: number): number => Number(value.toFixed(3));
