import { leftCheek, rightCheek } from '../model/landmark-groups.ts';
import type { BlurredPlane } from '../maths/masked-blur.ts';
import { planeOf } from '../maths/plane.ts';
import type { Plane, Size } from '../maths/plane.ts';
import { fillPolygon } from '../maths/polygon.ts';
import { enlargeRows } from '../maths/resample.ts';
import { clamp, smoothstep } from '../maths/smoothstep.ts';
import { median } from '../maths/statistics.ts';
import type { Landmarks } from '../picture.ts';
import type { Strengths } from '../recipe.ts';
import type { RegionMask } from '../regions/region-masks.ts';
import { pointsOf } from '../regions/work-area.ts';
import type { WorkArea } from '../regions/work-area.ts';
import type { BlurredScales, Scales } from './bands.ts';
import { isNone, sideRamp } from './side-ramp.ts';
import type { LabChange, SkinLayers, UnderEye } from './skin-layers.ts';

interface Tone {
  l: number;
  a: number;
  b: number;
}

/**
 * Shares by which each treatment reduces the difference of L* from the cheek. `most` is the largest share for both
 * treatments together. `colour` is the share by which the treatment of dark circles reduces the differences of a* and
 * b*.
 */
export const underEyeGains = { darkCircles: 0.62, tearTrough: 0.5, most: 0.85, colour: 0.6 } as const;
/**
 * Difference of L* from the cheek. Dark rings are below the first value, cast shadows above the second. Between the two
 * values the lightening fades, because a lightened shadow would show an edge.
 */
const ringShade = [9, 18] as const;

/**
 * Returns the part of `missing` that treatments may lighten. `missing` is how much darker the skin is than the cheek,
 * in L*. The result decreases to zero in cast shadows.
 */
function liftOf(missing: number): number {
  return missing <= 0 ? 0 : missing * (1 - smoothstep(ringShade[0], ringShade[1], missing));
}

/** Index of the blur with a sigma of 2.5 mm, which shows the tone without lines. */
const toneScale = 2;

export function shadeUnderEyes(
  area: WorkArea,
  skin: Plane,
  region: RegionMask,
  scales: Scales,
  blurred: BlurredScales,
): UnderEye {
  const { size, landmarks, frame, lab } = area;
  const scale = scales[toneScale];
  const l = blurred[toneScale];
  const low = { l, a: scale.blur(lab.a), b: scale.blur(lab.b) };
  const right = toneOf(low, landmarks, rightCheek);
  const left = toneOf(low, landmarks, leftCheek);
  const { bounds } = region;
  const [fullL, fullA, fullB] = [low.l, low.a, low.b].map(({ values, factor }) =>
    enlargeRows(values, size, factor, bounds),
  ) as [Plane, Plane, Plane];
  const out = { lift: planeOf(size), a: planeOf(size), b: planeOf(size) };
  for (let y = bounds.top; y < bounds.bottom; y++) {
    for (let x = bounds.left; x < bounds.right; x++) {
      const i = y * size.width + x;
      const row = i - bounds.top * size.width;
      const weight = (region.values[i]! / 255) * skin[i]!;
      if (weight === 0) continue;
      const isRight = (x - frame.x) * frame.ex + (y - frame.y) * frame.ey < 0;
      const cheek = isRight ? right : left;
      const lift = liftOf(cheek.l - 1 - fullL[row]!);
      out.lift[i] = weight * lift;
      // The added light multiplies a* and b* by this factor (`colourShade` of volume.ts). The differences below are
      // measured from the multiplied colour, so that the colour is not changed twice.
      const lit = 1 + (underEyeGains.darkCircles * lift) / (fullL[row]! + 16);
      out.a[i] = weight * underEyeGains.colour * clamp(cheek.a - fullA[row]! * lit, -8, 4);
      out.b[i] = weight * underEyeGains.colour * clamp(cheek.b - fullB[row]! * lit, -4, 8);
    }
  }
  return out;
}

/**
 * Lightens the shadow of the hollow (filler) and the tone of the dark ring (light treatment) towards the tone of the
 * cheek.
 */
export function brightenUnderEyes(change: LabChange, layers: SkinLayers, strengths: Strengths): void {
  if (isNone(strengths.dark_circles) && isNone(strengths.tear_trough)) return;
  const { underEye, regions, skin, bands, size } = layers;
  const { values, bounds } = regions.underEye;
  const dark = sideRamp(strengths.dark_circles, layers);
  const tear = sideRamp(strengths.tear_trough, layers);
  for (let y = bounds.top; y < bounds.bottom; y++) {
    const row = y * size.width;
    for (let i = row + bounds.left; i < row + bounds.right; i++) {
      const ring = dark.base + dark.step * dark.side[i]!;
      const filler = tear.base + tear.step * tear.side[i]!;
      const share = Math.min(underEyeGains.most, underEyeGains.darkCircles * ring + underEyeGains.tearTrough * filler);
      const weight = (values[i]! / 255) * skin[i]! * filler;
      const hollow =
        0.55 * Math.max(0, -bands.f4[i]!) + 0.45 * Math.max(0, -bands.f3[i]!) + 0.22 * Math.max(0, -bands.f2[i]!);
      change.l[i]! += underEye.lift[i]! * share + weight * hollow;
      change.a[i]! += underEye.a[i]! * ring;
      change.b[i]! += underEye.b[i]! * ring;
    }
  }
}

function toneOf(low: Record<keyof Tone, BlurredPlane>, landmarks: Landmarks, cheek: readonly number[]): Tone {
  const { size, factor } = low.l;
  const inside = cheekPixels(landmarks, cheek, size, factor);
  const of = (plane: BlurredPlane) => median(inside.map((i) => plane.values[i]!));
  return { l: of(low.l), a: of(low.a), b: of(low.b) };
}

function cheekPixels(landmarks: Landmarks, cheek: readonly number[], size: Size, factor: number): number[] {
  const part = planeOf(size);
  fillPolygon(
    part,
    size,
    pointsOf(landmarks, cheek).map(([x, y]) => [x / factor, y / factor] as const),
  );
  const inside: number[] = [];
  for (let i = 0; i < part.length; i += 2) if (part[i]! > 0) inside.push(i);
  return inside;
}
