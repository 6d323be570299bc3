import { jawBorder } from '../model/landmark-groups.ts';
import { createMaskedBlur, softened } from '../maths/masked-blur.ts';
import { planeOf } from '../maths/plane.ts';
import type { Plane, Size } from '../maths/plane.ts';
import { fillPolygon } from '../maths/polygon.ts';
import type { Point } from '../maths/polygon.ts';
import { median } from '../maths/statistics.ts';
import type { Landmarks, Picture } from '../picture.ts';
import { faceFrame } from './face-frame.ts';
import type { FaceFrame } from './face-frame.ts';
import { drawMask } from './region-masks.ts';
import type { RegionMask } from './region-masks.ts';
import { weighByColour } from './skin-mask.ts';
import type { SkinColour } from './skin-mask.ts';
import { pointsOf, workAreaAt } from './work-area.ts';
import type { WorkArea } from './work-area.ts';

export interface Neck {
  readonly region: RegionMask;
  /** Certainty that a pixel is bare skin of the neck, 0–1. */
  readonly skin: Plane;
}

/** Skin and hair of the face, in the work area of the face. */
export interface FaceSkin {
  readonly area: WorkArea;
  readonly skin: Plane;
  readonly hair: Plane;
}

/**
 * Distances below the jaw, in units of d (the distance between the irises). `depth` is the height of the searched area.
 * `belowJaw` is the upper edge of this area, below the shadow of the jaw. `leastDepth` is the minimum height that a
 * photo must show below the chin.
 */
const depth = 1.05;
const belowJaw = 0.1;
const leastDepth = 0.4;
const lowestOfChin = 152;
/** Width of the neck as a share of the width of the jaw. */
const narrowing = 0.8;
/**
 * Minimum share of the neck's outline that must be skin. Below this share, a collar, a scarf or a beard covers the
 * neck.
 */
const leastSkin = 0.3;

/**
 * Finds the neck of a photo, in its own work area. Null if the photo ends too close below the chin or shows no bare
 * neck. No pixel belongs to both the face and the neck, so that each can be drawn without the other.
 */
export function findNeck(photo: Picture, landmarks: Landmarks, face: FaceSkin): { area: WorkArea; neck: Neck } | null {
  const frame = faceFrame(landmarks);
  const outline = neckOutline(landmarks, frame);
  const ys = outline.map(([, y]) => y);
  if (photo.height - landmarks[lowestOfChin]![1] < leastDepth * frame.d) return null;
  const xs = outline.map(([x]) => x);
  const margin = 0.1 * frame.d;
  const window = {
    left: Math.max(0, Math.floor(Math.min(...xs) - margin)),
    top: Math.max(0, Math.floor(Math.min(...ys) - margin)),
    right: Math.min(photo.width, Math.ceil(Math.max(...xs) + margin)),
    bottom: Math.min(photo.height, Math.ceil(Math.max(...ys) + margin)),
  };
  if (window.right - window.left < 16 || window.bottom - window.top < 16) return null;
  const area = workAreaAt(photo, landmarks, window);
  const local = neckOutline(area.landmarks, area.frame);
  const skin = bareSkin(area, local);
  if (skin) leaveFace(skin, area, face);
  return skin && { area, neck: { region: drawMask([local], area.size, 0.06 * area.frame.d), skin } };
}

/** Removes the face, and the hair below the jaw, from the mask of the neck. */
function leaveFace(neck: Plane, { window, size, factor }: WorkArea, { area: face, skin, hair }: FaceSkin): void {
  for (let y = 0, i = 0; y < size.height; y++) {
    const row = Math.round((window.top - face.window.top) / factor) + y;
    for (let x = 0; x < size.width; x++, i++) {
      const column = Math.round((window.left - face.window.left) / factor) + x;
      if (neck[i] === 0) continue;
      if (isNear(skin, face.size, column, row)) neck[i] = 0;
      else if (row >= 0 && row < face.size.height && column >= 0 && column < face.size.width)
        neck[i]! *= 1 - hair[row * face.size.width + column]!;
    }
  }
}

/**
 * Returns whether the face has skin within two pixels of this pixel. This margin is needed, because planes of large
 * photos are interpolated.
 */
function isNear(skin: Plane, { width, height }: Size, column: number, row: number): boolean {
  for (let y = Math.max(0, row - 2); y <= Math.min(height - 1, row + 2); y++) {
    for (let x = Math.max(0, column - 2); x <= Math.min(width - 1, column + 2); x++) {
      if (skin[y * width + x]! > 0) return true;
    }
  }
  return false;
}

/**
 * Returns the outline of the neck. It begins a little below the jaw and continues straight down along the axis of the
 * face.
 */
export function neckOutline(landmarks: Landmarks, { d, ex, ey }: FaceFrame): Point[] {
  const border = pointsOf(landmarks, jawBorder);
  const middle = border[jawBorder.length >> 1]!;
  const moved = ([x, y]: Point, down: number): Point => {
    const across = (x - middle[0]) * ex + (y - middle[1]) * ey;
    const along = (y - middle[1]) * ex - (x - middle[0]) * ey + down * d;
    return [middle[0] + across * narrowing * ex - along * ey, middle[1] + across * narrowing * ey + along * ex];
  };
  const top = border.map((point) => moved(point, belowJaw));
  const [first, last] = [border[0]!, border.at(-1)!];
  return [...top, moved(last, belowJaw + depth), moved(first, belowJaw + depth)];
}

/**
 * Returns the bare skin of the neck: the pixels whose colour is close to the median colour of the neck. The colour of
 * the face is not used, because the neck lies in the shadow of the chin and is rarely as red as the face.
 */
function bareSkin({ size, frame, lab }: WorkArea, outline: readonly Point[]): Plane | null {
  const inside = planeOf(size);
  fillPolygon(inside, size, outline);
  const colour = medianOf(inside, lab.l, lab.a, lab.b);
  if (!colour || colour.a < 3 || colour.b < 3) return null;
  const mask = inside.slice();
  weighByColour(mask, inside, lab, colour, null);
  const shading = createMaskedBlur(mask, size, 0.22 * frame.d);
  weighByColour(mask, inside, lab, colour, shading.full(shading.blur(lab.l)));
  if (share(mask, inside) < leastSkin) return null;
  return faded(mask, size, frame.d);
}

function medianOf(inside: Plane, ...planes: readonly [Plane, Plane, Plane]): SkinColour | null {
  const indices: number[] = [];
  for (let i = 0; i < inside.length; i += 5) if (inside[i] === 1) indices.push(i);
  if (indices.length < 40) return null;
  const [l, a, b] = planes.map((plane) => median(indices.map((i) => plane[i]!))) as [number, number, number];
  return { l, a, b };
}

function share(mask: Plane, inside: Plane): number {
  let sum = 0;
  let total = 1;
  for (let i = 0; i < mask.length; i++) {
    sum += mask[i]!;
    total += inside[i]!;
  }
  return sum / total;
}

/** Fades the mask softly at collars and hair, because an edge on the neck would be visible. */
function faded(mask: Plane, size: Size, d: number): Plane {
  const soft = softened(mask, size, 0.03 * d);
  for (let i = 0; i < soft.length; i++) soft[i] = mask[i]! * Math.min(1, Math.max(0, 2 * soft[i]! - 1));
  return soft;
}
