import type { Plane } from '../maths/plane.ts';
import type { Strengths } from '../recipe.ts';
import { isNone, sideRamp } from './side-ramp.ts';
import type { LabChange, SkinLayers } from './skin-layers.ts';

/** What is left of the texture treatment where wrinkles were fully softened: both take from the same bands, together they would look waxy. */
export const textureBesideWrinkles = 0.4;

/**
 * Evens pores and roughness: dark pits more than light relief, the middle band most. The dose-response table caps it before wax.
 *
 * @param smoothed what softenWrinkles returned
 */
export function refineTexture(
  change: LabChange,
  layers: SkinLayers,
  strengths: Strengths,
  smoothed: Plane | null,
): void {
  if (isNone(strengths.texture)) return;
  const { skin, bands } = layers;
  const { f0, f1, f2 } = bands;
  const { base, step, side } = sideRamp(strengths.texture, layers);
  for (let i = 0; i < skin.length; i++) {
    const room = smoothed ? 1 - (1 - textureBesideWrinkles) * smoothed[i]! : 1;
    const weight = skin[i]! * (base + step * side[i]!) * room;
    if (weight === 0) continue;
    const pores = f0[i]! * (f0[i]! < 0 ? 0.4 : 0.25);
    const fine = f1[i]! * (f1[i]! < 0 ? 0.62 : 0.45);
    change.l[i]! -= weight * (pores + fine + 0.42 * f2[i]!);
  }
}
