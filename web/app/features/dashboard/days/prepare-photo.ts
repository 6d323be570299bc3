import type { PoseMarks } from '#contract/markings.ts';
import { correctLandmarks } from '#engine/geometry/correct-landmarks.ts';
import type { Landmarks, Picture } from '#engine/picture.ts';
import { startFaceClient } from '#engine/worker/face-client.ts';
import { startRenderClient } from '#engine/worker/render-client.ts';
import type { PreparedPhoto } from './day-pictures.ts';

/** The longest side of a prepared photo, in pixels. Images of this size are sharp, and a phone draws them quickly. */
const LONGEST_PX = 1024;
const KEY = 'days';

/**
 * Finds the face in the same way as the doctor's browser did, applies the doctor's corrections, and prepares the photo
 * for drawing. The browser sends neither the photo nor the face points to the service.
 * @throws if the photo cannot be loaded, or if no face is found in it
 */
export async function preparePhoto(url: string, marks: PoseMarks): Promise<PreparedPhoto> {
  const picture = await pixelsOf(url);
  const landmarks = await landmarksOf(picture, marks);
  const client = startRenderClient();
  try {
    await client.prepare(KEY, picture, landmarks);
  } catch (fault) {
    client.terminate();
    throw fault;
  }
  return {
    draw: (recipe, brush) => client.render(KEY, recipe, brush && { brush }),
    close: () => client.terminate(),
  };
}

/**
 * Returns the face points of a photo, with the doctor's corrections. Their unit is a pixel of the photo after it is
 * scaled down to `LONGEST_PX`.
 */
export async function findFace(url: string, marks: PoseMarks) {
  const picture = await pixelsOf(url);
  return { width: picture.width, height: picture.height, landmarks: await landmarksOf(picture, marks) };
}

async function landmarksOf(picture: Picture, { seeds, corrections }: PoseMarks): Promise<Landmarks> {
  const client = await startFaceClient();
  try {
    const { landmarks } = await client.detect(copyOf(picture));
    if (!landmarks) throw new Error('No face was found in the photo');
    const again =
      seeds.length > 0 && (await client.refine(copyOf(picture), correctLandmarks(landmarks, seeds, picture))).landmarks;
    return correctLandmarks(again || landmarks, corrections, picture);
  } finally {
    client.terminate();
  }
}

/**
 * Copies an image. The worker takes over the memory of the image that it gets, but this page still needs the pixels.
 */
const copyOf = ({ width, height, data }: Picture): Picture => ({ width, height, data: new Uint8ClampedArray(data) });

async function pixelsOf(url: string): Promise<Picture> {
  const answer = await fetch(url, { credentials: 'include' });
  if (!answer.ok) throw new Error(`The photo answered ${answer.status}`);
  const bitmap = await createImageBitmap(await answer.blob());
  const scale = Math.min(1, LONGEST_PX / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [Math.round(bitmap.width * scale), Math.round(bitmap.height * scale)];
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser cannot draw');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return context.getImageData(0, 0, width, height);
}
