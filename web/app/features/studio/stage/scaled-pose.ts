import type { Landmarks, Picture } from '#engine/picture.ts';
import { canvasOf, drawingOn } from './pixels.ts';
import type { OpenPose } from './pose-store.ts';

export interface Crop {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Returns a part of a photo at another size. Its landmarks are converted to the new size. */
export function scaledPose(
  { picture, landmarks }: OpenPose,
  crop: Crop,
  scale: number,
): { picture: Picture; landmarks: Landmarks } {
  const width = Math.round(crop.width * scale);
  const height = Math.round(crop.height * scale);
  const source = canvasOf(picture);
  const context = drawingOn(new OffscreenCanvas(width, height));
  context.imageSmoothingQuality = 'high';
  context.drawImage(source, crop.x, crop.y, crop.width, crop.height, 0, 0, width, height);
  const moved = landmarks.map(([x, y, z]) => [(x - crop.x) * scale, (y - crop.y) * scale, z * scale] as const);
  return { picture: context.getImageData(0, 0, width, height), landmarks: moved };
}

/** Returns the whole photo. Neither side is longer than `longest_px`. */
export function liveSize(pose: OpenPose, longest_px: number) {
  const { width, height } = pose.picture;
  const scale = Math.min(1, longest_px / Math.max(width, height));
  return scaledPose(pose, { x: 0, y: 0, width, height }, scale);
}
