import { createMaskedBlur } from '../maths/masked-blur.ts';
import type { BlurredPlane, MaskedBlur } from '../maths/masked-blur.ts';
import type { Plane, Size } from '../maths/plane.ts';

/**
 * Lightness split by the size of its detail. Each band is the difference of two neighbouring blurs; for f0, the photo
 * takes the place of the finer blur. f0 contains pores and hair-thin lines, f1 fine lines, f2 wrinkles, f3 folds, f4
 * the shading of hollows. Blurs are normalised by the skin mask, which prevents halos next to brows, lips and hair.
 */
export interface Bands {
  readonly f0: Plane;
  readonly f1: Plane;
  readonly f2: Plane;
  readonly f3: Plane;
  readonly f4: Plane;
}

/** One blur for each sigma in `bandSigmas`, in the same order. */
export type Scales = readonly [MaskedBlur, MaskedBlur, MaskedBlur, MaskedBlur, MaskedBlur];
export type BlurredScales = readonly [BlurredPlane, BlurredPlane, BlurredPlane, BlurredPlane, BlurredPlane];

/**
 * Sigmas of the blurs in units of d, the distance between the irises. For d = 63 mm they are 0.5, 1.1, 2.5, 5.7 and 11
 * mm.
 */
export const bandSigmas = [0.008, 0.018, 0.04, 0.09, 0.18] as const;
const smallestSigma_px = 0.7;

export function splitBands(
  l: Plane,
  mask: Plane,
  size: Size,
  d: number,
): { bands: Bands; scales: Scales; blurred: BlurredScales } {
  const scales = bandSigmas.map((sigma) =>
    createMaskedBlur(mask, size, Math.max(smallestSigma_px, sigma * d)),
  ) as unknown as Scales;
  const blurred = scales.map((scale) => scale.blur(l)) as unknown as BlurredScales;
  const levels = [l, ...scales.map((scale, n) => scale.full(blurred[n]!))];
  // A band is the difference of two levels. The finer level may be a blur that was computed at a smaller size and then
  // enlarged. The band then reuses its memory, because nothing else reads the enlarged blur. The photo's own lightness
  // and blurs that were computed at full size must not change, so their bands get new memory.
  const band = (n: number) => {
    const isOwn = n > 0 && blurred[n - 1]!.factor > 1;
    return subtracted(levels[n]!, levels[n + 1]!, isOwn ? levels[n]! : new Float32Array(l.length));
  };
  return { bands: { f0: band(0), f1: band(1), f2: band(2), f3: band(3), f4: band(4) }, scales, blurred };
}

function subtracted(finer: Plane, coarser: Plane, out: Plane): Plane {
  for (let i = 0; i < out.length; i++) out[i] = finer[i]! - coarser[i]!;
  return out;
}
