import { gaussian } from '../maths/gaussian.ts';
import { smoothstep } from '../maths/smoothstep.ts';
import { outlineOf } from './measured-regions.ts';
import type { RawMetric } from './raw-metrics.ts';
import { meanUnder, measuredDistance_px } from './skin-surface.ts';
import type { SkinSurface } from './skin-surface.ts';
import { reflectanceBeside } from './skin-tone.ts';
import { isSheet } from './white-sheet.ts';

/** Regions with their weights. The cheeks have a lower weight, because oily skin is most typical in the T-zone. */
const regions = [
  ['forehead', 1],
  ['nose', 1],
  ['cheeks', 0.6],
] as const;

/**
 * Mirrored light, as a share of white. Skin is matte up to the first value and fully shiny from the second value on.
 * The values apply in the common light, in which all skin has an L* of 60.
 */
const shine = [0.05, 0.2] as const;
/**
 * Sigma of the blur of mirrored light, in units of d (the distance between the irises). A highlight is wider than a
 * pixel of noise.
 */
const glint = 0.012;
/**
 * Share of forehead, nose and cheeks that the measurement finds shiny even on matte skin, because the colour of skin is
 * uneven.
 */
const matte = 0.003;
/**
 * Share of light that skin reflects if its own L*, before the conversion to the common light, is 65. The limits in
 * `shine` were set on skin of this tone.
 */
const usualReflectance = 0.34;

/**
 * Measures the share of forehead, nose and cheeks that mirrors the lamp, minus the share on matte skin. It measures the
 * area, not the brightness, so an overexposed highlight adds only its area. The conversion of dark skin to the common
 * light also brightens its reflections. White paper shows how dark the skin is, so that this effect can be corrected.
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
