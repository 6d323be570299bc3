import {
  chinPad,
  forehead,
  glabella,
  leftCrowsRays,
  leftMarionette,
  leftNasolabial,
  leftUnderEye,
  lowerLip,
  rightCrowsRays,
  rightMarionette,
  rightNasolabial,
  rightUnderEye,
  upperLip,
} from '../model/landmark-groups.ts';
import { softened } from '../maths/masked-blur.ts';
import { planeOf } from '../maths/plane.ts';
import type { Bounds, Size } from '../maths/plane.ts';
import { fillPolygon, scalePolygon } from '../maths/polygon.ts';
import type { Point } from '../maths/polygon.ts';
import type { Landmarks } from '../picture.ts';
import { pointsOf } from './work-area.ts';

/**
 * How much each pixel belongs to a region, 0–255. Bytes are fine enough for a mask with soft edges, and are uploaded to
 * the graphics card unchanged.
 */
export interface RegionMask {
  readonly values: Uint8Array;
  /** The mask is zero outside these bounds. */
  readonly bounds: Bounds;
}

interface Shape {
  readonly polygons: readonly (readonly number[])[];
  readonly feather: number;
  readonly grown?: number;
}

/** The neck lies outside the face mesh. It has its own window of the photo and its own layers (neck.ts). */
export type RegionName =
  | 'forehead'
  | 'glabella'
  | 'crowsFeet'
  | 'underEye'
  | 'nasolabial'
  | 'marionette'
  | 'chin'
  | 'upperLip'
  | 'lowerLip'
  | 'neck';

/**
 * Polygons of each region. `feather` is the sigma of the soft edge in units of d (the distance between the irises).
 * `grown` is the factor by which the region is enlarged, because its soft edge would otherwise exclude the lines near
 * its border.
 */
const shapes: Readonly<Record<Exclude<RegionName, 'neck'>, Shape>> = {
  forehead: { polygons: [forehead], feather: 0.06 },
  glabella: { polygons: [glabella], feather: 0.05 },
  crowsFeet: { polygons: [rightCrowsRays, leftCrowsRays], feather: 0.035, grown: 1.08 },
  underEye: { polygons: [rightUnderEye, leftUnderEye], feather: 0.05 },
  nasolabial: { polygons: [rightNasolabial, leftNasolabial], feather: 0.05 },
  marionette: { polygons: [rightMarionette, leftMarionette], feather: 0.05 },
  chin: { polygons: [chinPad], feather: 0.05 },
  upperLip: { polygons: [upperLip], feather: 0.012 },
  lowerLip: { polygons: [lowerLip], feather: 0.015 },
};

export type RegionMasks = Readonly<Record<RegionName, RegionMask>>;

export function regionMasks(landmarks: Landmarks, size: Size, d: number): RegionMasks {
  const masks = Object.entries(shapes).map(([name, { polygons, feather, grown = 1 }]) => {
    const outlines = polygons.map((polygon) => scalePolygon(pointsOf(landmarks, polygon), grown));
    return [name, drawMask(outlines, size, feather * d)] as const;
  });
  return { ...Object.fromEntries(masks), neck: noRegion(size) } as unknown as RegionMasks;
}

/** Returns the masks for the neck's window of the photo, in which all regions of the face are empty. */
export function neckMasks(neck: RegionMask, size: Size): RegionMasks {
  const none = noRegion(size);
  const names = Object.keys(shapes).map((name) => [name, none] as const);
  return { ...Object.fromEntries(names), neck } as unknown as RegionMasks;
}

function noRegion({ width, height }: Size): RegionMask {
  return { values: new Uint8Array(width * height), bounds: { left: 0, top: 0, right: 0, bottom: 0 } };
}

export function drawMask(outlines: Point[][], size: Size, sigma: number): RegionMask {
  const bounds = boundsAround(outlines.flat(), size, Math.ceil(3.5 * sigma) + 1);
  const part = { width: bounds.right - bounds.left, height: bounds.bottom - bounds.top };
  const plane = planeOf(part);
  for (const outline of outlines) {
    fillPolygon(
      plane,
      part,
      outline.map(([x, y]) => [x - bounds.left, y - bounds.top] as const),
    );
  }
  const soft = softened(plane, part, sigma);
  const values = new Uint8Array(size.width * size.height);
  for (let y = 0; y < part.height; y++) {
    const to = (bounds.top + y) * size.width + bounds.left;
    for (let x = 0; x < part.width; x++) values[to + x] = soft[y * part.width + x]! * 255 + 0.5;
  }
  return { values, bounds };
}

function boundsAround(points: Point[], size: Size, margin: number): Bounds {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const left = Math.max(0, Math.floor(Math.min(...xs)) - margin);
  const top = Math.max(0, Math.floor(Math.min(...ys)) - margin);
  const right = Math.min(size.width, Math.ceil(Math.max(...xs)) + margin);
  const bottom = Math.min(size.height, Math.ceil(Math.max(...ys)) + margin);
  return { left, top, right: Math.max(left, right), bottom: Math.max(top, bottom) };
}
