import { followed } from './follow-rendering.ts';
import { leftCheek, rightCheek } from '../model/landmark-groups.ts';
import { planeOf } from '../maths/plane.ts';
import { createMaskedBlur } from '../maths/masked-blur.ts';
import type { Plane } from '../maths/plane.ts';
import { fillPolygon } from '../maths/polygon.ts';
import { median } from '../maths/statistics.ts';
import type { Picture } from '../picture.ts';
import type { Recipe } from '../recipe.ts';
import { pointsOf } from '../regions/work-area.ts';
import { drawnStrengths, drawnWarp } from '../simulate.ts';
import type { PreparedFace } from '../simulate.ts';
import { isOwnTone } from '../volume/keep-tone.ts';

/** Landmarks of the outer corners of the eyes and of the cheekbones below them: right, left. */
const corners = [33, 263] as const;
const cheekbones = [117, 346] as const;
/**
 * Radius of a patch, and the offset of its centre from its landmark: outwards, down. The unit is d (the distance
 * between the irises).
 */
const patch = 0.15;
const beside = { canthus: [0.17, 0.03], malar: [0.04, 0.0] } as const;

/**
 * Smallest divisor for the relative change of chroma. In deep shade, a change of one byte value is already 3 % of the
 * chroma, so a smaller divisor would exaggerate the change.
 */
const leastChroma = 10;
/**
 * Change of the light and the colour of a face in a rendering. Each pixel is measured at the place to which the warp
 * moved it.
 */
export interface Drift {
  /**
   * Change of the median L* of a cheek, for the cheek that changed more. Folds, lines next to the eyes, spots and
   * flushes are left out. `chroma` is the relative change of the median chroma, measured in the same way.
   */
  readonly light: number;
  readonly chroma: number;
  /** `light` and `chroma`, measured over all skin of both cheeks. */
  readonly whole: { readonly light: number; readonly chroma: number };
  /**
   * Share of the line energy that remains next to the eyes (`canthus`) and over the cheekbones (`malar`). Line energy
   * is the sum of the squared differences between two blurs of L*, weighted by `creases`. The difference shows
   * structures of 0.5 to 2.5 mm. Null if the photo shows too few lines at this place.
   */
  readonly canthus: number | null;
  readonly malar: number | null;
}

export function driftOf(prepared: PreparedFace, recipe: Recipe, rendering: Picture): Drift {
  const { area, layers } = prepared;
  const { lab, size, frame } = area;
  const after = followed(rendering, area, drawnWarp(prepared, drawnStrengths(prepared, recipe)));
  const outside = [rightCheek, leftCheek].map((cheek) => {
    const inside = planeOf(size);
    fillPolygon(inside, size, pointsOf(area.landmarks, cheek));
    return Array.from(inside.keys()).filter((i) => inside[i]! > 0 && layers.skin[i]! > 0.5);
  });
  const light = (pixels: readonly number[]) =>
    median(pixels.map((i) => after.l[i]!)) - median(pixels.map((i) => lab.l[i]!));
  const chromaOf = (pixels: readonly number[], { a, b }: typeof lab) =>
    median(pixels.map((i) => Math.hypot(a[i]!, b[i]!)));
  const chroma = (pixels: readonly number[]) =>
    (chromaOf(pixels, after) - chromaOf(pixels, lab)) / Math.max(leastChroma, chromaOf(pixels, lab));
  const untreated = outside
    .map((pixels) => pixels.filter((i) => isOwnTone(layers, i)))
    .filter((pixels) => pixels.length > 200);
  const blur = createMaskedBlur(layers.skin, size, 0.04 * frame.d);
  const fine = createMaskedBlur(layers.skin, size, Math.max(0.7, 0.008 * frame.d));
  const lines = (l: Plane) => {
    const [near, wide] = [fine.full(fine.blur(l)), blur.full(blur.blur(l))];
    return near.map((value, i) => value - wide[i]!);
  };
  const [was, is] = [lines(lab.l), lines(after.l)];
  const left = (points: readonly number[], [outwards, down]: readonly [number, number]) => {
    const sum = { was: 0, is: 0, count: 0 };
    points.forEach((index, side) => {
      const [px, py] = area.landmarks[index]!;
      const across = (side === 0 ? -1 : 1) * outwards * frame.d * frame.foreshortening;
      const cx = px + across * frame.ex - down * frame.d * frame.ey;
      const cy = py + across * frame.ey + down * frame.d * frame.ex;
      const r = patch * frame.d;
      for (let y = Math.max(0, Math.ceil(cy - r)); y <= Math.min(size.height - 1, cy + r); y++)
        for (let x = Math.max(0, Math.ceil(cx - r)); x <= Math.min(size.width - 1, cx + r); x++) {
          const i = y * size.width + x;
          if (Math.hypot(x - cx, y - cy) > r || layers.skin[i]! < 0.5) continue;
          const weight = layers.creases[i]!;
          sum.was += weight * was[i]! ** 2;
          sum.is += weight * is[i]! ** 2;
          sum.count += weight;
        }
    });
    return sum.count < 40 || Math.sqrt(sum.was / sum.count) < 0.8 ? null : sum.is / sum.was;
  };
  return {
    light: largest(untreated.map(light)),
    chroma: largest(untreated.map(chroma)),
    whole: { light: light(outside.flat()), chroma: chroma(outside.flat()) },
    canthus: left(corners, beside.canthus),
    malar: left(cheekbones, beside.malar),
  };
}

function largest(values: readonly number[]): number {
  return values.reduce((most, value) => (Math.abs(value) > Math.abs(most) ? value : most), 0);
}
