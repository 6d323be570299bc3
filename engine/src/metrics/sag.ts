import type { RawMetric } from './raw-metrics.ts';
import { meanUnder, skinOf } from './skin-surface.ts';
import type { SkinSurface } from './skin-surface.ts';

/**
 * Measures the shade along the nasolabial folds, in the bands f2 and f3 (2.5 and 5.7 mm). The shade shows only how firm
 * the skin looks. Elasticity itself can only be measured by touch. A smile deepens the shade.
 */
export function measureSag(surface: SkinSurface): RawMetric {
  const skin = skinOf(surface, 'nasolabial');
  const { f2, f3 } = surface.layers.bands;
  const depth = f2.map((value, i) => Math.max(0, -value - f3[i]!));
  return { value: meanUnder(depth, skin) ?? 0, map: depth.map((value, i) => value * skin[i]!) };
}
