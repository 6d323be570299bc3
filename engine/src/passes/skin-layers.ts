import type { Plane, Size } from '../maths/plane.ts';
import type { Lesion } from '../regions/lesions.ts';
import type { RegionMasks } from '../regions/region-masks.ts';
import type { Bands } from './bands.ts';
import type { Evening } from './relief.ts';

/**
 * Everything about a photo's skin that does not depend on a dose. It is computed once, read by every rendering on the
 * CPU, and uploaded to the GPU unchanged.
 */
export interface SkinLayers {
  readonly size: Size;
  /** L* of the photo in the window. */
  readonly l: Plane;
  /** How much smoothing this skin tolerates, 0–1. Skin with many lines, or in a coarse photo, soon looks waxy. */
  readonly restraint: number;
  /** Light that radiance adds to this skin, as a share of L* + 16. The pass subtracts it, so that no skin is bleached. */
  readonly glow: number;
  /** Lightness that evening the surface would add to the mean. It is subtracted, so that the skin does not bleach. */
  readonly evening: Evening;
  /** a* and b* of the photo in the window. */
  readonly a: Plane;
  readonly b: Plane;
  /** Correction that gives a crease the a* and b* of the skin around it. */
  readonly lines: { readonly a: Plane; readonly b: Plane };
  /** Skin that may be treated, 0–1. It excludes hair, lesions and freckles. Only the pigment treatment reaches freckles. */
  readonly skin: Plane;
  /** Lesions and freckles outside hair. */
  readonly marks: readonly Lesion[];
  /** How surely a pixel is hair, 0–1. */
  readonly hair: Plane;
  readonly bands: Bands;
  /** How much a pixel belongs to a crease, 0–1. */
  readonly creases: Plane;
  /** The same with soft shoulders of about 2 mm, 0–1, for folds and colour. */
  readonly furrows: Plane;
  readonly regions: RegionMasks;
  readonly spots: Spots;
  /** a* that full redness treatment removes. */
  readonly redness: Plane;
  /** b* for one a* of this face's calm skin. */
  readonly calmHue: number;
  readonly underEye: UnderEye;
  /** L* that full treatment of the masseter removes, because its side of the jaw turns away from the light. */
  readonly masseter: Plane;
  /** L* that full lip volume adds as gloss on the lower lip. */
  readonly lipGloss: Plane;
  /** The subject's left side, 0–255. It is made at the first call, since most recipes are symmetric. */
  leftSide(): Uint8Array;
}

export interface Spots {
  /** How surely a pixel lies on a pigment spot, 0–1. */
  readonly weight: Plane;
  /** a* and b* that full treatment adds. */
  readonly a: Plane;
  readonly b: Plane;
}

/** The difference between the skin under the eyes and the tone of the same cheek. A full treatment would remove it. */
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
