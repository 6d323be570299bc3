import type { RawMetric } from './raw-metrics.ts';
import { meanUnder } from './skin-surface.ts';
import type { SkinSurface } from './skin-surface.ts';

/** Redness beyond the face's own calm tone (passes/redness.ts), over all skin. */
export function measureInflammation({ layers, sure }: SkinSurface): RawMetric {
  const map = layers.redness.map((red, i) => red * sure[i]!);
  return { value: meanUnder(layers.redness, sure) ?? 0, map };
}
