import { gaussian } from './gaussian.ts';
import { scratch } from './plane.ts';
import type { Plane, Size } from './plane.ts';
import { enlarge, reduce, reducedSize } from './resample.ts';

/** A blurred plane, kept at the resolution the blur allows. */
export interface BlurredPlane {
  readonly values: Plane;
  readonly size: Size;
  /** Pixels of the full plane for one of these. */
  readonly factor: number;
  /** Sigma of the blur, in pixels of this reduced plane. */
  readonly sigma: number;
  /** The blurred mask. Where it is near zero, the values only continue those inside. */
  readonly weight: Plane;
}

export interface MaskedBlur {
  /** G(values · mask) / G(mask): near the mask's edge the values inside continue outwards, which prevents halos. */
  blur(values: Plane): BlurredPlane;
  full(blurred: BlurredPlane): Plane;
}

/** Sigma in reduced pixels that still leaves bilinear enlargement invisible. */
const smallestSigma = 1.75;
const noMask = 1e-3;

/**
 * Prepares normalised blurs under one mask (Knutsson & Westin 1993); the blurred mask is computed once.
 *
 * @param smallest sigma in reduced pixels. A smaller one is quicker, and enough for planes that are measured but not drawn
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

/** Plain blur of a smooth mask, at reduced resolution. */
export function softened(mask: Plane, size: Size, sigma: number): Plane {
  const factor = reductionFor(sigma);
  const small = gaussian(reduce(mask, size, factor), reducedSize(size, factor), remainingSigma(sigma, factor));
  return enlarge(small, size, factor);
}

function reductionFor(sigma: number, smallest = smallestSigma): number {
  return 2 ** Math.max(0, Math.floor(Math.log2(sigma / smallest)));
}

/** Averaging over a cell has already blurred by (factor² − 1) / 12 of variance. */
function remainingSigma(sigma: number, factor: number): number {
  return Math.sqrt(sigma * sigma - (factor * factor - 1) / 12) / factor;
}

/** Returns a scratch plane: read it at once and do not keep it. */
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
