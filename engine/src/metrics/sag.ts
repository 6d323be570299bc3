import type { RawMetric } from './raw-metrics.ts';
import { meanUnder, skinOf } from './skin-surface.ts';
import type { SkinSurface } from './skin-surface.ts';

/** Shade of 6 to 11 mm along the nasolabial folds. It measures only the look, because elasticity needs a touch. A smile deepens it. */
export function measureSag(surface: SkinSurface): RawMetric {
  const skin = skinOf(surface, 'nasolabial');
  const { f2, f3 } = surface.layers.bands;
  const depth = f2.map((value, i) => Math.max(0, -value - f3[i]!));
  return { value: meanUnder(depth, skin) ?? 0, map: depth.map((value, i) => value * skin[i]!) };
}
