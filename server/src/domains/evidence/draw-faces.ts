import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { clinicalTreatments, type TreatmentName } from '#engine/clinical.ts';
import { createNodeFaceModel } from '#engine/model/node.ts';
import type { Picture } from '#engine/picture.ts';
import { type Calibration, emptyRecipe } from '#engine/recipe.ts';
import { prepare, type PreparedFace, render } from '#engine/simulate.ts';

/** The input of `drawFaces`. This function runs in a worker thread. */
export interface ToDraw {
  readonly treatment: TreatmentName;
  readonly now: Calibration | undefined;
  readonly proposed: Calibration | undefined;
}

/** The length of the longer side of the whole photo, in pixels. The face fills about half of the photo. */
const SIDE_PX = 1280;
/** The margin around the face points, as a share of their height. */
const MARGIN = 0.12;
const names = ['A', 'B', 'C'] as const;

interface Face {
  readonly name: (typeof names)[number];
  readonly face: PreparedFace;
}

let opened: Promise<Face[]> | undefined;

/**
 * Draws the demo faces. For each face it returns the photo, the drawing with the dose-response table in force, and the
 * drawing with the proposed table. The dose is the upper end of the usual doses, at which a difference is most visible.
 */
export async function drawFaces({ treatment, now, proposed }: ToDraw) {
  const dose = clinicalTreatments[treatment].usual[1];
  const drawn = [];
  for (const { name, face } of await (opened ??= openFaces())) {
    const crop = (picture: Picture) => jpegOf(picture, faceOf(face));
    const as = (calibration: Calibration | undefined) =>
      crop(render(face, { ...emptyRecipe, treatments: { [treatment]: dose }, ...(calibration && { calibration }) }));
    drawn.push({ name, before: await crop(face.photo), now: await as(now), proposed: await as(proposed) });
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

/** Returns the square of the photo that contains the whole face. */
function faceOf({ landmarks, photo }: PreparedFace) {
  const [xs, ys] = [landmarks.map(([x]) => x), landmarks.map(([, y]) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const side = Math.min(photo.width, photo.height, Math.round((bottom - top) * (1 + 2 * MARGIN)));
  const within = (middle: number, size: number) => Math.round(Math.min(size - side, Math.max(0, middle - side / 2)));
  return { left: within((left + right) / 2, photo.width), top: within((top + bottom) / 2, photo.height), side };
}

async function jpegOf(
  { width, height, data }: Picture,
  { left, top, side }: ReturnType<typeof faceOf>,
): Promise<string> {
  const bytes = await sharp(data, { raw: { width, height, channels: 4 } })
    .extract({ left, top, width: side, height: side })
    .jpeg({ quality: 90 })
    .toBuffer();
  return `data:image/jpeg;base64,${bytes.toString('base64')}`;
}
