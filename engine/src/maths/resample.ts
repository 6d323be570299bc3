import { planeOf } from './plane.ts';
import type { Plane, Size } from './plane.ts';

/** Size of a plane reduced by a whole factor; the last row and column may stand for fewer pixels. */
export function reducedSize({ width, height }: Size, factor: number): Size {
  return { width: Math.ceil(width / factor), height: Math.ceil(height / factor) };
}

/** Mean of factor × factor pixels, each multiplied by `weight` where one is given. */
export function reduce(source: Plane, size: Size, factor: number, weight?: Plane): Plane {
  const small = reducedSize(size, factor);
  const out = planeOf(small);
  for (let y = 0; y < size.height; y++) {
    const from = y * size.width;
    const to = Math.floor(y / factor) * small.width;
    for (let x = 0, column = 0; column < small.width; column++) {
      const end = Math.min(x + factor, size.width);
      let sum = 0;
      for (; x < end; x++) sum += weight ? source[from + x]! * weight[from + x]! : source[from + x]!;
      out[to + column]! += sum;
    }
  }
  divideByCount(out, small, size, factor);
  return out;
}

function divideByCount(out: Plane, small: Size, size: Size, factor: number): void {
  for (let y = 0; y < small.height; y++) {
    const rows = Math.min(factor, size.height - y * factor);
    for (let x = 0; x < small.width; x++) {
      out[y * small.width + x]! /= rows * Math.min(factor, size.width - x * factor);
    }
  }
}

/** Bilinear enlargement of a reduced plane back to the size it came from. */
export function enlarge(small: Plane, size: Size, factor: number): Plane {
  if (factor === 1) return small;
  const { width: columns, height: rows } = reducedSize(size, factor);
  const out = planeOf(size);
  const lower = new Int32Array(size.width);
  const upper = new Int32Array(size.width);
  const share = new Float32Array(size.width);
  for (let x = 0; x < size.width; x++) {
    const u = Math.min(columns - 1, Math.max(0, (x + 0.5) / factor - 0.5));
    lower[x] = u | 0;
    upper[x] = Math.min(columns - 1, lower[x]! + 1);
    share[x] = u - lower[x]!;
  }
  const blended = new Float32Array(columns);
  for (let y = 0; y < size.height; y++) {
    const v = Math.min(rows - 1, Math.max(0, (y + 0.5) / factor - 0.5));
    const above = (v | 0) * columns;
    const below = Math.min(rows - 1, (v | 0) + 1) * columns;
    const down = v - (v | 0);
    for (let x = 0; x < columns; x++) blended[x] = small[above + x]! + (small[below + x]! - small[above + x]!) * down;
    const o = y * size.width;
    for (let x = 0; x < size.width; x++) {
      const left = blended[lower[x]!]!;
      out[o + x] = left + (blended[upper[x]!]! - left) * share[x]!;
    }
  }
  return out;
}
