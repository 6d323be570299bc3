import type { Landmarks } from '../picture.ts';
import { faceOutline, meshPointCount } from '../model/landmark-groups.ts';
import { frameLimits } from './thresholds.ts';

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Returns the largest centred 4:3 crop of a frame, in pixels of the frame. The person sees only this part, regardless
 * of the camera's format.
 */
export function guideFrame(frame: { width: number; height: number }): Rect {
  const width = Math.min(frame.width, frame.height * frameLimits.guideAspect);
  const height = width / frameLimits.guideAspect;
  return { x: (frame.width - width) / 2, y: (frame.height - height) / 2, width, height };
}

/** Returns the oval for the face, in pixels of the frame. */
export function guideOval(guide: Rect): { x: number; y: number; radius_x: number; radius_y: number } {
  return {
    x: guide.x + guide.width / 2,
    y: guide.y + guide.height / 2,
    radius_x: frameLimits.ovalRadiusX * guide.width,
    radius_y: frameLimits.ovalRadiusY * guide.height,
  };
}

/** Returns the area of the bounding box of the mesh (without irises) as a share of the guide frame. */
export function meshArea(landmarks: Landmarks, guide: Rect): number {
  let left = Infinity;
  let right = -Infinity;
  let top = Infinity;
  let bottom = -Infinity;
  for (const [x, y] of landmarks.slice(0, meshPointCount)) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return ((right - left) * (bottom - top)) / (guide.width * guide.height);
}

/**
 * Returns the largest distance of the face outline from the oval's centre: 1 is on the oval, 1.05 is five percent
 * outside.
 */
export function outlineReach(landmarks: Landmarks, guide: Rect): number {
  const oval = guideOval(guide);
  let reach = 0;
  for (const index of faceOutline) {
    const [x, y] = landmarks[index]!;
    reach = Math.max(reach, Math.hypot((x - oval.x) / oval.radius_x, (y - oval.y) / oval.radius_y));
  }
  return reach;
}

/** A map from a photo to the guide frame: first scale, then shift. */
export interface Placement {
  scale: number;
  dx: number;
  dy: number;
}

/**
 * Returns the map that places the face of any photo in the oval. The middle of the face outline maps to the centre of
 * the oval, and its farthest point maps onto the oval.
 */
export function placeInOval(landmarks: Landmarks, guide: Rect): Placement {
  const oval = guideOval(guide);
  const outline = faceOutline.map((index) => landmarks[index]!);
  const middle = (k: 0 | 1) => {
    const values = outline.map((point) => point[k]);
    return (Math.min(...values) + Math.max(...values)) / 2;
  };
  const [x, y] = [middle(0), middle(1)];
  const reach = Math.max(
    ...outline.map((point) => Math.hypot((point[0] - x) / oval.radius_x, (point[1] - y) / oval.radius_y)),
  );
  return { scale: 1 / reach, dx: oval.x - x / reach, dy: oval.y - y / reach };
}
