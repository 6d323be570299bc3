import { gaussian } from '../maths/gaussian.ts';
import { softened } from '../maths/masked-blur.ts';
import type { Plane, Size } from '../maths/plane.ts';
import { fillDisc } from '../maths/polygon.ts';
import { enlarge } from '../maths/resample.ts';
import { smoothstep } from '../maths/smoothstep.ts';
import { leftSmileCheek, rightSmileCheek } from '../model/landmark-groups.ts';
import type { Landmarks } from '../picture.ts';
import { drawMask } from '../regions/region-masks.ts';
import type { RegionMask } from '../regions/region-masks.ts';
import { pointsOf } from '../regions/work-area.ts';
import { castShade } from './pigment.ts';

/**
 * Two sigmas, in units of d (the distance between the irises). The first is for the soft edge around the part of the
 * cheek where the region follows a crease. The second is for the filled strip along a crease.
 */
const cheekFeather = 0.09;
const besideFold = 0.05;
/**
 * Softening reduces a line to about a third of its height. This factor compensates for the loss, so that the fold
 * itself is filled fully.
 */
const gain = 3;
/**
 * Where the photo shows no crease, filling in the usual region of a fold is reduced to this share. Shade alone does not
 * make a fold.
 */
const leastOfBand = 0.3;
/**
 * Distance from a beard, a wing of the nose or a corner of the mouth within which skin is not filled, in units of d.
 * Otherwise a bright rim would appear next to the dark area.
 */
const besideHair = 0.05;
/** Shares of dark area around a pixel. Filling begins to fade at the first share and stops at the second. */
const hairAround = [0.03, 0.3] as const;
/**
 * Landmarks where folds begin (corners of the mouth, wings of the nose). Each pair, one landmark for each side, has a
 * radius in units of d.
 */
const darkCorners = [
  [[61, 291], 0.03],
  [[64, 294], 0.03],
] as const;

/**
 * Returns the region of the fold on this face. A smile extends a fold beyond its usual region (`band`), and filler must
 * not end in the middle of the fold. So the region follows a deep crease on the cheek if the photo shows one.
 *
 * @param folds how much each pixel of a reduced plane belongs to a deep crease, 0–1
 * @param shade difference of L* from the surroundings (the band f4, 11 mm). Deep shade is a cast shadow, and is
 * excluded
 */
export function reachAlongFold(
  band: RegionMask,
  folds: { readonly values: Plane; readonly size: Size; readonly factor: number },
  shade: Plane,
  landmarks: Landmarks,
  size: Size,
  d: number,
): RegionMask {
  const cheeks = [rightSmileCheek, leftSmileCheek].map((outline) => pointsOf(landmarks, outline));
  const around = drawMask(cheeks, size, cheekFeather * d);
  const { factor } = folds;
  const near = enlarge(gaussian(folds.values, folds.size, (besideFold * d) / factor), size, factor);
  const values = band.values.slice();
  const bounds = {
    left: Math.min(around.bounds.left, band.bounds.left),
    top: Math.min(around.bounds.top, band.bounds.top),
    right: Math.max(around.bounds.right, band.bounds.right),
    bottom: Math.max(around.bounds.bottom, band.bounds.bottom),
  };
  for (let y = bounds.top; y < bounds.bottom; y++) {
    for (let i = y * size.width + bounds.left; i < y * size.width + bounds.right; i++) {
      if (around.values[i] === 0 && values[i] === 0) continue;
      const run = Math.min(1, gain * near[i]!);
      if (run === 0) {
        values[i] = values[i]! * leastOfBand + 0.5;
        continue;
      }
      const lit = 1 - smoothstep(castShade[0], castShade[1], -shade[i]!);
      const filled = Math.max(values[i]! * (leastOfBand + (1 - leastOfBand) * run), around.values[i]! * run * lit);
      values[i] = filled + 0.5;
    }
  }
  return { values, bounds };
}

/**
 * Returns, for each pixel, the share of its surroundings that stays dark when a fold is filled: hair, the wings of the
 * nose, the corners of the mouth.
 */
export function besideDark(hair: Plane, landmarks: Landmarks, size: Size, d: number): Plane {
  const dark = hair.slice();
  for (const [corners, radius] of darkCorners)
    for (const point of pointsOf(landmarks, corners)) fillDisc(dark, size, point, radius * d);
  return softened(dark, size, besideHair * d);
}

/** Fades a region out next to the dark areas in `around`. */
export function clearOf({ values, bounds }: RegionMask, around: Plane, size: Size): RegionMask {
  const out = values.slice();
  for (let y = bounds.top; y < bounds.bottom; y++)
    for (let i = y * size.width + bounds.left; i < y * size.width + bounds.right; i++)
      if (out[i]! > 0) out[i] = out[i]! * (1 - smoothstep(hairAround[0], hairAround[1], around[i]!)) + 0.5;
  return { values: out, bounds };
}
