import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import type { ResizeOptions } from 'sharp';
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

/** Returns the model that all tests of a process share. */
export function sharedFaceModel(): Promise<FaceModel> {
  return (model ??= createNodeFaceModel());
}

/** Returns a demo face (a composite) of `size` × `size` pixels, and its landmarks. */
export async function demoFace(person: (typeof people)[number], pose: Pose = 'front', size = 1024): Promise<DemoFace> {
  const picture = await readPicture(demoFacePath(person, pose), size);
  const landmarks = await (await sharedFaceModel()).findLandmarks(picture);
  if (!landmarks) throw new Error(`No face in ${person}-${pose}`);
  return { name: `${person}-${pose}`, pose, picture, landmarks };
}

export function demoFacePath(person: string, pose: Pose): string {
  return fileURLToPath(new URL(`../data/faces/${person}-${pose}.jpg`, import.meta.url));
}

/**
 * Reads an image file as RGBA. If `size` is a number, the image is scaled to fit a square of this size. An object
 * contains options for sharp.
 */
export async function readPicture(file: string, size?: number | ResizeOptions): Promise<Picture> {
  const options = typeof size === 'number' ? { width: size, height: size, fit: 'inside' as const } : size;
  const image = options ? sharp(file).resize(options) : sharp(file);
  const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return {
    width: info.width,
    height: info.height,
    data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength),
  };
}
