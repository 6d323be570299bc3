import type { LabPlanes } from '../maths/lab.ts';
import { planeOf } from '../maths/plane.ts';
import type { Plane, Size } from '../maths/plane.ts';
import { smoothstep } from '../maths/smoothstep.ts';
import type { Strengths } from '../recipe.ts';
import type { Bands } from './bands.ts';
import type { Creases } from './creases.ts';
import { beyondGrain } from './relief.ts';
import type { RoundSpots } from './round-spots.ts';
import { isNone, sideRamp } from './side-ramp.ts';
import type { LabChange, SkinLayers, Spots } from './skin-layers.ts';
import { mostLit } from './volume.ts';

/** Shares by which full treatment reduces a spot. */
export const spotGains = { light: 0.92, colour: 0.8 } as const;
const leastWeight = 0.005;
/** Minimum difference of L* between a spot and the skin around it, for the score. */
const leastDepth = 1.2;
/**
 * Depths of the shade in the band f4 (11 mm), in L*. Up to the first depth, shade is not a cast shadow; from the second
 * on, it certainly is one. In cast shadows, the score counts no spots, and folds are not extended over the cheek.
 */
export const castShade = [5, 9] as const;

/**
 * Returns how much each pixel counts as a spot for the score, 0–1: dark spots of 1 to 5 mm that are neither lines nor
 * shade. It is separate from the spots that a treatment fades, because scores that doctors have signed stay comparable
 * only if this measure never changes. `skin` already excludes lesions.
 */
export function measuredSpots(
  bands: Bands,
  skin: Plane,
  { lineness, blobs }: Pick<Creases, 'lineness' | 'blobs'>,
): Plane {
  const weight = new Float32Array(skin.length);
  const { f1, f2, f3, f4 } = bands;
  for (let i = 0; i < weight.length; i++) {
    if (skin[i]! < leastWeight) continue;
    const fine = -f1[i]! - f2[i]!;
    const coarse = -f2[i]! - f3[i]!;
    if (fine <= leastDepth && coarse <= leastDepth) continue;
    const small = smoothstep(leastDepth, 4, fine);
    const medium = smoothstep(leastDepth, 4.5, coarse);
    weight[i] =
      Math.max(small, medium) *
      (1 - 0.75 * lineness[i]!) *
      blobs[i]! *
      skin[i]! *
      (1 - smoothstep(castShade[0], castShade[1], -f4[i]!));
  }
  return weight;
}

type FadedSkin = Pick<SkinLayers, 'l' | 'bands' | 'furrows' | 'grain'> & { readonly size: Size; readonly skin: Plane };

/**
 * Returns the light and the colour that full treatment adds to spots. It adds the light that is missing, without the
 * grain of the skin. The colour is that of the skin around the spot, blurred with a sigma of 5.7 mm. The change of a*
 * and b* is at most as large as the added L*, so skin that does not become lighter keeps its colour.
 *
 * @param own a* and b* of the photo, blurred with a sigma of 0.5 mm
 */
export function fadingOf(
  { size, l, bands: { f0, f1, f2, f3 }, furrows, grain, skin }: FadedSkin,
  { filled, weight }: RoundSpots,
  own: Pick<LabPlanes, 'a' | 'b'>,
  around: Pick<LabPlanes, 'a' | 'b'>,
): Omit<Spots, 'measured'> {
  const [light, a, b] = [planeOf(size), planeOf(size), planeOf(size)];
  for (let i = 0; i < light.length; i++) {
    const w = weight[i]! * skin[i]!;
    if (w < leastWeight) continue;
    const fine = w * Math.min(0, beyondGrain(f0[i]!, grain.f0));
    const missing = filled[i]! - fine - f1[i]! - f2[i]! - f3[i]!;
    if (missing <= 0) continue;
    light[i] = w * spotGains.light * missing;
    // The added light multiplies a* and b* by this factor (`colourShade` of volume.ts). The differences below are
    // measured from the multiplied colour, so that the colour is not changed twice.
    const lit = 1 + Math.min(mostLit, light[i]! / (l[i]! + 16)) * (1 - furrows[i]!);
    const [da, db] = [around.a[i]! - own.a[i]! * lit, around.b[i]! - own.b[i]! * lit];
    const kept = w * spotGains.colour * Math.min(1, light[i]! / (Math.sqrt(da * da + db * db) + 1e-6));
    a[i] = kept * da;
    b[i] = kept * db;
  }
  return { light, a, b };
}

/**
 * Lightens spots to the level of the skin around them. No pixel becomes darker. If earlier passes have already
 * lightened a pixel, this pass adds only the missing light. It then reduces the change of colour by the same factor.
 */
export function fadePigment(change: LabChange, layers: SkinLayers, strengths: Strengths): void {
  if (isNone(strengths.pigment)) return;
  const { spots } = layers;
  const { base, step, side } = sideRamp(strengths.pigment, layers);
  for (let i = 0; i < spots.light.length; i++) {
    const light = spots.light[i]!;
    const missing = light - Math.max(0, change.l[i]!);
    if (missing <= 0) continue;
    const strength = base + step * side[i]!;
    change.l[i]! += missing * strength;
    change.a[i]! += spots.a[i]! * strength * (missing / light);
    change.b[i]! += spots.b[i]! * strength * (missing / light);
  }
}
