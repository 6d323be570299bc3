import { gaussian } from '../maths/gaussian.ts';
import { smoothstep } from '../maths/smoothstep.ts';
import { outlineOf } from './measured-regions.ts';
import type { RawMetric } from './raw-metrics.ts';
import { meanUnder, measuredDistance_px } from './skin-surface.ts';
import type { SkinSurface } from './skin-surface.ts';

/** Cheeks shine too, but the T-zone is what oily skin is judged by. */
const regions = [
  ['forehead', 1],
  ['nose', 1],
  ['cheeks', 0.6],
] as const;

/** Mirrored light, as a share of white beside skin of L* 60, from which skin begins to shine and at which it does. */
const shine = [0.05, 0.2] as const;
/** In d. A glint is wider than a pixel of noise. */
const glint = 0.012;
/** Share of the T-zone that the mottle of matte skin reaches. */
const matte = 0.003;

/**
 * Share of forehead, nose and cheeks that mirrors the lamp, beyond what matte skin does. The area, not its brightness, so that one clipped
 * highlight counts once.
 */
export function measureSebum({ mirrored, size, landmarks }: SkinSurface): RawMetric {
  const map = gaussian(mirrored, size, glint * measuredDistance_px);
  const weight = new Float32Array(map.length);
  for (const [region, share] of regions) {
    const inside = outlineOf(region, landmarks, size);
    for (let i = 0; i < weight.length; i++) if (inside[i] === 1) weight[i] = share;
  }
  for (let i = 0; i < map.length; i++) map[i] = smoothstep(...shine, map[i]!);
  const value = Math.max(0, (meanUnder(map, weight) ?? 0) - matte);
  return { value, map: map.map((light, i) => light * weight[i]!) };
}
