import { smoothstep } from '../maths/smoothstep.ts';
import { outlineOf } from './measured-regions.ts';
import type { RawMetric } from './raw-metrics.ts';
import { meanUnder } from './skin-surface.ts';
import type { SkinSurface } from './skin-surface.ts';

/** Cheeks shine too, but the T-zone is what oily skin is judged by. */
const regions = [
  ['forehead', 1],
  ['nose', 1],
  ['cheeks', 0.6],
] as const;

/**
 * Shine on forehead, nose and cheeks: lighter than the skin around and, since a mirrored lamp is white, paler than the face. The share of
 * pixels, not their brightness, so that one clipped highlight counts once. Paleness is judged along the skin's own hue, which a tint of the
 * light moves least.
 */
export function measureSebum(surface: SkinSurface): RawMetric {
  const { lab, layers, sure, colour, contrast, size, landmarks } = surface;
  const { f0, f1, f2, f3, f4 } = layers.bands;
  const chromaSquared = Math.max(36, colour.a ** 2 + colour.b ** 2);
  const map = new Float32Array(sure.length);
  const weight = new Float32Array(sure.length);
  for (const [region, share] of regions) {
    const inside = outlineOf(region, landmarks, size);
    for (let i = 0; i < map.length; i++) {
      if (inside[i] === 0) continue;
      // The skin mask leaves out the strongest highlights: here they are what is looked for.
      weight[i] = share * Math.max(sure[i]!, smoothstep(18, 28, lab.l[i]! - colour.l));
      const paler = ((colour.a - lab.a[i]!) * colour.a + (colour.b - lab.b[i]!) * colour.b) / chromaSquared;
      const above = contrast * (f0[i]! + f1[i]! + f2[i]! + f3[i]! + f4[i]!);
      map[i] = smoothstep(2, 14, above) * smoothstep(0, 0.4, paler);
    }
  }
  const value = meanUnder(map, weight) ?? 0;
  for (let i = 0; i < map.length; i++) map[i]! *= weight[i]!;
  return { value, map };
}
