import { planeOf } from '../maths/plane.ts';
import type { Plane, Size } from '../maths/plane.ts';
import { createMaskedBlur, softened } from '../maths/masked-blur.ts';
import type { MaskedBlur } from '../maths/masked-blur.ts';
import { smoothstep } from '../maths/smoothstep.ts';
import type { Neck } from '../regions/neck.ts';
import { findHair } from '../regions/hair.ts';
import { toneOf as skinTone } from '../regions/lesion-border.ts';
import { guardOf } from '../regions/lesion-guard.ts';
import { findLesions, leastLesion } from '../regions/lesions.ts';
import type { Lesion } from '../regions/lesions.ts';
import { neckMasks, regionMasks } from '../regions/region-masks.ts';
import type { RegionMask } from '../regions/region-masks.ts';
import { leftSide } from '../regions/sides.ts';
import { findSkin } from '../regions/skin-mask.ts';
import { pointsOf } from '../regions/work-area.ts';
import type { WorkArea } from '../regions/work-area.ts';
import { splitBands } from './bands.ts';
import type { Bands } from './bands.ts';
import { findCreases } from './creases.ts';
import { besideDark, clearOf, reachAlongFold } from './fold-reach.ts';
import { fillingAt } from './folds.ts';
import { lightLimit } from './light-limit.ts';
import { glossOfLips } from './lips.ts';
import { castShade, fadingOf, measuredSpots } from './pigment.ts';
import { calmHueOf, findRedness } from './redness.ts';
import { eveningOf, grainOf, relaxingAt } from './relief.ts';
import { findRoundSpots } from './round-spots.ts';
import type { SkinLayers } from './skin-layers.ts';
import { glowOf } from './radiance.ts';
import { shadeUnderEyes } from './under-eye.ts';
import { shadeMasseter } from './volume.ts';

/**
 * Indices of three blurs. `ownScale` (sigma 0.5 mm) shows the colour of a spot. `nearScale` (1.1 mm) shows the tone
 * without grain. `aroundScale` (5.7 mm) shows the tone around a spot.
 */
const ownScale = 0;
const nearScale = 1;
const aroundScale = 3;
const noseTip = 4;
const mouthCorners = [61, 291];
/**
 * Limits for a faint mark in a fold. The mark is part of the fold, not a freckle, where `creases` (0–1) is above
 * `onLine` and the region of the fold (0–255) is above `inFold`.
 */
const onLine = 0.9;
const inFold = 25;
/**
 * The fold continues on both sides of a mark that is part of it. The contrast of such a mark along the fold is below
 * this share of its contrast with the whole ring around it. Moles keep at least 0.9 of their contrast in every
 * direction.
 */
const onFold = 0.83;

/**
 * Computes everything about the face's skin that does not depend on a dose.
 *
 * @param rednessOf computes the layer `redness`; the default is the a* that a redness treatment at full dose removes
 */
