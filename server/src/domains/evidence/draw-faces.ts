import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { clinicalTreatments, type TreatmentName } from '#engine/clinical.ts';
import { createNodeFaceModel } from '#engine/model/node.ts';
import type { Picture } from '#engine/picture.ts';
import { type Calibration, emptyRecipe } from '#engine/recipe.ts';
import { prepare, type PreparedFace, render } from '#engine/simulate.ts';

/** Runs in a worker thread. */
export interface ToDraw {
  readonly treatment: TreatmentName;
  readonly now: Calibration | undefined;
  readonly proposed: Calibration | undefined;
}

const SIDE_PX = 720;
const names = ['A', 'B', 'C'] as const;

interface Face {
  readonly name: (typeof names)[number];
  readonly face: PreparedFace;
}

let opened: Promise<Face[]> | undefined;

/** The demo faces with the upper end of the usual dose, where a difference is seen best: the photo, as drawn now, and as proposed. */
export async function drawFaces({ treatment, now, proposed }: ToDraw) {
  const dose = clinicalTreatments[treatment].usual[1];
  const drawn = [];
  for (const { name, face } of await (opened ??= openFaces())) {
    const as = (calibration: Calibration | undefined) =>
      jpegOf(render(face, { ...emptyRecipe, treatments: { [treatment]: dose }, ...(calibration && { calibration }) }));
    drawn.push({ name, before: await jpegOf(face.photo), now: await as(now), proposed: await as(proposed) });
  }
  return { dose, faces: drawn };
}

async function openFaces(): Promise<Face[]> {
  const model = await createNodeFaceModel();
  const faces: Face[] = [];
  for (const name of names) {
    const photo = await readFile(new URL(`../../../../engine/data/faces/${name}-front.jpg`, import.meta.url));
    const { data, info } = await sharp(photo).resize(SIDE_PX).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const picture = {
      width: info.width,
      height: info.height,
      data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.length),
    };
    const landmarks = await model.findLandmarks(picture);
    if (!landmarks) throw new Error(`No face was found in ${name}`);
    faces.push({ name, face: prepare(picture, landmarks) });
  }
  return faces;
}

async function jpegOf({ width, height, data }: Picture): Promise<string> {
  const bytes = await sharp(data, { raw: { width, height, channels: 4 } })
    .jpeg({ quality: 88 })
    .toBuffer();
  return `data:image/jpeg;base64,${bytes.toString('base64')}`;
}
