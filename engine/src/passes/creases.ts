import { gaussian } from '../maths/gaussian.ts';
import { curvature } from '../maths/hessian.ts';
import { softened } from '../maths/masked-blur.ts';
import type { BlurredPlane } from '../maths/masked-blur.ts';
import type { Plane, Size } from '../maths/plane.ts';
import { enlarge, reducedSize } from '../maths/resample.ts';
import { smoothstep } from '../maths/smoothstep.ts';
import type { BlurredScales } from './bands.ts';

export interface Creases {
  /** How much of a dark line a pixel and its surroundings are, 0–1: wrinkles are smoothed here, pores beside them are not. */
  readonly creases: Plane;
  /** 1 on lines of about 1 mm: what is a line is no pigment spot. */
  readonly lineness: Plane;
  /** 1 on dark, round marks that no treatment may fade: moles, naevi, suspicious spots. */
  readonly lesions: Plane;
}

/** From which strength on a ridge counts, for 0.5, 1.1 and 2.5 mm: finer lines count earlier. */
const ridgeRanges = [
  [0.15, 1],
  [0.18, 1.1],
  [0.25, 1.3],
] as const;
const creaseGain = 2.2;
/**
 * Depth of a pit, λ₂σ², that marks a lesion: a round spot 14 L* darker than its surroundings reaches about 2.2 at its own scale, sun spots
 * and freckles (4–10 L*) stay under 1.7.
 */
const lesionRange = [1.9, 3] as const;
/** The border of a lesion is fainter than its centre: the guard reaches this far beyond, in d. */
const lesionGuard = 0.045;

export function findCreases(blurred: BlurredScales, size: Size, d: number): Creases {
  const [fine, medium, coarse] = [curvature(blurred[0]), curvature(blurred[1]), curvature(blurred[2])];
  const ridges = [fine.ridge, medium.ridge, coarse.ridge].map((ridge, n) =>
    enlarge(stepped(ridge, ...(ridgeRanges[n] as readonly [number, number])), size, blurred[n]!.factor),
  );
  const creases = softened(maximum(ridges), size, 0.012 * d);
  for (let i = 0; i < creases.length; i++) creases[i] = Math.min(1, creases[i]! * creaseGain);
  return {
    creases,
    lineness: enlarge(stepped(medium.ridge, 0.5, 1.6), size, blurred[1].factor),
    lesions: maximum([guard(medium.pit, blurred[1], size, d), guard(coarse.pit, blurred[2], size, d)]),
  };
}

function stepped(values: Plane, from: number, to: number): Plane {
  const out = new Float32Array(values.length);
  for (let i = 0; i < out.length; i++) if (values[i]! > from) out[i] = smoothstep(from, to, values[i]!);
  return out;
}

function maximum(planes: readonly Plane[]): Plane {
  const out = planes[0]!.slice();
  for (const plane of planes.slice(1)) {
    for (let i = 0; i < out.length; i++) if (plane[i]! > out[i]!) out[i] = plane[i]!;
  }
  return out;
}

/** Spreads each lesion over its surroundings and softens the edge. */
function guard(pit: Plane, { factor, size: small }: BlurredPlane, size: Size, d: number): Plane {
  const radius = Math.max(1, Math.round((lesionGuard * d) / factor));
  const spread = dilate(stepped(pit, ...lesionRange), small, radius);
  return enlarge(gaussian(spread, reducedSize(size, factor), Math.max(0.5, (0.01 * d) / factor)), size, factor);
}

/** Maximum over a disc around each pixel that is not zero; lesions are few, so this is cheap. */
function dilate(plane: Plane, { width, height }: Size, radius: number): Plane {
  const out = plane.slice();
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const value = plane[y * width + x]!;
      if (value > 0) stamp(out, { width, height }, x, y, radius, value);
    }
  }
  return out;
}

function stamp(out: Plane, { width, height }: Size, x: number, y: number, radius: number, value: number): void {
  for (let v = Math.max(0, y - radius); v <= Math.min(height - 1, y + radius); v++) {
    const half = Math.floor(Math.sqrt(radius * radius - (v - y) * (v - y)));
    const end = Math.min(width - 1, x + half);
    for (let i = v * width + Math.max(0, x - half); i <= v * width + end; i++) if (out[i]! < value) out[i] = value;
  }
}
