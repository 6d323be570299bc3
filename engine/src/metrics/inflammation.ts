import type { RawMetric } from './raw-metrics.ts';
import { meanUnder } from './skin-surface.ts';
import type { SkinSurface } from './skin-surface.ts';

/**
 * Returns the mean redness of the face's skin, in units of a*, weighted by the certainty that each pixel is skin. `map`
 * contains the redness of each pixel multiplied by this certainty. Redness is computed by `measureRedness`
 * (passes/redness.ts) from the excess of a* above the calm tone, which is the a* of the least red skin of the same
 * face. An excess of up to 0.5 is ignored, and the rest is damped. The value is 0 if too little skin is visible.
 */
export function measureInflammation({ layers, sure }: SkinSurface): RawMetric {
  const map = layers.redness.map((red, i) => red * sure[i]!);
  return { value: meanUnder(layers.redness, sure) ?? 0, map };
}
