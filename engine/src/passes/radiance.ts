import type { Plane } from '../maths/plane.ts';
import { clamp, smoothstep } from '../maths/smoothstep.ts';
import type { Strengths } from '../recipe.ts';
import type { Bands } from './bands.ts';
import { isNone, sideRamp } from './side-ramp.ts';
import type { LabChange, SkinLayers } from './skin-layers.ts';

/** From this L* on, skin is bright enough already. */
export const glowEnds = [70, 90] as const;

/** Shares of the raised and of the shaded parts, at 11 and 5.7 mm. */
export const glowShares = { height: 0.3, hollow: 0.4, shade: 0.2 } as const;
/** L*: deeper shade is a cast shadow, whose edge would move. */
export const deepest = 5;
/** b* that full treatment removes from lit skin. In shade and on dark skin colours are weaker, so it removes less. */
export const sallow = 0.4;
/** L* over which radiance sets in. In deeper shade one step of a byte would be a colour cast. */
export const deepShade = [8, 18] as const;
/** L* + 16 of lit skin. L* + 16 is the cube root of light, and contrasts and colours grow with it. */
export const litRoot = 84;

/**
 * A rested, even surface: dull shading becomes lighter, light on raised parts grows a little, sallow yellow recedes.
 * This would add light to the mean of the skin. The pass subtracts that light, because no treatment bleaches. Detail
 * and highlights stay.
 */
export function addRadiance(change: LabChange, layers: SkinLayers, strengths: Strengths): void {
  if (isNone(strengths.radiance)) return;
  const { l, skin, bands, glow } = layers;
  const { base, step, side } = sideRamp(strengths.radiance, layers);
  for (let i = 0; i < skin.length; i++) {
    const weight = skin[i]! * (base + step * side[i]!) * smoothstep(deepShade[0], deepShade[1], l[i]!);
    if (weight === 0) continue;
    const root = Math.max(0, l[i]!) + 16;
    change.l[i]! += weight * (glowAt(bands, l, i) - glow * root);
    change.b[i]! -= sallow * Math.min(1, root / litRoot) * weight;
  }
}

/** Light that full radiance adds to sure skin, as a share of L* + 16. Shade gives back less than lit skin does. */
export function glowOf(bands: Bands, l: Plane, skin: Plane): number {
  let sum = 0;
  let weight = 1e-6;
  for (let i = 0; i < skin.length; i += 3) {
    if (skin[i]! < 0.9) continue;
    const lit = smoothstep(deepShade[0], deepShade[1], l[i]!);
    sum += lit * glowAt(bands, l, i);
    weight += lit * (Math.max(0, l[i]!) + 16);
  }
  return sum / weight;
}

function glowAt({ f0, f1, f2, f3, f4 }: Bands, l: Plane, i: number): number {
  const room = 1 - smoothstep(glowEnds[0], glowEnds[1], l[i]! - f0[i]! - f1[i]! - f2[i]!);
  const { height, hollow, shade } = glowShares;
  return (
    room * height * clamp(f4[i]!, 0, deepest) + hollow * clamp(-f4[i]!, 0, deepest) + shade * clamp(-f3[i]!, 0, deepest)
  );
}
