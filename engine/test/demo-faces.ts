import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { createNodeFaceModel } from '../src/model/node.ts';
import type { FaceModel } from '../src/model/face-model.ts';
import type { Landmarks, Picture, Pose } from '../src/picture.ts';

export const people = ['A', 'B', 'C'] as const;
export const poses: readonly Pose[] = ['front', 'right', 'left'];

export interface DemoFace {
  readonly name: string;
  readonly pose: Pose;
  readonly picture: Picture;
  readonly landmarks: Landmarks;
}

let model: Promise<FaceModel> | undefined;

/** One model for all tests of a process. */
export function sharedFaceModel(): Promise<FaceModel> {
  return (model ??= createNodeFaceModel());
}

/** A composite demo face, scaled to `size` × `size`, with its landmarks. */
export async function demoFace(person: (typeof people)[number], pose: Pose = 'front', size = 1024): Promise<DemoFace> {
  const picture = await readPicture(demoFacePath(person, pose), size);
  const landmarks = await (await sharedFaceModel()).findLandmarks(picture);
  if (!landmarks) throw new Error(`No face in ${person}-${pose}`);
  return { name: `${person}-${pose}`, pose, picture, landmarks };
}

export function demoFacePath(person: string, pose: Pose): string {
  return fileURLToPath(new URL(`./faces/${person}-${pose}.jpg`, import.meta.url));
}

/** Reads an image file as RGBA, scaled to fit a square of `size` when given. */
export async function readPicture(file: string, size?: number): Promise<Picture> {
  const image = size ? sharp(file).resize(size, size, { fit: 'inside' }) : sharp(file);
  const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return {
    width: info.width,
    height: info.height,
    data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength),
  };
}
