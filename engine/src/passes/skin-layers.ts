import type { Plane, Size } from '../maths/plane.ts';
import type { Sided } from '../picture.ts';
import type { RegionMasks } from '../regions/region-masks.ts';
import { leftSide } from '../regions/sides.ts';
import { findSkin } from '../regions/skin-mask.ts';
import type { WorkArea } from '../regions/work-area.ts';
import { regionMasks } from '../regions/region-masks.ts';
import { splitBands } from './bands.ts';
import type { Bands } from './bands.ts';
import { findCreases } from './creases.ts';
import { glossOfLips } from './lips.ts';
import { findSpots } from './pigment.ts';
import type { Spots } from './pigment.ts';
import { findRedness } from './redness.ts';
import { shadeUnderEyes } from './under-eye.ts';
import type { UnderEye } from './under-eye.ts';
import { shadeVolume } from './volume.ts';
import type { VolumeShades } from './volume.ts';

/**
 * Everything about a photo's skin that no dose changes: computed once, read by every rendering on the CPU and uploaded to the GPU as it is.
 */
export interface SkinLayers {
  readonly size: Size;
  /** Skin that may be treated, 0–1: without moles and other lesions, which are never touched. */
  readonly skin: Plane;
  readonly bands: Bands;
  /** How much of a crease a pixel is, 0–1. */
  readonly creases: Plane;
  readonly regions: RegionMasks;
  readonly spots: Spots;
  /** What full redness treatment takes from a*. */
  readonly redness: Plane;
  readonly underEye: UnderEye;
  readonly volume: VolumeShades;
  /** L* that full lip volume adds as gloss on the lower lip. */
  readonly lipGloss: Plane;
  /** The subject's left side, 0–255; made when first asked for, since most recipes are symmetric. */
  leftSide(): Uint8Array;
}

export function skinLayersOf(area: WorkArea): SkinLayers {
  const { size, landmarks, frame, lab } = area;
  const { mask } = findSkin(area);
  const { bands, scales, blurred } = splitBands(lab.l, mask, size, frame.d);
  const { creases, lineness, lesions } = findCreases(blurred, size, frame.d);
  const regions = regionMasks(landmarks, size, frame.d);
  const skin = without(mask, lesions);
  let sides: Uint8Array | undefined;
  return {
    size,
    skin,
    bands,
    creases,
    regions,
    spots: findSpots(lab, bands, skin, lineness, scales),
    redness: findRedness(lab.a, skin, scales),
    underEye: shadeUnderEyes(area, skin, regions.underEye, scales, blurred),
    volume: shadeVolume(area, skin),
    lipGloss: glossOfLips(lab.l, regions.lowerLip, size, frame.d),
    leftSide: () => (sides ??= leftSide(landmarks, frame, size)),
  };
}

function without(mask: Plane, lesions: Plane): Plane {
  const out = new Float32Array(mask.length);
  for (let i = 0; i < out.length; i++) out[i] = mask[i]! * (1 - lesions[i]!);
  return out;
}

/** Strength at pixel i = base + step · side[i]: constant for equal sides (step 0, any bytes will do), else passing over the midline. */
export interface SideRamp {
  readonly base: number;
  readonly step: number;
  readonly side: Uint8Array;
}

export function sideRamp(strength: Sided, layers: SkinLayers): SideRamp {
  if (strength.right === strength.left) return { base: strength.right, step: 0, side: layers.regions.forehead.values };
  return { base: strength.right, step: (strength.left - strength.right) / 255, side: layers.leftSide() };
}

export function isNone(strength: Sided): boolean {
  return strength.right === 0 && strength.left === 0;
}

/** What a rendering adds to each pixel's colour. */
export interface LabChange {
  readonly l: Plane;
  readonly a: Plane;
  readonly b: Plane;
}
