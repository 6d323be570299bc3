import type { Strengths } from '../recipe.ts';
import { isNone, sideRamp } from './side-ramp.ts';
import type { LabChange, SkinLayers } from './skin-layers.ts';

/**
 * The fold is a step in shading as much as a line: the middle bands are attenuated on both sides of it, the dark part of the coarsest band
 * is lifted, pores (f0) stay. Where the ridge map sees the crease itself, its dark part goes further down, or a thin line would remain.
 */
export function fillNasolabialFold(change: LabChange, layers: SkinLayers, strengths: Strengths): void {
  if (isNone(strengths.nasolabial)) return;
  const { skin, size, bands, creases, regions } = layers;
  const { f0, f1, f2, f3, f4 } = bands;
  const { values, bounds } = regions.nasolabial;
  const { base, step, side } = sideRamp(strengths.nasolabial, layers);
  for (let y = bounds.top; y < bounds.bottom; y++) {
    const row = y * size.width;
    for (let i = row + bounds.left; i < row + bounds.right; i++) {
      const weight = (values[i]! / 255) * skin[i]! * (base + step * side[i]!);
      const crease = creases[i]! * (0.5 * Math.min(0, f0[i]!) + 0.45 * Math.min(0, f1[i]!) + 0.3 * Math.min(0, f2[i]!));
      change.l[i]! += weight * (0.55 * Math.max(0, -f4[i]!) - 0.52 * f3[i]! - 0.62 * f2[i]! - 0.45 * f1[i]! - crease);
    }
  }
}
