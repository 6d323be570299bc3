import { softened } from '../maths/masked-blur.ts';
import type { Plane, Size } from '../maths/plane.ts';
import { smoothstep } from '../maths/smoothstep.ts';
import { leftSmileCheek, rightSmileCheek } from '../model/landmark-groups.ts';
import type { Landmarks } from '../picture.ts';
import { drawMask } from '../regions/region-masks.ts';
import type { RegionMask } from '../regions/region-masks.ts';
import { pointsOf } from '../regions/work-area.ts';
import { castShade } from './pigment.ts';

/** In d: how softly the cheek ends in which a fold is followed, and how far beside the crease it is filled. */
const cheekFeather = 0.09;
const besideFold = 0.035;
/** A line of this width, softened, keeps about half its height: filled fully on the fold all the same. */
const gain = 2.2;

/**
 * The fold as this face has it: a smile carries it beyond the band in which it usually lies. Where the ridge map shows a deep crease on the cheek, the
 * region reaches along it, or filler would end in the middle of a fold.
 *
 * @param folds how much of a deep crease each pixel is, 0–1
 * @param shade lightness at 11 mm against its surroundings, L*: a cast shadow is no fold
 */
export function reachAlongFold(
  band: RegionMask,
  folds: Plane,
  shade: Plane,
  landmarks: Landmarks,
  size: Size,
  d: number,
): RegionMask {
  const cheeks = [rightSmileCheek, leftSmileCheek].map((outline) => pointsOf(landmarks, outline));
  const around = drawMask(cheeks, size, cheekFeather * d);
  const near = softened(folds, size, besideFold * d);
  const values = band.values.slice();
  const { left, top, right, bottom } = around.bounds;
  for (let y = top; y < bottom; y++) {
    for (let i = y * size.width + left; i < y * size.width + right; i++) {
      const lit = 1 - smoothstep(...castShade, -shade[i]!);
      const followed = around.values[i]! * Math.min(1, gain * near[i]!) * lit;
      if (followed > values[i]!) values[i] = followed + 0.5;
    }
  }
  return {
    values,
    bounds: {
      left: Math.min(left, band.bounds.left),
      top: Math.min(top, band.bounds.top),
      right: Math.max(right, band.bounds.right),
      bottom: Math.max(bottom, band.bounds.bottom),
    },
  };
}
