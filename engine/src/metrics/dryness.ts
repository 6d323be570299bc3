import { gaussian } from '../maths/gaussian.ts';
import type { RawMetric } from './raw-metrics.ts';
import { meanUnder, skinOf } from './skin-surface.ts';
import type { SkinSurface } from './skin-surface.ts';

/** Removes what grain, resampling and JPEG put into single pixels. */
const noiseSigma_px = 1;

/**
 * Roughness of the finest band on the cheeks, because dry skin scatters light unevenly. It measures the appearance: a
 * photo does not show water content. The forehead is left out, because its fine lines and hair would count as
 * roughness.
 */
export function measureDryness(surface: SkinSurface): RawMetric {
  const skin = skinOf(surface, 'cheeks');
  const rough = gaussian(surface.layers.bands.f0, surface.size, noiseSigma_px);
  for (let i = 0; i < rough.length; i++) rough[i] = Math.abs(rough[i]!);
  return { value: meanUnder(rough, skin) ?? 0, map: rough.map((value, i) => value * skin[i]!) };
}
