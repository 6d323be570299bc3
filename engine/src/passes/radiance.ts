import { smoothstep } from '../maths/smoothstep.ts';
import type { Strengths } from '../recipe.ts';
import { isNone, sideRamp } from './side-ramp.ts';
import type { LabChange, SkinLayers } from './skin-layers.ts';

/** L* from which skin is bright enough already. */
export const glowEnds = [70, 90] as const;

/** A rested, even surface: dull shading lifts, light on the heights grows a little, sallow yellow recedes. Detail and highlights stay. */
export function addRadiance(change: LabChange, layers: SkinLayers, strengths: Strengths): void {
  if (isNone(strengths.radiance)) return;
  const { l, skin, bands } = layers;
  const { f0, f1, f2, f3, f4 } = bands;
  const { base, step, side } = sideRamp(strengths.radiance, layers);
  for (let i = 0; i < skin.length; i++) {
    const weight = skin[i]! * (base + step * side[i]!);
    if (weight === 0) continue;
    const room = 1 - smoothstep(glowEnds[0], glowEnds[1], l[i]! - f0[i]! - f1[i]! - f2[i]!);
    const shade = 0.35 * Math.max(0, -f4[i]!) + 0.18 * Math.max(0, -f3[i]!);
    change.l[i]! += weight * (room * (1.8 + 0.2 * Math.max(0, f4[i]!)) + shade);
    change.b[i]! -= 0.9 * weight;
  }
}
