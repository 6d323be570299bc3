import type { RawMetric } from './raw-metrics.ts';
import { meanUnder, skinOf } from './skin-surface.ts';
import type { SkinSurface } from './skin-surface.ts';

/**
 * Measures the shade of 6 to 11 mm width along the nasolabial folds. This is only the appearance, because elasticity
 * can only be measured by touch. A smile deepens the shade.
 */
export function measureSag(surface: SkinSurface): RawMetric {
  const skin = skinOf(surface, 'nasolabial');
  const { f2, f3 } = surface.layers.bands;
  const depth = f2.map((value, i) => Math.max(0, -value - f3[i]!));
  return { value: meanUnder(depth, skin) ?? 0, map: depth.map((value, i) => value * skin[i]!) };
}
