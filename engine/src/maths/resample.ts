import { planeOf } from './plane.ts';
import type { Plane, Rows, Size } from './plane.ts';

/**
 * Returns the size of a plane after reduction by a whole factor. The last row and column may be averages of fewer
 * pixels.
 */
export function reducedSize({ width, height }: Size, factor: number): Size {
  return { width: Math.ceil(width / factor), height: Math.ceil(height / factor) };
}

/**
 * Reduces a plane by averaging factor × factor pixels, each multiplied by `weight` if there is one. With a factor of 1
 * it returns the product, or the plane itself without a weight.
 */
export function reduce(source: Plane, size: Size, factor: number, weight?: Plane): Plane {
  if (factor === 1) return weight ? product(source, weight) : source;
  const small = reducedSize(size, factor);
  const out = planeOf(small);
  const whole = Math.floor(size.width / factor);
  for (let y = 0; y < size.height; y++) {
    const row = y * size.width;
    const to = Math.floor(y / factor) * small.width;
    if (weight) addWeighed(out, to, whole, factor, source, weight, row);
    else addUp(out, to, whole, factor, source, row);
    for (let i = row + whole * factor; i < row + size.width; i++)
      out[to + whole]! += weight ? source[i]! * weight[i]! : source[i]!;
  }
  divideByCount(out, small, size, factor);
  return out;
}

/** Reduces a plane to the lowest value of factor × factor pixels. With a factor of 1 it returns the plane itself. */
export function reduceToLeast(source: Plane, size: Size, factor: number): Plane {
  if (factor === 1) return source;
  const small = reducedSize(size, factor);
  const out = planeOf(small).fill(Infinity);
  for (let y = 0, i = 0; y < size.height; y++) {
    const to = Math.floor(y / factor) * small.width;
    for (let x = 0; x < size.width; x++, i++) {
      const o = to + Math.floor(x / factor);
      if (source[i]! < out[o]!) out[o] = source[i]!;
    }
  }
  return out;
}

function addUp(out: Plane, to: number, columns: number, factor: number, source: Plane, row: number): void {
  let i = row;
  for (let o = to; o < to + columns; o++) {
    let sum = source[i]! + source[i + 1]!;
    for (let k = 2; k < factor; k++) sum += source[i + k]!;
    out[o]! += sum;
    i += factor;
  }
}

function addWeighed(
  out: Plane,
  to: number,
  columns: number,
  factor: number,
  source: Plane,
  weight: Plane,
  row: number,
): void {
  let i = row;
  for (let o = to; o < to + columns; o++) {
    let sum = source[i]! * weight[i]! + source[i + 1]! * weight[i + 1]!;
    for (let k = 2; k < factor; k++) sum += source[i + k]! * weight[i + k]!;
    out[o]! += sum;
    i += factor;
  }
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

/** Enlarges a reduced plane to its original size, with bilinear interpolation. */
export function enlarge(small: Plane, size: Size, factor: number): Plane {
  return factor === 1 ? small : enlargeRows(small, size, factor, { top: 0, bottom: size.height });
}

const clampTo = (most: number, value: number): number => Math.min(most, Math.max(0, value));

/** Enlarges only a band of rows, so that large images need no large planes. */
export function enlargeRows(small: Plane, size: Size, factor: number, band: Rows): Plane {
  const { width: columns, height: rows } = reducedSize(size, factor);
  const out = planeOf({ width: size.width, height: band.bottom - band.top });
  // About `factor` neighbouring pixels of a row lie between the same two columns of the reduced plane. So the values of
  // both columns are read only once for these pixels.
  const share = new Float32Array(size.width);
  const starts: number[] = [];
  let last = -1;
  for (let x = 0; x < size.width; x++) {
    const u = clampTo(columns - 1, (x + 0.5) / factor - 0.5);
    const column = u | 0;
    if (column !== last) starts.push(x);
    last = column;
    share[x] = u - column;
  }
  const blended = new Float32Array(columns);
  for (let y = band.top; y < band.bottom; y++) {
    const v = clampTo(rows - 1, (y + 0.5) / factor - 0.5);
    const above = (v | 0) * columns;
    const below = Math.min(rows - 1, (v | 0) + 1) * columns;
    const down = v - (v | 0);
    for (let x = 0; x < columns; x++) blended[x] = small[above + x]! + (small[below + x]! - small[above + x]!) * down;
    const o = (y - band.top) * size.width;
    let x = 0;
    for (let column = 0; column < starts.length; column++) {
      const left = blended[column]!;
      const step = blended[Math.min(columns - 1, column + 1)]! - left;
      const end = starts[column + 1] ?? size.width;
      for (; x < end; x++) out[o + x] = left + step * share[x]!;
    }
  }
  return out;
}
