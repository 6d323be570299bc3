import { planeOf } from '../maths/plane.ts';
import type { Bounds, Plane } from '../maths/plane.ts';
import type { Sided } from '../picture.ts';
import type { Strengths } from '../recipe.ts';
import type { RegionMask } from '../regions/region-masks.ts';
import { isNone, sideRamp } from './side-ramp.ts';
import type { LabChange, SkinLayers } from './skin-layers.ts';

/** Filling the tear trough also softens the fine lines over it. */
export const tearTroughSmoothing = 0.55;
const noWeight = 0.004;

/**
 * Softens lines in forehead, glabella and crow's feet. Each band is attenuated a little everywhere and much more on creases, dark parts more
 * than light ones, so that lines fade while pores and the skin's relief survive.
 *
 * @returns how strongly each pixel's region was treated, 0–1, or null when none was.
 */
export function softenWrinkles(change: LabChange, layers: SkinLayers, strengths: Strengths): Plane | null {
  const { regions, size } = layers;
  const tearTrough = scaled(strengths.tear_trough, tearTroughSmoothing);
  const areas = (
    [
      [regions.forehead, strengths.forehead],
      [regions.glabella, strengths.glabella],
      [regions.crowsFeet, strengths.crows_feet],
      [regions.underEye, tearTrough],
    ] satisfies [RegionMask, Sided][]
  ).filter(([, strength]) => !isNone(strength));
  if (areas.length === 0) return null;
  const weight = planeOf(size);
  for (const [region, strength] of areas) raise(weight, region, strength, layers);
  attenuate(change.l, weight, union(areas.map(([region]) => region.bounds)), layers);
  return weight;
}

/** Keeps the greater weight where regions overlap. */
function raise(weight: Plane, { values, bounds }: RegionMask, strength: Sided, layers: SkinLayers): void {
  const { base, step, side } = sideRamp(strength, layers);
  for (let y = bounds.top; y < bounds.bottom; y++) {
    const row = y * layers.size.width;
    for (let i = row + bounds.left; i < row + bounds.right; i++) {
      const value = (values[i]! / 255) * (base + step * side[i]!);
      if (value > weight[i]!) weight[i] = value;
    }
  }
}

function attenuate(l: Plane, weight: Plane, bounds: Bounds, { skin, bands, creases, size }: SkinLayers): void {
  const { f0, f1, f2, f3 } = bands;
  for (let y = bounds.top; y < bounds.bottom; y++) {
    const row = y * size.width;
    for (let i = row + bounds.left; i < row + bounds.right; i++) {
      const w = weight[i]! * skin[i]!;
      if (w < noWeight) continue;
      const k = creases[i]!;
      const a0 = w * (0.1 + 0.55 * k) * (f0[i]! < 0 ? 1 : 0.6);
      const a1 = w * (0.3 + 0.62 * k) * (f1[i]! < 0 ? 1 : 0.75);
      const a2 = w * (0.45 + 0.5 * k) * (f2[i]! < 0 ? 1 : 0.8);
      const a3 = w * (0.25 + 0.35 * k) * (f3[i]! < 0 ? 1 : 0.6);
      l[i]! -= f0[i]! * a0 + f1[i]! * a1 + f2[i]! * a2 + f3[i]! * a3;
    }
  }
}

function scaled({ right, left }: Sided, factor: number): Sided {
  return { right: right * factor, left: left * factor };
}

function union(all: readonly Bounds[]): Bounds {
  return {
    left: Math.min(...all.map(({ left }) => left)),
    top: Math.min(...all.map(({ top }) => top)),
    right: Math.max(...all.map(({ right }) => right)),
    bottom: Math.max(...all.map(({ bottom }) => bottom)),
  };
}
