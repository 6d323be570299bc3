import { gaussian } from '../maths/gaussian.ts';
import { planeOf } from '../maths/plane.ts';
import type { Plane, Size } from '../maths/plane.ts';
import type { Strengths } from '../recipe.ts';
import type { RegionMask } from '../regions/region-masks.ts';
import { isNone, sideRamp } from './side-ramp.ts';
import type { SideRamp } from './side-ramp.ts';
import type { LabChange, SkinLayers } from './skin-layers.ts';

/**
 * Share by which a lip at full volume becomes more saturated. A fuller lip turns outwards and shows more of its red
 * part.
 */
export const lipTint = 0.06;
const glossGain = 0.25;

/**
 * Returns the L* by which full volume strengthens the highlights of the lower lip. A fuller lip reflects more light.
 */
export function glossOfLips(l: Plane, lowerLip: RegionMask, size: Size, d: number): Plane {
  const out = planeOf(size);
  const { left, top, right, bottom } = lowerLip.bounds;
  const part = { width: right - left, height: bottom - top };
  const local = planeOf(part);
  for (let y = 0; y < part.height; y++) {
    const row = (top + y) * size.width + left;
    local.set(l.subarray(row, row + part.width), y * part.width);
  }
  const blurred = gaussian(local, part, 0.02 * d);
  for (let k = 0; k < local.length; k++) {
    const i = (top + Math.floor(k / part.width)) * size.width + left + (k % part.width);
    out[i] = (lowerLip.values[i]! / 255) * glossGain * Math.max(0, local[k]! - blurred[k]!);
  }
  return out;
}

/** Effect of a lip flip on the colour of the upper lip, as a share of the effect of a filler. */
export const flipShare = 0.4;

export function plumpLips(change: LabChange, layers: SkinLayers, strengths: Strengths): void {
  if ([strengths.upper_lip, strengths.lower_lip, strengths.lip_flip].every(isNone)) return;
  const { lipGloss, size, regions, a, b } = layers;
  const upper = regions.upperLip.values;
  const lower = regions.lowerLip.values;
  const [above, below, flip] = (['upper_lip', 'lower_lip', 'lip_flip'] as const).map((name) =>
    sideRamp(strengths[name], layers),
  ) as [SideRamp, SideRamp, SideRamp];
  const bounds = regions.lowerLip.bounds;
  const top = Math.min(bounds.top, regions.upperLip.bounds.top);
  for (let y = top; y < bounds.bottom; y++) {
    const row = y * size.width;
    for (let i = row + bounds.left; i < row + bounds.right; i++) {
      const upperStrength =
        above.base + above.step * above.side[i]! + flipShare * (flip.base + flip.step * flip.side[i]!);
      const lowerStrength = below.base + below.step * below.side[i]!;
      const tint = (lipTint / 255) * Math.min(255, upper[i]! * Math.min(1, upperStrength) + lower[i]! * lowerStrength);
      change.a[i]! += tint * a[i]!;
      change.b[i]! += tint * b[i]!;
      change.l[i]! += lipGloss[i]! * lowerStrength;
    }
  }
}
