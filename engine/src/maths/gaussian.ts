import { clamp } from './smoothstep.ts';
import { planeOf, scratch } from './plane.ts';
import type { Plane, Size } from './plane.ts';

/**
 * Smallest sigma, in pixels, for which three boxes replace the exact kernel. For a smaller sigma the kernel is cheap,
 * and boxes would be too coarse.
 */
const boxesFrom = 2;
/** Sigma in pixels below which a blur has no visible effect. */
const smallest = 0.3;

/**
 * Blurs with a Gaussian; edges are replicated. From a sigma of 2 px on, three box filters replace the kernel (Kovesi
 * 2010), so that the time does not depend on sigma. A test compares the result with the exact Gaussian.
 */
export function gaussian(source: Plane, size: Size, sigma: number): Plane {
  if (sigma < smallest) return source.slice();
  return sigma < boxesFrom ? byKernel(source, size, sigma) : byBoxes(source, size, sigma);
}

function byKernel(source: Plane, size: Size, sigma: number): Plane {
  const kernel = kernelOf(sigma);
  return alongColumns(alongRows(source, size, kernel), size, kernel);
}

/** Returns one half of the symmetric kernel, from its centre outwards. */
function kernelOf(sigma: number): Float64Array {
  const kernel = Float64Array.from({ length: Math.ceil(2.7 * sigma) + 1 }, (_, i) =>
    Math.exp((-i * i) / (2 * sigma * sigma)),
  );
  const sum = 2 * kernel.reduce((total, weight) => total + weight, 0) - kernel[0]!;
  return kernel.map((weight) => weight / sum);
}

function alongRows(source: Plane, { width, height }: Size, kernel: Float64Array): Plane {
  const out = scratch('blur', source.length);
  const reach = kernel.length - 1;
  const row = new Float32Array(width + 2 * reach);
  for (let y = 0; y < height; y++) {
    const start = y * width;
    row.fill(source[start]!, 0, reach);
    row.set(source.subarray(start, start + width), reach);
    row.fill(source[start + width - 1]!, reach + width);
    for (let x = 0; x < width; x++) {
      let sum = kernel[0]! * row[x + reach]!;
      for (let k = 1; k <= reach; k++) sum += kernel[k]! * (row[x + reach - k]! + row[x + reach + k]!);
      out[start + x] = sum;
    }
  }
  return out;
}

function alongColumns(source: Plane, { width, height }: Size, kernel: Float64Array): Plane {
  const out = new Float32Array(source.length);
  for (let y = 0; y < height; y++) {
    const o = y * width;
    for (let x = 0; x < width; x++) out[o + x] = kernel[0]! * source[o + x]!;
    // Each pass adds four source rows to a row of the result: two from above and two from below. With two rows per
    // pass, the loop would be slower, because the result would be written twice as often.
    for (let k = 1; k < kernel.length; k += 2) {
      const [near, far] = [kernel[k]!, kernel[k + 1] ?? 0];
      const above = clamp(y - k, 0, height - 1) * width;
      const below = clamp(y + k, 0, height - 1) * width;
      const top = clamp(y - k - 1, 0, height - 1) * width;
      const bottom = clamp(y + k + 1, 0, height - 1) * width;
      for (let x = 0; x < width; x++)
        out[o + x]! +=
          near * (source[above + x]! + source[below + x]!) + far * (source[top + x]! + source[bottom + x]!);
    }
  }
  return out;
}

function byBoxes(source: Plane, size: Size, sigma: number): Plane {
  const radii = boxRadii(sigma);
  // The two planes are swapped after every box, so the result of the third box is in `from`.
  let from = scratch('blur', source.length);
  let to = planeOf(size);
  boxRows(source, from, size, radii);
  for (const radius of radii) {
    boxColumns(from, to, size, radius);
    [from, to] = [to, from];
  }
  return from;
}

/** Returns the radii of three box filters whose variances add up to nearly sigma² (Kovesi 2010). */
function boxRadii(sigma: number): number[] {
  const count = 3;
  const variance = 12 * sigma * sigma;
  const ideal = Math.floor(Math.sqrt(variance / count + 1));
  const small = ideal % 2 === 0 ? ideal - 1 : ideal;
  const smallCount = Math.round((variance - count * small * small - 4 * count * small - 3 * count) / (-4 * small - 4));
  return Array.from({ length: count }, (_, i) => ((i < smallCount ? small : small + 2) - 1) / 2);
}

/** Applies all boxes to one row before it begins the next row, so that the row stays in the cache. */
function boxRows(source: Plane, out: Plane, { width, height }: Size, radii: number[]): void {
  let from = new Float32Array(width);
  let to = new Float32Array(width);
  for (let y = 0; y < height; y++) {
    from.set(source.subarray(y * width, (y + 1) * width));
    for (const radius of radii) {
      boxRow(from, to, radius);
      [from, to] = [to, from];
    }
    out.set(from, y * width);
  }
}

function boxRow(from: Float32Array, to: Float32Array, radius: number): void {
  const last = from.length - 1;
  const scale = 1 / (2 * radius + 1);
  const first = from[0]!;
  const end = from[last]!;
  let sum = first * radius;
  for (let x = 0; x < radius; x++) sum += from[Math.min(x, last)]!;
  for (let x = 0; x <= last; x++) {
    sum += x + radius < last ? from[x + radius]! : end;
    to[x] = sum * scale;
    sum -= x > radius ? from[x - radius]! : first;
  }
}

function boxColumns(from: Plane, to: Plane, { width, height }: Size, radius: number): void {
  const scale = 1 / (2 * radius + 1);
  const sums = new Float64Array(width);
  for (let y = -radius - 1; y < radius; y++) {
    const o = clamp(y, 0, height - 1) * width;
    for (let x = 0; x < width; x++) sums[x]! += from[o + x]!;
  }
  for (let y = 0; y < height; y++) {
    const entering = Math.min(y + radius, height - 1) * width;
    const leaving = Math.max(y - radius - 1, 0) * width;
    const o = y * width;
    for (let x = 0; x < width; x++) {
      const sum = sums[x]! + from[entering + x]! - from[leaving + x]!;
      sums[x] = sum;
      to[o + x] = sum * scale;
    }
  }
}
