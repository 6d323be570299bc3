import { gaussian } from '../maths/gaussian.ts';
import type { Bounds, Plane, Size } from '../maths/plane.ts';
import { planeOf } from '../maths/plane.ts';
import { enlargeRows, reduce, reducedSize } from '../maths/resample.ts';
import type { RegionMask } from '../regions/region-masks.ts';
import { spotGains } from './pigment.ts';
import type { Bands } from './bands.ts';

/** Side of the cells between which the light is compared, in units of d (the distance between the irises). */
const cell = 0.015;
/** Where the photo is even, a treated cell may be lighter than the next cell by at most this L*. */
const gentle = 0.8;
/**
 * Where the photo is not even, a treated cell may be lighter than the next cell by at most this multiple of their
 * difference in the photo.
 */
const steeper = 1.1;
/** A change of light that is small compared with this value, in L*, is hardly limited. */
const little = 0.3;
const rounds = 2;

/** Limits the light that treatments add to shade, so that no edge appears. */
export interface LightLimit {
  /**
   * Limits the weights of a region in which a treatment lightens dark parts.
   *
   * @param adds returns the L* that the treatment adds to a pixel at a given weight
   */
  region(region: RegionMask, skin: Plane, adds: (i: number, weight: number) => number): RegionMask;
  /** Limits the weights of the measured spots, in place. */
  spots(weight: Plane, bands: Bands): void;
}

/**
 * Creates the limit for one photo. Shade may reach into an area that no treatment changes (a moustache, the wing of the
 * nose, the corner of the mouth). Its end in this area stays dark. If the skin up to this end became lighter, the end
 * would look like a spot with an edge. So the rise of the lightness from one cell to the next is limited in treated
 * skin. It may be slightly larger than the rise in the photo (`steeper`), or as large as a gentle slope (`gentle`),
 * whichever allows more. A limit for the full dose is valid for every lower dose. The slope at a lower dose lies
 * between the slope of the photo and the slope at the full dose.
 *
 * @param lesions 0–1 per pixel. Lesions do not limit the light, because they contrast with treated skin in any case
 */
export function lightLimit(l: Plane, lesions: Plane, size: Size, d: number): LightLimit {
  const factor = Math.max(1, Math.round(cell * d));
  const small = reducedSize(size, factor);
  const light = reduce(l, size, factor);
  const still = reduce(lesions, size, factor);
  /** Returns, for each pixel of some rows, the share of the added light that may stay. */
  const sharesOf = (added: Plane, rows: Pick<Bounds, 'top' | 'bottom'>): Plane => {
    for (let i = 0; i < added.length; i++) added[i]! /= factor * factor;
    const after = light.map((value, i) => value + added[i]!);
    settle(after, light, still, small);
    const share = added.map((value, i) =>
      value <= 0 ? 1 : Math.min(1, (Math.max(0, after[i]! - light[i]!) + little) / (value + little)),
    );
    return enlargeRows(gaussian(share, small, 1), size, factor, rows);
  };
  return {
    region({ values, bounds }, skin, adds) {
      const added = planeOf(small);
      for (let y = bounds.top; y < bounds.bottom; y++) {
        const to = Math.floor(y / factor) * small.width;
        for (let x = bounds.left, i = y * size.width + x; x < bounds.right; x++, i++) {
          const weight = (values[i]! / 255) * skin[i]!;
          if (weight > 0) added[to + Math.floor(x / factor)]! += adds(i, weight);
        }
      }
      const shares = sharesOf(added, bounds);
      const out = values.slice();
      for (let y = bounds.top, first = bounds.top * size.width; y < bounds.bottom; y++)
        for (let i = y * size.width + bounds.left, end = i + bounds.right - bounds.left; i < end; i++)
          if (out[i]! > 0) out[i] = out[i]! * shares[i - first]! + 0.5;
      return { values: out, bounds };
    },
    spots(weight, { f1, f2, f3 }) {
      const added = planeOf(small);
      for (let y = 0, i = 0; y < size.height; y++) {
        const to = Math.floor(y / factor) * small.width;
        for (let x = 0; x < size.width; x++, i++)
          if (weight[i]! > 0)
            added[to + Math.floor(x / factor)]! +=
              weight[i]! * spotGains.light * Math.max(0, -f1[i]! - f2[i]! - f3[i]!);
      }
      const shares = sharesOf(added, { top: 0, bottom: size.height });
      for (let i = 0; i < weight.length; i++) weight[i]! *= shares[i]!;
    },
  };
}

/** Lowers `after` so that no cell is lighter than its neighbour by more than the limits allow. */
function settle(after: Plane, before: Plane, lesions: Plane, { width, height }: Size): void {
  const ways = [-1, -width, -width - 1, -width + 1] as const;
  const even = [gentle, gentle, gentle * Math.SQRT2, gentle * Math.SQRT2] as const;
  for (let round = 0; round < 2 * rounds; round++) {
    const step = round % 2 === 0 ? 1 : -1;
    for (let row = 1; row < height - 1; row++) {
      const y = step > 0 ? row : height - 1 - row;
      for (let column = 1; column < width - 1; column++) {
        const i = y * width + (step > 0 ? column : width - 1 - column);
        if (after[i]! <= before[i]!) continue;
        for (let k = 0; k < 4; k++) {
          const near = i + step * ways[k]!;
          if (lesions[near]! > 0.1) continue;
          const most = after[near]! + Math.max(steeper * (before[i]! - before[near]!), even[k]!);
          if (most < after[i]!) after[i] = most;
        }
      }
    }
  }
}
