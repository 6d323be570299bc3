import { gaussian } from '../maths/gaussian.ts';
import { smoothstep } from '../maths/smoothstep.ts';
import { outlineOf } from './measured-regions.ts';
import type { RawMetric } from './raw-metrics.ts';
import { meanUnder, measuredDistance_px } from './skin-surface.ts';
import type { SkinSurface } from './skin-surface.ts';
import { reflectanceBeside } from './skin-tone.ts';
import { isSheet } from './white-sheet.ts';

/** Cheeks count less, because oily skin is judged by the T-zone. */
const regions = [
  ['forehead', 1],
  ['nose', 1],
  ['cheeks', 0.6],
] as const;

/** Mirrored light at which skin of L* 60 begins to shine, and at which it fully shines, as a share of white. */
const shine = [0.05, 0.2] as const;
/** In d. A glint is wider than a pixel of noise. */
const glint = 0.012;
/** Share of the T-zone that the mottle of matte skin reaches. */
const matte = 0.003;
/** Share of light that skin of L* 65 sends back. `shine` was set on such skin. */
const usualReflectance = 0.34;

/**
 * Share of forehead, nose and cheeks that mirrors the lamp, beyond what matte skin does. Measures the area, not its
 * brightness, so that one clipped highlight counts once. Bringing dark skin to the common light brightens its
 * reflections as well. White paper tells how dark the skin is, and so how much of the lamp it mirrors.
 */
export function measureSebum({ mirrored, size, landmarks, colour, sheet }: SkinSurface): RawMetric {
  const map = gaussian(mirrored, size, glint * measuredDistance_px);
  const share = isSheet(sheet) ? reflectanceBeside(colour, sheet) / usualReflectance : 1;
  const weight = new Float32Array(map.length);
  for (const [region, counts] of regions) {
    const inside = outlineOf(region, landmarks, size);
    for (let i = 0; i < weight.length; i++) if (inside[i] === 1) weight[i] = counts;
  }
  for (let i = 0; i < map.length; i++) map[i] = smoothstep(...shine, map[i]! * share);
  const value = Math.max(0, (meanUnder(map, weight) ?? 0) - matte);
  return { value, map: map.map((light, i) => light * weight[i]!) };
}
