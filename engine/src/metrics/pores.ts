import type { Plane, Size } from '../maths/plane.ts';
import type { RawMetric } from './raw-metrics.ts';
import { measuredDistance_px, skinOf } from './skin-surface.ts';
import type { SkinSurface } from './skin-surface.ts';

/** Least depth of a pit, in L*. Camera noise is less deep. */
const shallowest = 0.4;

/**
 * Measures dark pits of about 1 mm on cheeks and nose. It sums the depths of the local minima of the band `f1`. Stubble
 * and freckles count as well.
 */
export function measurePores(surface: SkinSurface): RawMetric {
  const { size, layers } = surface;
  const skin = skinOf(surface, 'cheeks', 'nose');
  const fine = layers.bands.f1;
  const map = new Float32Array(fine.length);
  let area = 0;
  let sum = 0;
  for (let y = 1; y < size.height - 1; y++) {
    for (let i = y * size.width + 1; i < (y + 1) * size.width - 1; i++) {
      if (skin[i]! < 0.5) continue;
      area++;
      const depth = -fine[i]! - shallowest;
      if (depth <= 0 || !isMinimum(fine, i, size)) continue;
      map[i] = depth;
      sum += depth;
    }
  }
  return { value: area > 20 ? (sum * measuredDistance_px ** 2) / area : 0, map };
}

function isMinimum(plane: Plane, i: number, { width }: Size): boolean {
  const value = plane[i]!;
  for (let row = i - width; row <= i + width; row += width) {
    if (plane[row - 1]! < value || plane[row]! < value || plane[row + 1]! < value) return false;
  }
  return true;
}
