import type { Strengths } from '../recipe.ts';
import { deepest } from './radiance.ts';
import { weightOf } from './relief.ts';
import type { LabChange, SkinLayers } from './skin-layers.ts';

/**
 * Shares by which filling reduces the dark parts of each band. `dark` is for the bands f1 to f4 (1.1 to 11 mm).
 * `crease` is the additional share on the crease itself, for f0 to f4 (from 0.5 mm).
 */
export const foldShares = { dark: [0.45, 0.62, 0.6, 0.55], crease: [0.7, 0.5, 0.36, 0.3, 0.4] } as const;
/**
 * Largest depth, in L*, of the shade in the band f4 (11 mm) that filling still reduces. `crease` is the additional
 * depth on a crease, because the end of a crease is deeper than the skin around it.
 */
export const foldDepth = { skin: deepest, crease: 4 } as const;
/**
 * Shares by which filling reduces the light next to a fold, for the bands f1 to f3. They are small, because filling
 * flattens a cheek only a little, and lit skin next to a cast shadow stays lit.
 */
export const bulgeShares = [0.35, 0.2, 0] as const;
/**
 * At a low dose, a crease fades faster than its surroundings, because a half-filled crease looks like a cut. This
 * number sets how much faster.
 */
export const creaseAhead = 0.6;
/** Share by which filling moves the colour of a crease (a* and b*) towards that of the skin next to it. */
export const foldColour = 0.9;

/**
 * Fills nasolabial folds and marionette lines. Each is both a line and a step in shading. The pass removes about half
 * of the dark parts of the middle bands, little of the light next to them, and no pores. On creases it removes nearly
 * all dark parts, because a thin line would remain otherwise. It also gives a crease the colour of the skin next to it.
 * A crease is redder than this skin, because its walls reflect light onto each other. Only the bottom of a deep fold is
 * grey.
 */
export function fillFolds(change: LabChange, layers: SkinLayers, strengths: Strengths): void {
  const weight = weightOf(layers, [
    [layers.regions.nasolabial, strengths.nasolabial],
    [layers.regions.marionette, strengths.marionette],
  ]);
  if (!weight) return;
  const { skin, lines } = layers;
  for (let i = 0; i < weight.length; i++) {
    const w = weight[i]! * skin[i]!;
    if (w === 0) continue;
    change.l[i]! += fillingAt(layers, i, w);
    change.a[i]! += foldColour * w * lines.a[i]!;
    change.b[i]! += foldColour * w * lines.b[i]!;
  }
}

type FoldLayers = Pick<SkinLayers, 'bands' | 'furrows'>;

/** Returns the L* that filling with the weight `w` adds to the pixel `i`. */
export function fillingAt({ bands: { f0, f1, f2, f3, f4 }, furrows }: FoldLayers, i: number, w: number): number {
  const [d1, d2, d3, d4] = foldShares.dark;
  const [c0, c1, c2, c3, c4] = foldShares.crease;
  const [b1, b2, b3] = bulgeShares;
  const k = Math.min(1, 1.4 * furrows[i]!);
  const [v1, v2, v3] = [f1[i]!, f2[i]!, f3[i]!];
  const dark =
    k * c0 * Math.min(0, f0[i]!) +
    (d1 + k * c1) * Math.min(0, v1) +
    (d2 + k * c2) * Math.min(0, v2) +
    (d3 + k * c3) * Math.min(0, v3) +
    (d4 + k * c4) * Math.max(-foldDepth.skin - k * foldDepth.crease, Math.min(0, f4[i]!));
  const light = b1 * Math.max(0, v1) + b2 * Math.max(0, v2) + b3 * Math.max(0, v3);
  return -w * (1 + creaseAhead * k * (1 - w)) * dark - w * light;
}
