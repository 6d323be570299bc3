import type { Plane, Size } from '../maths/plane.ts';
import type { Lesion } from '../regions/lesions.ts';
import type { RegionMasks } from '../regions/region-masks.ts';
import type { Bands } from './bands.ts';
import type { Evening, Grain } from './relief.ts';

/**
 * Everything about a photo's skin that does not depend on a dose. It is computed once. Every rendering on the CPU uses
 * it. The GPU gets it as half floats or bytes.
 */
export interface SkinLayers {
  readonly size: Size;
  /** L* of the photo in the window. */
  readonly l: Plane;
  /**
   * How much smoothing this skin tolerates, 0–1. Skin with many lines, or in a photo of low resolution, looks waxy
   * after little smoothing.
   */
  readonly restraint: number;
  /**
   * Light that the radiance treatment adds to this skin, as a share of L* + 16. The pass subtracts this light, so that
   * no skin is bleached.
   */
  readonly glow: number;
  /**
   * Lightness that smoothing the surface would add to the mean of the skin. The pass subtracts it, so that no skin is
   * bleached.
   */
  readonly evening: Evening;
  /** Contrast of the grain that treatments of lines and folds keep. */
  readonly grain: Grain;
  /** a* and b* of the photo in the window. */
  readonly a: Plane;
  readonly b: Plane;
  /**
   * Change of a* and b* that gives a crease the colour of the skin around it. A treatment applies the share of this
   * change that `colourTaken` returns.
   */
  readonly lines: { readonly a: Plane; readonly b: Plane };
  /**
   * Skin that may be treated, 0–1. It excludes hair, lesions and freckles. Only the pigment treatment changes freckles.
   */
  readonly skin: Plane;
  /** Lesions and freckles outside hair. */
  readonly marks: readonly Lesion[];
  /** Certainty that a pixel is hair, 0–1. */
  readonly hair: Plane;
  readonly bands: Bands;
  /** How much a pixel belongs to a crease, 0–1. */
  readonly creases: Plane;
  /** `creases` with a soft transition of about 2 mm on both sides, 0–1, for folds and colour. */
  readonly furrows: Plane;
  readonly regions: RegionMasks;
  readonly spots: Spots;
  /** The a* that a redness treatment at full dose removes. */
  readonly redness: Plane;
  /** Ratio of b* to a* on this face's calm skin. */
  readonly calmHue: number;
  readonly underEye: UnderEye;
  /**
   * Change of L* that a full treatment of the masseter causes. It is negative, because the treated jaw turns away from
   * the light.
   */
  readonly masseter: Plane;
  /** L* that full lip volume adds as gloss on the lower lip. */
  readonly lipGloss: Plane;
  /**
   * Returns how much each pixel belongs to the patient's left side, 0–255. The values are computed at the first call,
   * because most recipes are symmetric and do not need them.
   */
  leftSide(): Uint8Array;
}

export interface Spots {
  /** How much a pixel counts as a pigment spot for the score, 0–1. No treatment uses it. */
  readonly measured: Plane;
  /** L* that full treatment adds to spots. */
  readonly light: Plane;
  /**
   * a* and b* that full treatment adds where it adds all of `light`. It adds less where earlier passes have already
   * added light.
   */
  readonly a: Plane;
  readonly b: Plane;
}

/**
 * The difference between the skin under the eyes and the tone of the cheek on the same side. `lift` is the missing L*.
 * Treatments add a share of it (`underEyeGains`). `a` and `b` are the changes of a* and b* that a full treatment of
 * dark circles causes.
 */
export interface UnderEye {
  readonly lift: Plane;
  readonly a: Plane;
  readonly b: Plane;
}

/** Colour that a rendering adds to each pixel. */
export interface LabChange {
  readonly l: Plane;
  readonly a: Plane;
  readonly b: Plane;
}
