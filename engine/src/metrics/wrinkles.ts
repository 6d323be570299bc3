import { curvature } from '../maths/hessian.ts';
import { createMaskedBlur } from '../maths/masked-blur.ts';
import type { Plane } from '../maths/plane.ts';
import { enlarge } from '../maths/resample.ts';
import { median } from '../maths/statistics.ts';
import { bandSigmas } from '../passes/bands.ts';
import type { MeasuredRegion } from './measured-regions.ts';
import type { RawMetric } from './raw-metrics.ts';
import { meanUnder, measuredDistance_px, skinOf } from './skin-surface.ts';
import type { SkinSurface } from './skin-surface.ts';

/** Weights of lines of 0.5, 1.1 and 2.5 mm. Pores disturb the finest scale, and shading disturbs the coarsest. */
const scaleWeights = [0.7, 1, 0.8] as const;
/** Ridge strength of skin without lines. */
const smoothSkin = 0.35;
const regionWeights: readonly (readonly [MeasuredRegion, number])[] = [
  ['forehead', 0.35],
  ['glabella', 0.2],
  ['crowsFeet', 0.25],
  ['underEye', 0.2],
];

/**
 * Measures dark lines (ridges of the Hessian, see hessian.ts) on the forehead, the glabella, the crow's feet and under
 * the eyes. A hidden region gets the median of the visible regions.
 */
export function measureWrinkles(surface: SkinSurface): RawMetric {
  const lines = linesOf(surface);
  const map = new Float32Array(lines.length);
  const means = regionWeights.map(([region]) => {
    const skin = skinOf(surface, region);
    for (let i = 0; i < map.length; i++) map[i] = Math.max(map[i]!, lines[i]! * skin[i]!);
    return meanUnder(lines, skin);
  });
  const usual = median(means.filter((mean) => mean !== null));
  return { value: regionWeights.reduce((sum, [, weight], n) => sum + weight * (means[n] ?? usual), 0), map };
}

function linesOf({ lab, layers, size }: SkinSurface): Plane {
  const lines = new Float32Array(lab.l.length);
  for (const [n, weight] of scaleWeights.entries()) {
    const blurred = createMaskedBlur(layers.skin, size, bandSigmas[n]! * measuredDistance_px).blur(lab.l);
    const ridge = enlarge(curvature(blurred).ridge, size, blurred.factor);
    for (let i = 0; i < lines.length; i++) lines[i] = Math.max(lines[i]!, weight * ridge[i]! - smoothSkin);
  }
  return lines;
}
