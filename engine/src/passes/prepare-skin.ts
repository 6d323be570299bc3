import type { Plane } from '../maths/plane.ts';
import { regionMasks } from '../regions/region-masks.ts';
import { leftSide } from '../regions/sides.ts';
import { findSkin } from '../regions/skin-mask.ts';
import type { WorkArea } from '../regions/work-area.ts';
import { splitBands } from './bands.ts';
import { findCreases } from './creases.ts';
import { glossOfLips } from './lips.ts';
import { findSpots } from './pigment.ts';
import { findRedness } from './redness.ts';
import type { SkinLayers } from './skin-layers.ts';
import { shadeUnderEyes } from './under-eye.ts';
import { shadeVolume } from './volume.ts';

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
