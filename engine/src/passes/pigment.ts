import type { LabPlanes } from '../maths/lab.ts';
import type { Plane } from '../maths/plane.ts';
import { smoothstep } from '../maths/smoothstep.ts';
import type { Strengths } from '../recipe.ts';
import type { Bands } from './bands.ts';
import type { Creases } from './creases.ts';
import { isNone, sideRamp } from './side-ramp.ts';
import type { LabChange, SkinLayers, Spots } from './skin-layers.ts';

/** Shares by which full treatment reduces a spot. */
export const spotGains = { light: 0.92, colour: 0.8 } as const;
const leastWeight = 0.005;
/** Minimum difference of L* between a spot and the skin around it. */
const leastDepth = 1.2;
/**
 * Depths of the shade in the band f4 (11 mm), in L*. Up to the first depth, shade is not a cast shadow; from the second
 * on, it certainly is one. In cast shadows, the engine finds no spots and does not extend folds over the cheek.
 */
export const castShade = [5, 9] as const;

/**
 * Finds dark spots of 1 to 5 mm that are neither lines nor shade. Their colour is compared with that of the skin around
 * them, blurred with a sigma of 5.7 mm. `skin` already excludes lesions.
 */
export function findSpots(
  lab: LabPlanes,
  bands: Bands,
  skin: Plane,
  { lineness, blobs }: Pick<Creases, 'lineness' | 'blobs'>,
  around: { readonly a: Plane; readonly b: Plane },
): Spots {
  const weight = new Float32Array(skin.length);
  const a = new Float32Array(skin.length);
  const b = new Float32Array(skin.length);
  const { f1, f2, f3, f4 } = bands;
  for (let i = 0; i < weight.length; i++) {
    if (skin[i]! < leastWeight) continue;
    const fine = -f1[i]! - f2[i]!;
    const coarse = -f2[i]! - f3[i]!;
    if (fine <= leastDepth && coarse <= leastDepth) continue;
    const small = smoothstep(leastDepth, 4, fine);
    const medium = smoothstep(leastDepth, 4.5, coarse);
    const w =
      Math.max(small, medium) *
      (1 - 0.75 * lineness[i]!) *
      blobs[i]! *
      skin[i]! *
      (1 - smoothstep(castShade[0], castShade[1], -f4[i]!));
    weight[i] = w;
    // The added light multiplies a* and b* by this factor (`colourShade` of volume.ts). The differences below contain
    // the factor, so that the colour is not changed twice.
    const lit = 1 + (spotGains.light * Math.max(0, -f1[i]! - f2[i]! - f3[i]!)) / (lab.l[i]! + 16);
    a[i] = w * spotGains.colour * (around.a[i]! - lab.a[i]! * lit);
    b[i] = w * spotGains.colour * (around.b[i]! - lab.b[i]! * lit);
  }
  return { weight, a, b };
}

/**
 * Lightens spots to the level of the skin around them. The fine texture (f0) does not change. No pixel becomes darker.
 */
export function fadePigment(change: LabChange, layers: SkinLayers, strengths: Strengths): void {
  if (isNone(strengths.pigment)) return;
  const { spots, bands } = layers;
  const { f1, f2, f3 } = bands;
  const { base, step, side } = sideRamp(strengths.pigment, layers);
  for (let i = 0; i < spots.weight.length; i++) {
    const weight = spots.weight[i]!;
    if (weight === 0) continue;
    const strength = base + step * side[i]!;
    const missing = -(f1[i]! + f2[i]! + f3[i]!) - change.l[i]!;
    if (missing > 0) change.l[i]! += missing * weight * strength * spotGains.light;
    change.a[i]! += spots.a[i]! * strength;
    change.b[i]! += spots.b[i]! * strength;
  }
}
