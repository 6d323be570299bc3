import type { RawMetric } from './raw-metrics.ts';
import { meanUnder } from './skin-surface.ts';
import type { SkinSurface } from './skin-surface.ts';

/** Measures the mean redness above the calm tone of the same face (passes/redness.ts), over all skin. */
export function measureInflammation({ layers, sure }: SkinSurface): RawMetric {
  const map = layers.redness.map((red, i) => red * sure[i]!);
  return { value: meanUnder(layers.redness, sure) ?? 0, map };
}
