import type { Bounds } from '../maths/plane.ts';
import { clamp } from '../maths/smoothstep.ts';
import type { Picture } from '../picture.ts';

interface Taps {
  /** Offset of the first source pixel of each target pixel. */
  readonly first: Int32Array;
  /** `count` weights for each target pixel. Their sum is 1. */
  readonly weights: Float32Array;
  readonly count: number;
}

/**
 * Scales a part of an image with the Catmull-Rom kernel (Keys 1981). For a reduction the kernel is wider by the same
 * factor, so that fine detail is averaged instead of aliased.
 *
 * @param scale target pixels for one source pixel; the result is rounded up to whole pixels
 */
export function rescalePart(picture: Picture, part: Bounds, scale: number): Picture {
  const rows = part.bottom - part.top;
  const width = Math.ceil((part.right - part.left) * scale);
  const height = Math.ceil(rows * scale);
  const across = tapsFor(part.left, width, scale, picture.width);
  const down = tapsFor(part.top, height, scale, picture.height);
  const top = down.first[0]!;
  const bottom = Math.min(picture.height, down.first[height - 1]! + down.count);
  const narrow = scaleRows(picture, { top, bottom }, across, width);
  return { width, height, data: scaleColumns(narrow, { top, bottom }, down, width, height) };
}

function tapsFor(start: number, length: number, scale: number, limit: number): Taps {
  const reach = 2 * Math.max(1, 1 / scale);
  const count = Math.ceil(2 * reach) + 1;
  const first = new Int32Array(length);
  const weights = new Float32Array(length * count);
  for (let i = 0; i < length; i++) {
    const centre = start + (i + 0.5) / scale - 0.5;
    first[i] = clamp(Math.ceil(centre - reach), 0, Math.max(0, limit - count));
    let sum = 0;
    for (let k = 0; k < count; k++) {
      const weight = catmullRom(((first[i]! + k - centre) * 2) / reach);
      weights[i * count + k] = weight;
      sum += weight;
    }
    for (let k = 0; k < count; k++) weights[i * count + k]! /= sum;
  }
  return { first, weights, count };
}

function catmullRom(distance: number): number {
  const t = Math.abs(distance);
  if (t >= 2) return 0;
  return t < 1 ? 1.5 * t * t * t - 2.5 * t * t + 1 : -0.5 * t * t * t + 2.5 * t * t - 4 * t + 2;
}

interface Rows {
  readonly top: number;
  readonly bottom: number;
}

function scaleRows(picture: Picture, { top, bottom }: Rows, { first, weights, count }: Taps, width: number) {
  const out = new Float32Array(width * (bottom - top) * 3);
  let o = 0;
  for (let y = top; y < bottom; y++) {
    for (let x = 0; x < width; x++, o += 3) {
      const start = y * picture.width + first[x]!;
      for (let k = 0; k < count; k++) {
        const weight = weights[x * count + k]!;
        const i = (start + k) * 4;
        out[o]! += weight * picture.data[i]!;
        out[o + 1]! += weight * picture.data[i + 1]!;
        out[o + 2]! += weight * picture.data[i + 2]!;
      }
    }
  }
  return out;
}

function scaleColumns(
  narrow: Float32Array,
  { top, bottom }: Rows,
  { first, weights, count }: Taps,
  width: number,
  height: number,
) {
  const data = new Uint8ClampedArray(width * height * 4);
  const sums = new Float32Array(width * 3);
  for (let y = 0; y < height; y++) {
    sums.fill(0);
    for (let k = 0; k < count; k++) {
      const weight = weights[y * count + k]!;
      const row = Math.min(bottom - 1, first[y]! + k) - top;
      const start = row * width * 3;
      for (let x = 0; x < sums.length; x++) sums[x]! += weight * narrow[start + x]!;
    }
    for (let x = 0, o = y * width * 4; x < width; x++, o += 4) {
      data[o] = sums[3 * x]!;
      data[o + 1] = sums[3 * x + 1]!;
      data[o + 2] = sums[3 * x + 2]!;
      data[o + 3] = 255;
    }
  }
  return data;
}