export function skinLayersOf(area: WorkArea, rednessOf = findRedness): SkinLayers {
  const { size, landmarks, frame, lab } = area;
  const ground = { lab, size, landmarks, d: frame.d };
  const { mask, bare } = findSkin(area);
  const hair = findHair({ ...ground, skin: mask });
  const anchors = { nose: pointsOf(landmarks, [noseTip])[0]!, mouth: pointsOf(landmarks, mouthCorners) };
  const usual = regionMasks(landmarks, size, frame.d);
  // Within a fold, the contrast of a mark is measured against the fold. A mark whose contrast is then too low for a
  // lesion is the darkest point of the fold.
  const isFoldPoint = ({ x, y, contrast, alongLine }: Lesion) => {
    const i = y * size.width + x;
    return (
      Math.max(usual.nasolabial.values[i]!, usual.marionette.values[i]!) > inFold &&
      alongLine < leastLesion * skinTone(lab.l[i]! + contrast.l) &&
      alongLine < onFold * contrast.l
    );
  };
  const marks = findLesions({ ...ground, bare, skin: mask, ...anchors }).filter(
    (mark) => hair[mark.y * size.width + mark.x]! < 0.5 && !isFoldPoint(mark),
  );
  // Blurs and bands exclude areas that no pass may change. Otherwise these dark areas would darken the skin around them
  // in the blur.
  const lesions = guardOf(only(marks, 'lesion'), size, frame.d);
  const clear = without(eased(without(mask, hair), size, frame.d), lesions);
  const { bands, scales, blurred } = splitBands(lab.l, clear, size, frame.d);
  const { creases, furrows, folds, lineness, blobs } = findCreases(blurred, size, frame.d);
  const run = { values: folds, size: blurred[2].size, factor: blurred[2].factor };
  const followed = reachAlongFold(usual.nasolabial, run, bands.f4, landmarks, size, frame.d);
  const dark = besideDark(hair, landmarks, size, frame.d);
  const grain = grainOf(bands, creases, clear);
  const limit = lightLimit(lab.l, lesions, size, frame.d);
  const filled = (region: RegionMask) =>
    limit.region(region, clear, (i, w) => fillingAt({ bands, furrows, grain }, i, w));
  const relaxed = (region: RegionMask) =>
    limit.region(region, clear, (i, w) => relaxingAt({ bands, creases, grain }, i, w));
  const regions = {
    ...usual,
    forehead: relaxed(usual.forehead),
    nasolabial: filled(clearOf(followed, dark, size)),
    marionette: filled(clearOf(usual.marionette, dark, size)),
  };
  // A faint mark in a fold is part of the fold. If the filling excluded the mark, a spot would remain.
  const isInFold = (i: number) =>
    creases[i]! > onLine && Math.max(regions.nasolabial.values[i]!, regions.marionette.values[i]!) > inFold;
  const freckles = only(marks, 'freckle').filter(({ x, y }) => !isInFold(y * size.width + x));
  const freckled = guardOf(freckles, size, frame.d);
  const skin = without(clear, freckled);
  const around = { a: toneOf(lab.a, scales[aroundScale]), b: toneOf(lab.b, scales[aroundScale]) };
  const beside = besideFurrows(skin, furrows, size, frame.d);
  const measured = measuredSpots(bands, clear, { lineness, blobs });
  limit.spots(measured, bands);
  const own = { a: toneOf(lab.a, scales[ownScale]), b: toneOf(lab.b, scales[ownScale]) };
  const smooth = { l: scales[ownScale].full(blurred[ownScale]), ...own };
  const round = findRoundSpots({ lab: smooth, bands, skin: clear, freckles: freckled, size, d: frame.d });
  const fading = fadingOf({ size, l: lab.l, bands, furrows, grain, skin: clear }, round, own, around);
  const near = { a: toneOf(lab.a, scales[nearScale]), b: toneOf(lab.b, scales[nearScale]) };
  const redness = rednessOf(near.a, lab.l, skin);
  return {
    size,
    l: lab.l,
    restraint: restraintOf(creases, skin, area),
    a: lab.a,
    b: lab.b,
    lines: lineColours(near, { a: toneOf(lab.a, beside), b: toneOf(lab.b, beside) }, { bands, furrows, skin }),
    glow: glowOf(bands, lab.l, skin),
    evening: eveningOf(bands, creases, skin),
    grain,
    skin,
    marks,
    hair,
    bands,
    creases,
    furrows,
    regions,
    spots: { measured, ...fading },
    redness,
    calmHue: calmHueOf(lab, redness, skin),
    underEye: shadeUnderEyes(area, skin, regions.underEye, scales, blurred),
    masseter: shadeMasseter(area, skin),
    lipGloss: glossOfLips(lab.l, regions.lowerLip, size, frame.d),
    leftSide: once(() => leftSide(landmarks, frame, size)),
  };
}

/**
 * Computes the layers for the neck, where only the platysmal bands (the cords of its muscle) are treated. Layers that
 * only other treatments use are empty.
 */
export function neckLayersOf(area: WorkArea, neck: Neck): SkinLayers {
  const { size, landmarks, frame, lab } = area;
  const marks = findLesions({ lab, size, d: frame.d, bare: inside(neck.region.values), skin: neck.skin });
  const skin = without(neck.skin, guardOf(marks, size, frame.d));
  const { bands, blurred } = splitBands(lab.l, skin, size, frame.d);
  const { creases, furrows } = findCreases(blurred, size, frame.d);
  const none = planeOf(size);
  return {
    size,
    l: lab.l,
    restraint: 1,
    a: lab.a,
    b: lab.b,
    lines: { a: none, b: none },
    glow: 0,
    evening: { texture: 0, pores: 0 },
    grain: { f0: 0, f1: 0 },
    skin,
    marks,
    hair: none,
    bands,
    creases,
    furrows,
    regions: neckMasks(outOfShade(neck.region, bands), size),
    spots: { measured: none, light: none, a: none, b: none },
    redness: none,
    calmHue: 1,
    underEye: { lift: none, a: none, b: none },
    masseter: none,
    lipGloss: none,
    leftSide: once(() => leftSide(landmarks, frame, size)),
  };
}

