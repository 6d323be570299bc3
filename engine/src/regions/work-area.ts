import { meshPointCount } from '../model/landmark-groups.ts';
import { labOfPicture } from '../maths/lab.ts';
import type { LabPlanes } from '../maths/lab.ts';
import type { Bounds, Size } from '../maths/plane.ts';
import type { Point } from '../maths/polygon.ts';
import type { Landmarks, Picture } from '../picture.ts';
import { faceFrame } from './face-frame.ts';
import type { FaceFrame } from './face-frame.ts';
import { shrinkPicture } from './shrink-picture.ts';

/** The window around the face in which the engine changes the skin, at the engine's working resolution. */
export interface WorkArea {
  /** Part of the photo, in pixels of the photo. */
  readonly window: Bounds;
  /**
   * Number of photo pixels per pixel of the work area, on each axis: 1, or a higher whole number for very large photos.
   */
  readonly factor: number;
  readonly size: Size;
  /** Landmarks in pixels of the work area, relative to the corner of the window. */
  readonly landmarks: Landmarks;
  readonly frame: FaceFrame;
  readonly lab: LabPlanes;
}

/**
 * Largest distance between the irises in the work area, in pixels. A finer resolution shows no more detail, because the
 * size of a pore is 0.003 of this distance.
 */
const largestDistance_px = 420;
/**
 * Margins around the mesh, in units of d (the distance between the irises). They include foreheads that are higher than
 * the mesh, and the soft edge of the mask. Blurs under the mask need no wider margin.
 */
const marginX = 0.15;
const marginY = 0.25;

/** @throws RangeError when the face lies outside the photo. */
export function workAreaOf(photo: Picture, landmarks: Landmarks): WorkArea {
  return workAreaAt(photo, landmarks, windowAround(photo, landmarks, faceFrame(landmarks).d));
}

/** Returns the work area of another window of the photo. */
export function workAreaAt(photo: Picture, landmarks: Landmarks, window: Bounds): WorkArea {
  const factor = Math.max(1, Math.ceil(faceFrame(landmarks).d / largestDistance_px));
  const small = factor === 1 ? photo : shrinkPicture(photo, window, factor);
  const width = Math.ceil((window.right - window.left) / factor);
  const height = Math.ceil((window.bottom - window.top) / factor);
  const part = factor === 1 ? window : { left: 0, top: 0, right: width, bottom: height };
  const local: Landmarks = landmarks.map(([x, y, z]) => [
    (x - window.left) / factor,
    (y - window.top) / factor,
    z / factor,
  ]);
  return {
    window,
    factor,
    size: { width, height },
    landmarks: local,
    frame: faceFrame(local),
    lab: labOfPicture(small, part),
  };
}

export function pointsOf(landmarks: Landmarks, indices: readonly number[]): Point[] {
  return indices.map((index) => [landmarks[index]![0], landmarks[index]![1]]);
}

function windowAround(photo: Picture, landmarks: Landmarks, d: number): Bounds {
  const xs = landmarks.slice(0, meshPointCount).map(([x]) => x);
  const ys = landmarks.slice(0, meshPointCount).map(([, y]) => y);
  const window = {
    left: Math.max(0, Math.floor(Math.min(...xs) - marginX * d)),
    top: Math.max(0, Math.floor(Math.min(...ys) - marginY * d)),
    right: Math.min(photo.width, Math.ceil(Math.max(...xs) + marginX * d)),
    bottom: Math.min(photo.height, Math.ceil(Math.max(...ys) + marginY * d)),
  };
  if (!(window.right - window.left > 8 && window.bottom - window.top > 8))
    throw new RangeError('The face lies outside the photo');
  return window;
}
