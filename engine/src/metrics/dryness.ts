import { gaussian } from '../maths/gaussian.ts';
import type { RawMetric } from './raw-metrics.ts';
import { meanUnder, skinOf } from './skin-surface.ts';
import type { SkinSurface } from './skin-surface.ts';

/** Sigma of the blur that removes the noise of single pixels. This noise comes from grain, resampling and JPEG. */
const noiseSigma_px = 1;

/**
 * Measures the roughness of the finest detail (the band f0) on the cheeks. Dry skin scatters light unevenly, and so
 * looks rough. This is only the appearance of dryness; a photo does not show water content. The forehead is excluded,
 * because its fine lines and hair would count as roughness.
 */
export function measureDryness(surface: SkinSurface): RawMetric {
  const skin = skinOf(surface, 'cheeks');
  const rough = gaussian(surface.layers.bands.f0, surface.size, noiseSigma_px);
  for (let i = 0; i < rough.length; i++) rough[i] = Math.abs(rough[i]!);
  return { value: meanUnder(rough, skin) ?? 0, map: rough.map((value, i) => value * skin[i]!) };
}
