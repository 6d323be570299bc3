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

/** In d: the soft edge of the cheek within which a fold is followed, and the width beside the crease that is filled. */
const cheekFeather = 0.09;
const besideFold = 0.05;
/** Softening leaves a line about a third of its height. This factor compensates for it, so that the fold itself is filled fully. */
const gain = 3;
/** Share of the usual band that is filled where no crease is seen, because shade on a cheek is not a fold. */
const leastOfBand = 0.3;
/** In d: skin this close to a beard, a nose wing or a corner of the mouth is not filled, because a bright rim would appear beside the dark. */
const besideHair = 0.05;
/** Share of dark around a pixel at which filling begins to fade, and at which it stops. */
const hairAround = [0.03, 0.3] as const;
/** Corners of the mouth and wings of the nose, where folds begin, and how large they are in d. */
const darkCorners = [
  [[61, 291], 0.03],
  [[64, 294], 0.03],
] as const;

/**
 * The fold as it is on this face, because a smile carries it beyond its usual band. Where the ridge map shows a deep crease on the cheek, the region reaches
 * along it. Otherwise filler would end in the middle of a fold.
 *
 * @param folds how much of a deep crease each pixel of a reduced plane is, 0–1
 * @param shade lightness at 11 mm against its surroundings, L*, because a cast shadow is no fold
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

/** Share of a pixel's surroundings that stays dark beside a fold: hair, the wings of the nose, the corners of the mouth. */
export function besideDark(hair: Plane, landmarks: Landmarks, size: Size, d: number): Plane {
  const dark = hair.slice();
  for (const [corners, radius] of darkCorners)
    for (const point of pointsOf(landmarks, corners)) fillDisc(dark, size, point, radius * d);
  return softened(dark, size, besideHair * d);
}

/** The region, faded out beside the dark. */
export function clearOf({ values, bounds }: RegionMask, around: Plane, size: Size): RegionMask {
  const out = values.slice();
  for (let y = bounds.top; y < bounds.bottom; y++)
    for (let i = y * size.width + bounds.left; i < y * size.width + bounds.right; i++)
      if (out[i]! > 0) out[i] = out[i]! * (1 - smoothstep(hairAround[0], hairAround[1], around[i]!)) + 0.5;
  return { values: out, bounds };
}
