import { planeOf } from '../maths/plane.ts';
import { enlarge } from '../maths/resample.ts';
import type { Plane } from '../maths/plane.ts';
import { smoothstep } from '../maths/smoothstep.ts';
import type { Neck } from '../regions/neck.ts';
import { neckMasks, regionMasks } from '../regions/region-masks.ts';
import { leftSide } from '../regions/sides.ts';
import { findSkin } from '../regions/skin-mask.ts';
import type { WorkArea } from '../regions/work-area.ts';
import { splitBands } from './bands.ts';
import { findCreases } from './creases.ts';
import { reachAlongFold } from './fold-reach.ts';
import { findLesions } from './lesions.ts';
import { glossOfLips } from './lips.ts';
import { findSpots } from './pigment.ts';
import { findRedness } from './redness.ts';
import type { SkinLayers } from './skin-layers.ts';
import { shadeUnderEyes } from './under-eye.ts';
import { shadeVolume } from './volume.ts';

/** The blurs of 1.1 and 5.7 mm: tone without grain, and the tone around a spot. */
const nearScale = 1;
const aroundScale = 3;

export function skinLayersOf(area: WorkArea): SkinLayers {
  const { size, landmarks, frame, lab } = area;
  const { mask, colour } = findSkin(area);
  const { bands, scales, blurred } = splitBands(lab.l, mask, size, frame.d);
  const { creases, folds, lineness, pits } = findCreases(blurred, size, frame.d);
  const usual = regionMasks(landmarks, size, frame.d);
  const run = enlarge(folds, size, blurred[2].factor);
  const regions = { ...usual, nasolabial: reachAlongFold(usual.nasolabial, run, landmarks, size, frame.d) };
  const redness = { near: scales[nearScale].blur(lab.a), around: scales[aroundScale].blur(lab.a) };
  const skin = without(mask, findLesions({ pits, folds }, blurred, redness, size, frame.d));
  const around = {
    a: scales[aroundScale].full(redness.around),
    b: scales[aroundScale].full(scales[aroundScale].blur(lab.b)),
  };
  return {
    size,
    l: lab.l,
    restraint: restraintOf(creases, skin, area),
    yellowness: colour.b / Math.max(1, colour.l),
    skin,
    bands,
    creases,
    regions,
    spots: findSpots(lab, bands, skin, lineness, around),
    redness: findRedness(scales[nearScale].full(redness.near), skin),
    underEye: shadeUnderEyes(area, skin, regions.underEye, scales, blurred),
    volume: shadeVolume(area, skin, bands),
    lipGloss: glossOfLips(lab.l, regions.lowerLip, size, frame.d),
    leftSide: once(() => leftSide(landmarks, frame, size)),
  };
}

/** Layers of a patch below the jaw, in which only the bands of the neck are treated: everything else is empty there. */
export function neckLayersOf(area: WorkArea, neck: Neck): SkinLayers {
  const { size, landmarks, frame, lab } = area;
  const { bands, scales, blurred } = splitBands(lab.l, neck.skin, size, frame.d);
  const { creases, ...marks } = findCreases(blurred, size, frame.d);
  const redness = { near: scales[nearScale].blur(lab.a), around: scales[aroundScale].blur(lab.a) };
  const none = planeOf(size);
  return {
    size,
    l: lab.l,
    restraint: 1,
    yellowness: 0,
    skin: without(neck.skin, findLesions(marks, blurred, redness, size, frame.d)),
    bands,
    creases,
    regions: neckMasks(neck.region, size),
    spots: { weight: none, a: none, b: none },
    redness: none,
    underEye: { lift: none, a: none, b: none },
    volume: { cheek: none, chin: none, jawline: none, masseter: none, temples: none, nose_bridge: none },
    lipGloss: none,
    leftSide: once(() => leftSide(landmarks, frame, size)),
  };
}

/** Mean crease over the skin of a smooth face, and of a much-lined one. */
const linedSkin = [0.45, 0.75] as const;
const leastOfLined = 0.72;
/** Interocular distances in pixels: below, what looks like pores is the camera's own work. */
const coarsePhoto = [60, 150] as const;
const leastOfCoarse = 0.6;

function restraintOf(creases: Plane, skin: Plane, { frame, factor }: WorkArea): number {
  let sum = 0;
  let weight = 1;
  for (let i = 0; i < skin.length; i += 3) {
    sum += creases[i]! * skin[i]!;
    weight += skin[i]!;
  }
  const lined = 1 - (1 - leastOfLined) * smoothstep(...linedSkin, sum / weight);
  const coarse = leastOfCoarse + (1 - leastOfCoarse) * smoothstep(...coarsePhoto, frame.d * factor);
  return lined * coarse;
}

/** Made when first asked for: most recipes are symmetric. */
function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}

function without(mask: Plane, lesions: Plane): Plane {
  const out = new Float32Array(mask.length);
  for (let i = 0; i < out.length; i++) out[i] = mask[i]! * (1 - lesions[i]!);
  return out;
}
