import type { Strengths } from '../recipe.ts';
import { weightOf } from './relief.ts';
import type { LabChange, SkinLayers } from './skin-layers.ts';

/**
 * Nasolabial folds and marionette lines: a step in shading as much as a line. The middle bands are attenuated on both sides, the dark part of
 * the coarsest one is lifted, pores stay. On the crease that the ridge map sees, nearly all of its dark goes, or a thin line would remain; a
 * crease is redder too, since its walls light each other, and what is lifted out of the shade gets its yellow back, or it would turn grey.
 */
export function fillFolds(change: LabChange, layers: SkinLayers, strengths: Strengths): void {
  const weight = weightOf(layers, [
    [layers.regions.nasolabial, strengths.nasolabial],
    [layers.regions.marionette, strengths.marionette],
  ]);
  if (!weight) return;
  const { skin, bands, creases } = layers;
  const { f0, f1, f2, f3, f4 } = bands;
  const yellow = foldYellow * layers.yellowness;
  for (let i = 0; i < weight.length; i++) {
    const w = weight[i]! * skin[i]!;
    if (w === 0) continue;
    const k = Math.min(1, 1.4 * creases[i]!);
    const dark =
      k *
      (0.7 * Math.min(0, f0[i]!) + 0.5 * Math.min(0, f1[i]!) + 0.36 * Math.min(0, f2[i]!) + 0.3 * Math.min(0, f3[i]!));
    const lift = w * (0.55 * Math.max(0, -f4[i]!) - 0.52 * f3[i]! - 0.62 * f2[i]! - 0.45 * f1[i]! - dark);
    change.l[i]! += lift;
    change.b[i]! += yellow * Math.max(0, lift);
    change.a[i]! -= foldRedness * w * k * Math.max(0, -f1[i]! - f2[i]!);
  }
}

/** a* that a crease has more than its surroundings for each L* that it is darker. */
export const foldRedness = 0.18;
/** Of the yellow that shade took from a fold. */
export const foldYellow = 0.75;
