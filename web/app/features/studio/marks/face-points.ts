import { CORRECTIONS_MAX, type PointCorrection } from '#contract/markings.ts';
import type { Landmarks } from '#engine/picture.ts';
import { shareOf, type XY } from './strokes.ts';

/** The indexes of the face points that the doctor can drag. The points between them move with them. */
export const handles = [
  10, 152, 234, 454, 172, 397, 70, 105, 107, 336, 334, 300, 33, 159, 133, 145, 362, 386, 263, 374, 168, 4, 98, 327, 61,
  0, 13, 14, 17, 291, 468, 473,
] as const;

/**
 * Returns the nearest face point that can be dragged, or null if every such point is further away than `reach`. All
 * values are in pixels of the photo.
 */
export function nearestHandle(landmarks: Landmarks, [x, y]: XY, reach: number): number | null {
  let best: number | null = null;
  let nearest = reach;
  for (const index of handles) {
    const point = landmarks[index];
    const distance = point ? Math.hypot(point[0] - x, point[1] - y) : Infinity;
    if (distance <= nearest) [best, nearest] = [index, distance];
  }
  return best;
}

/**
 * Adds a correction: the new position of a face point that the doctor dragged, in pixels. It replaces an earlier
 * correction of the same point. Returns null if no more corrections can be stored.
 */
export function withCorrection(
  corrections: readonly PointCorrection[],
  index: number,
  at: XY,
  size: { width: number; height: number },
): PointCorrection[] | null {
  const others = corrections.filter((each) => each.index !== index);
  if (others.length >= CORRECTIONS_MAX) return null;
  const [x, y] = shareOf(at, size);
  return [...others, { index, x, y }];
}
