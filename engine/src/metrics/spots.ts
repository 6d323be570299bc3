import type { RawMetric } from './raw-metrics.ts';
import { meanUnder } from './skin-surface.ts';
import type { SkinSurface } from './skin-surface.ts';

/** Pigment spots of 1 to 5 mm (passes/pigment.ts) by their depth, over all skin. The skin mask leaves out moles, so they do not count. */
export function measureSpots({ layers, sure }: SkinSurface): RawMetric {
  const { f1, f2, f3 } = layers.bands;
  const depth = layers.spots.weight.map((weight, i) => weight * Math.max(0, -f1[i]! - f2[i]! - f3[i]!));
  return { value: meanUnder(depth, sure) ?? 0, map: depth.map((value, i) => value * sure[i]!) };
}
