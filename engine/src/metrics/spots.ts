import type { RawMetric } from './raw-metrics.ts';
import { meanUnder } from './skin-surface.ts';
import type { SkinSurface } from './skin-surface.ts';

/**
 * Measures the mean depth of pigment spots of 1 to 5 mm (passes/pigment.ts) over all skin. Moles do not count, because
 * the skin mask excludes them.
 */
export function measureSpots({ layers, sure }: SkinSurface): RawMetric {
  const { f1, f2, f3 } = layers.bands;
  const depth = layers.spots.measured.map((weight, i) => weight * Math.max(0, -f1[i]! - f2[i]! - f3[i]!));
  return { value: meanUnder(depth, sure) ?? 0, map: depth.map((value, i) => value * sure[i]!) };
}
