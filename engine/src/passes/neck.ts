import type { Strengths } from '../recipe.ts';
import { weightOf } from './relief.ts';
import type { LabChange, SkinLayers } from './skin-layers.ts';

/**
 * Shares of a cord that disappear when its muscle relaxes, for details of about 2.5, 5.7 and 11 mm. Finer details do
 * not change.
 */
export const cordShares = [0.5, 0.85, 0.6] as const;

/**
 * Smooths platysmal bands. A platysmal band looks like a cord that is 0.5 to 1 cm wide, lit on one side and shaded on
 * the other. The pass reduces light and shade of the cords, so that the neck becomes one surface. It does not change
 * pores, fine lines or the shadow of the jaw.
 */
export function flattenCords({ l }: LabChange, layers: SkinLayers, { neck_bands }: Strengths): void {
  const weight = weightOf(layers, [[layers.regions.neck, neck_bands]]);
  if (!weight) return;
  const { skin, bands } = layers;
  const { f2, f3, f4 } = bands;
  const [s2, s3, s4] = cordShares;
  for (let i = 0; i < weight.length; i++) {
    const w = weight[i]! * skin[i]!;
    if (w > 0) l[i]! -= w * (s2 * f2[i]! + s3 * f3[i]! + s4 * f4[i]!);
  }
}
