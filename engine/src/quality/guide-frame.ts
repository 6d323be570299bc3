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
 * The largest centred 4:3 crop of a frame, in pixels of the frame. The person sees this part, whatever the camera's
 * format.
 */
export function guideFrame(frame: { width: number; height: number }): Rect {
  const width = Math.min(frame.width, frame.height * frameLimits.guideAspect);
  const height = width / frameLimits.guideAspect;
  return { x: (frame.width - width) / 2, y: (frame.height - height) / 2, width, height };
}

/** The oval in pixels of the frame, for drawing it. */
export function guideOval(guide: Rect): { x: number; y: number; radius_x: number; radius_y: number } {
  return {
    x: guide.x + guide.width / 2,
    y: guide.y + guide.height / 2,
    radius_x: frameLimits.ovalRadiusX * guide.width,
    radius_y: frameLimits.ovalRadiusY * guide.height,
  };
}

/** Bounding box of the mesh (without irises) as a share of the guide frame. */
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

/** How far the face outline reaches from the oval's centre: 1 on the line, 1.05 five percent outside. */
export function outlineReach(landmarks: Landmarks, guide: Rect): number {
  const oval = guideOval(guide);
  let reach = 0;
  for (const index of faceOutline) {
    const [x, y] = landmarks[index]!;
    reach = Math.max(reach, Math.hypot((x - oval.x) / oval.radius_x, (y - oval.y) / oval.radius_y));
  }
  return reach;
}

/** Maps a photo into the guide frame so that its face fills the oval: scaled, then moved. */
export interface Placement {
  scale: number;
  dx: number;
  dy: number;
}

/**
 * Scales and moves a photo's face of any size and place into the oval. The middle of its outline goes to the centre,
 * its farthest point onto the line.
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
