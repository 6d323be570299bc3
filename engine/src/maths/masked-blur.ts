import { gaussian } from './gaussian.ts';
import { scratch } from './plane.ts';
import type { Plane, Size } from './plane.ts';
import { enlarge, reduce, reducedSize } from './resample.ts';

/** A blurred plane at a reduced resolution. The resolution is enough for the detail that the blur leaves. */
export interface BlurredPlane {
  readonly values: Plane;
  readonly size: Size;
  /** Number of pixels of the full plane, on each axis, for one pixel of this plane. */
  readonly factor: number;
  /** Sigma of the blur, in pixels of this reduced plane. */
  readonly sigma: number;
  /** The blurred mask. Where it is near zero, `values` is only an extrapolation of the values inside the mask. */
  readonly weight: Plane;
}

export interface MaskedBlur {
  /**
   * Returns G(values · mask) / G(mask), where G is the Gaussian blur. Values outside the mask have no influence, so its
   * edge has no halo.
   */
  blur(values: Plane): BlurredPlane;
  full(blurred: BlurredPlane): Plane;
}

/** Smallest sigma, in reduced pixels. With a smaller sigma, the bilinear enlargement would be visible. */
const smallestSigma = 1.75;
const noMask = 1e-3;

/**
 * Prepares normalised blurs under one mask (Knutsson & Westin 1993). The blurred mask is computed once for all these
 * blurs.
 *
 * @param smallest smallest sigma in reduced pixels. A smaller value is faster, and is enough for planes that are
 * measured but not drawn
 */
export function createMaskedBlur(mask: Plane, size: Size, sigma: number, smallest = smallestSigma): MaskedBlur {
  const factor = reductionFor(sigma, smallest);
  const small = reducedSize(size, factor);
  const smallSigma = remainingSigma(sigma, factor);
  const blurredMask = gaussian(reduce(mask, size, factor), small, smallSigma);
  return {
    blur(values) {
      const product = factor === 1 ? multiplied(values, mask) : reduce(values, size, factor, mask);
      const blurred = gaussian(product, small, smallSigma);
      const beyond = meanUnder(blurred, blurredMask);
      for (let i = 0; i < blurred.length; i++) {
        blurred[i] = blurredMask[i]! > noMask ? blurred[i]! / blurredMask[i]! : beyond;
      }
      return { values: blurred, size: small, factor, sigma: sigma / factor, weight: blurredMask };
    },
    full: (blurred) => enlarge(blurred.values, size, factor),
  };
}

/** Blurs a mask. If sigma is large, it blurs at reduced resolution. */
export function softened(mask: Plane, size: Size, sigma: number): Plane {
  const factor = reductionFor(sigma);
  const small = gaussian(reduce(mask, size, factor), reducedSize(size, factor), remainingSigma(sigma, factor));
  return enlarge(small, size, factor);
}

function reductionFor(sigma: number, smallest = smallestSigma): number {
  return 2 ** Math.max(0, Math.floor(Math.log2(sigma / smallest)));
}

/**
 * Returns the sigma that remains after the reduction, in reduced pixels. Averaging over a cell is already a blur with a
 * variance of (factor² − 1) / 12.
 */
function remainingSigma(sigma: number, factor: number): number {
  return Math.sqrt(sigma * sigma - (factor * factor - 1) / 12) / factor;
}

/** Returns the product of two planes in a scratch plane, which the next call overwrites. */
function multiplied(values: Plane, mask: Plane): Plane {
  const out = scratch('product', values.length);
  for (let i = 0; i < out.length; i++) out[i] = values[i]! * mask[i]!;
  return out;
}

function meanUnder(products: Plane, mask: Plane): number {
  let sum = 0;
  let weight = 0;
  for (let i = 0; i < products.length; i++) {
    sum += products[i]!;
    weight += mask[i]!;
  }
  return weight > 0 ? sum / weight : 0;
}
