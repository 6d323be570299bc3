import { planeOf } from './plane.ts';
import type { Plane, Rows, Size } from './plane.ts';

/** Size of a plane reduced by a whole factor; the last row and column may stand for fewer pixels. */
export function reducedSize({ width, height }: Size, factor: number): Size {
  return { width: Math.ceil(width / factor), height: Math.ceil(height / factor) };
}

/** Mean of factor × factor pixels, each multiplied by `weight` where one is given. Without reduction: the product, or the plane itself. */
export function reduce(source: Plane, size: Size, factor: number, weight?: Plane): Plane {
  if (factor === 1) return weight ? product(source, weight) : source;
  const small = reducedSize(size, factor);
  const out = planeOf(small);
  const whole = Math.floor(size.width / factor);
  for (let y = 0; y < size.height; y++) {
    const row = y * size.width;
    const to = Math.floor(y / factor) * small.width;
    let i = row;
    for (let column = 0; column < whole; column++) {
      let sum = 0;
      if (weight) for (const end = i + factor; i < end; i++) sum += source[i]! * weight[i]!;
      else for (const end = i + factor; i < end; i++) sum += source[i]!;
      out[to + column]! += sum;
    }
    for (; i < row + size.width; i++) out[to + whole]! += weight ? source[i]! * weight[i]! : source[i]!;
  }
  divideByCount(out, small, size, factor);
  return out;
}

function product(source: Plane, weight: Plane): Plane {
  const out = new Float32Array(source.length);
  for (let i = 0; i < out.length; i++) out[i] = source[i]! * weight[i]!;
  return out;
}

function divideByCount(out: Plane, small: Size, size: Size, factor: number): void {
  const lastColumns = size.width - (small.width - 1) * factor;
  for (let y = 0; y < small.height; y++) {
    const rows = Math.min(factor, size.height - y * factor);
    const scale = 1 / (rows * factor);
    const row = y * small.width;
    const last = row + small.width - 1;
    for (let i = row; i < last; i++) out[i]! *= scale;
    out[last]! /= rows * lastColumns;
  }
}

/** Bilinear enlargement of a reduced plane back to the size it came from. */
export function enlarge(small: Plane, size: Size, factor: number): Plane {
  return factor === 1 ? small : enlargeRows(small, size, factor, { top: 0, bottom: size.height });
}

/** A band of rows of the enlargement, so that large pictures need no large planes. */
export function enlargeRows(small: Plane, size: Size, factor: number, band: Rows): Plane {
  const { width: columns, height: rows } = reducedSize(size, factor);
  const out = planeOf({ width: size.width, height: band.bottom - band.top });
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
  for (let y = band.top; y < band.bottom; y++) {
    const v = Math.min(rows - 1, Math.max(0, (y + 0.5) / factor - 0.5));
    const above = (v | 0) * columns;
    const below = Math.min(rows - 1, (v | 0) + 1) * columns;
    const down = v - (v | 0);
    for (let x = 0; x < columns; x++) blended[x] = small[above + x]! + (small[below + x]! - small[above + x]!) * down;
    const o = (y - band.top) * size.width;
    for (let x = 0; x < size.width; x++) {
      const left = blended[lower[x]!]!;
      out[o + x] = left + (blended[upper[x]!]! - left) * share[x]!;
    }
  }
  return out;
}
