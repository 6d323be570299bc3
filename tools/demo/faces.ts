import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import type { PhotoKind } from '#contract/photo-kinds.ts';
import { GivenScores, ScoreNames } from '#contract/skin-score.ts';
import { measureSkin } from '#engine/metrics/measure-skin.ts';
import { scoreScale } from '#engine/metrics/score-scale.ts';
import { scoreSkin } from '#engine/metrics/score-skin.ts';
import { createNodeFaceModel } from '#engine/model/node.ts';
import type { Picture } from '#engine/picture.ts';
import type { Recipe } from '#engine/recipe.ts';
import { prepare, render } from '#engine/simulate.ts';

/**
 * Returns the path of a demo photo. The demo faces are composites and show no real person. The engine's tests use them
 * too (see engine/data/faces/README.md). Only face B has photos of expressions.
 */
export const facePath = (face: string, pose: PhotoKind): string =>
  fileURLToPath(new URL(`../../engine/data/faces/${face}-${pose}.jpg`, import.meta.url));

/**
 * Renders one photo with several recipes (the doses of a simulation), as the doctor's browser does. Returns JPEG files
 * in the order of the recipes.
 */
export async function renderFace(photo: Buffer, recipes: readonly Recipe[]): Promise<Buffer[]> {
  const picture = await decode(photo);
  const model = await createNodeFaceModel();
  const landmarks = await model.findLandmarks(picture);
  if (!landmarks) throw new Error('no face in a demo photo');
  const prepared = prepare(picture, landmarks);
  return Promise.all(recipes.map((recipe) => encode(render(prepared, recipe))));
}

/**
 * Returns the skin scores of a front photo, as the doctor's browser measures them. Returns null if the photo cannot be
 * measured.
 */
export async function measureFace(photo: Buffer): Promise<GivenScores | null> {
  const picture = await decode(photo);
  const landmarks = await (await createNodeFaceModel()).findLandmarks(picture);
  const measurement = landmarks && measureSkin(picture, landmarks);
  if (measurement?.kind !== 'measured') return null;
  const { scores } = scoreSkin(measurement);
  const given = ScoreNames.map((name) => {
    const { value, untold } = scores[name];
    return [name, { value, measured: value, ...(untold && { untold }) }] as const;
  });
  return GivenScores.parse({ ...Object.fromEntries(given), scale: scoreScale });
}

async function decode(photo: Buffer): Promise<Picture> {
  const { data, info } = await sharp(photo).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8ClampedArray(data) };
}

const encode = ({ width, height, data }: Picture): Promise<Buffer> =>
  sharp(data, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .jpeg({ quality: 92 })
    .toBuffer();
