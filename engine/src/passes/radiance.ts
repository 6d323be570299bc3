import type { Plane } from '../maths/plane.ts';
import { clamp, smoothstep } from '../maths/smoothstep.ts';
import type { Strengths } from '../recipe.ts';
import type { Bands } from './bands.ts';
import { isNone, sideRamp } from './side-ramp.ts';
import type { LabChange, SkinLayers } from './skin-layers.ts';

/** L* at which the radiance treatment begins to add less light to raised parts, and L* at which it adds none. */
export const glowEnds = [70, 90] as const;

/**
 * Shares of a band's contrast that the radiance treatment adds as light. In the band f4 (11 mm), `height` is for raised
 * parts and `hollow` is for hollows. In the band f3 (5.7 mm), `shade` is for dark parts.
 */
export const glowShares = { height: 0.3, hollow: 0.4, shade: 0.2 } as const;
/** Shade deeper than this, in L*, is a cast shadow. Lightening a cast shadow would move its edge. */
export const deepest = 5;
/**
 * b* that full treatment removes from lit skin. It removes less in shade and on dark skin, where colours are weaker.
 */
export const sallow = 0.4;
/**
 * L* at which the radiance treatment begins to have an effect, and L* at which the effect is complete. In deeper shade,
 * a change of one byte value would be visible as a colour cast.
 */
export const deepShade = [8, 18] as const;
/**
 * L* + 16 of lit skin. This sum is proportional to the cube root of light. Contrasts and colours are proportional to
 * the sum.
 */
export const litRoot = 84;

/**
 * Draws rested, even skin. Shading becomes lighter, raised parts become a little lighter, and yellow decreases. The
 * pass subtracts the light that these changes add to the mean of the skin, because no treatment bleaches skin. Detail
 * does not change, and no light is added to highlights.
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

/**
 * Returns the light that a full radiance treatment adds to the pixels that are certainly skin, as a share of L* + 16.
 */
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