/**
 * Removes hair and the shadow of the jaw from the region of the neck. Both are darker than the shade of a platysmal
 * band.
 */
function outOfShade({ values, bounds }: RegionMask, { f3, f4 }: Bands): RegionMask {
  return { values: values.map((value, i) => value * (1 - smoothstep(...castShade, -f3[i]! - f4[i]!)) + 0.5), bounds };
}

/**
 * Sigma of the blur that finds the skin colour around a crease, in units of d (the distance between the irises).
 */
const besideScale = 0.12;
/**
 * Weight of the crease's own colour in this blur. It is small, so that this colour has an effect only if there is no
 * other skin.
 */
const leastBeside = 0.05;

/**
 * Returns a blur that finds the tone of the skin next to creases. It must ignore the grey colour of a deep fold,
 * because the fold would otherwise stay grey after filling.
 */
function besideFurrows(skin: Plane, furrows: Plane, size: Size, d: number): MaskedBlur {
  const mask = new Float32Array(skin.length);
  for (let i = 0; i < mask.length; i++) mask[i] = skin[i]! * (1 - (1 - leastBeside) * furrows[i]!);
  return createMaskedBlur(mask, size, besideScale * d);
}

/**
 * Returns the difference of colour between the skin around a crease and the crease. Both are without grain, so that the
 * grain of the crease stays. The colour of a dark crease comes from its shade, but a crease that is hardly darker has
 * the colour of the skin itself. Each difference is therefore limited to the L* by which the crease is darker than the
 * skin around it. The result overwrites `around`.
 */
function lineColours(
  own: SkinLayers['lines'],
  around: SkinLayers['lines'],
  { bands: { f1, f2, f3, f4 }, furrows, skin }: Pick<SkinLayers, 'bands' | 'furrows' | 'skin'>,
): SkinLayers['lines'] {
  const { a, b } = around;
  for (let i = 0; i < a.length; i++) {
    const share = furrows[i]! * skin[i]!;
    const [da, db] = [a[i]! - own.a[i]!, b[i]! - own.b[i]!];
    const depth = Math.max(0, -f1[i]! - f2[i]! - f3[i]! - f4[i]!);
    const kept = share === 0 ? 0 : share * Math.min(1, depth / (Math.sqrt(da * da + db * db) + 1e-6));
    a[i] = kept * da;
    b[i] = kept * db;
  }
  return around;
}

/** Removes details that are finer than the given scale. */
function toneOf(plane: Plane, scale: MaskedBlur): Plane {
  return scale.full(scale.blur(plane));
}

function only(marks: readonly Lesion[], kind: Lesion['kind']): Lesion[] {
  return marks.filter((mark) => mark.kind === kind);
}

function inside(region: Uint8Array): Plane {
  return Float32Array.from(region, (value) => (value > 0 ? 1 : 0));
}

/**
 * Distance over which treatment fades towards the edge of the skin, in units of d (the distance between the irises). A
 * shorter distance would draw an edge.
 */
const easeOff = 0.018;

/** Lowers a mask so that it has faded to 0 at its edges. */
function eased(mask: Plane, size: Size, d: number): Plane {
  const soft = softened(mask, size, easeOff * d);
  for (let i = 0; i < soft.length; i++) soft[i] = Math.min(mask[i]!, smoothstep(0.5, 0.95, soft[i]!));
  return soft;
}

/** Mean of `creases` over the skin of a smooth face, and of a face with many lines. */
const linedSkin = [0.35, 0.65] as const;
const leastOfLined = 0.72;
/**
 * Distances between the irises, in pixels. Smoothing is most restrained at the first distance and unrestrained from the
 * second on. The smaller the distance, the more the camera's noise looks like pores.
 */
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

/**
 * Returns a function that computes the value at its first call and then stores it. Most recipes are symmetric and do
 * not need this value.
 */
function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}

function without(mask: Plane, ...kept: readonly Plane[]): Plane {
  const out = mask.slice();
  for (const plane of kept) for (let i = 0; i < out.length; i++) out[i]! *= 1 - plane[i]!;
  return out;
}
