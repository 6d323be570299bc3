import {
  forehead,
  glabella,
  leftCheek,
  leftCrowsFeet,
  leftNasolabial,
  leftUnderEye,
  nose,
  rightCheek,
  rightCrowsFeet,
  rightNasolabial,
  rightUnderEye,
} from '../model/landmark-groups.ts';
import { planeOf } from '../maths/plane.ts';
import type { Plane, Size } from '../maths/plane.ts';
import { fillPolygon } from '../maths/polygon.ts';
import type { Landmarks } from '../picture.ts';
import { pointsOf } from '../regions/work-area.ts';

const outlines = {
  forehead: [forehead],
  glabella: [glabella],
  crowsFeet: [rightCrowsFeet, leftCrowsFeet],
  underEye: [rightUnderEye, leftUnderEye],
  cheeks: [rightCheek, leftCheek],
  nose: [nose],
  nasolabial: [rightNasolabial, leftNasolabial],
} as const;

export type MeasuredRegion = keyof typeof outlines;

/** Returns 1 inside a region and 0 outside. The edges are hard, because an average needs no soft edge. */
export function outlineOf(region: MeasuredRegion, landmarks: Landmarks, size: Size): Plane {
  const plane = planeOf(size);
  for (const outline of outlines[region]) fillPolygon(plane, size, pointsOf(landmarks, outline));
  return plane;
}

/** Returns the number of pixels of a region, including its part outside the image. */
export function areaOf(region: MeasuredRegion, landmarks: Landmarks): number {
  return outlines[region].reduce((sum, outline) => sum + polygonArea(pointsOf(landmarks, outline)), 0);
}

/** Returns the area of a polygon by the shoelace formula. */
function polygonArea(points: readonly (readonly [number, number])[]): number {
  const twice = points.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = points[(i + 1) % points.length]!;
    return sum + x * nextY - nextX * y;
  }, 0);
  return Math.abs(twice) / 2;
}
