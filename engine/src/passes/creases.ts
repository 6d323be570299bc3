import { gaussian } from '../maths/gaussian.ts';
import { curvature } from '../maths/hessian.ts';
import type { Curvature } from '../maths/hessian.ts';
import { softened } from '../maths/masked-blur.ts';
import { planeOf } from '../maths/plane.ts';
import type { Plane, Size } from '../maths/plane.ts';
import { enlarge, reducedSize } from '../maths/resample.ts';
import { smoothstep } from '../maths/smoothstep.ts';
import type { BlurredPlane } from '../maths/masked-blur.ts';
import type { BlurredScales } from './bands.ts';

export interface Creases {
  /** How much a pixel and its surroundings belong to a dark line, 0–1. Wrinkles are smoothed here, the pores beside them are not. */
  readonly creases: Plane;
  /** The same with soft shoulders, 0–1: the shade and the colour of a crease reach beyond its line. */
  readonly furrows: Plane;
  /** How much a pixel belongs to a deep crease of about 2.5 mm, 0–1. It shows the course of a fold. Reduced as the blur of that scale is. */
  readonly folds: Plane;
  /** 1 on lines of about 1 mm, because a line is no pigment spot. */
  readonly lineness: Plane;
  /** 1 on and around pits of about 1 and 2.5 mm, which are darker than the skin on every side. */
  readonly blobs: Plane;
}

/** Least strength of a ridge for 0.5, 1.1 and 2.5 mm. Finer lines count from a lower strength. */
const ridgeRanges = [
  [0.15, 1],
  [0.18, 1.1],
  [0.25, 1.3],
] as const;
const creaseGain = 2.2;
/**
 * In d: how far the shoulders of a crease reach. The gain starts them at 0.7, so that no edge appears at the end of a line and little skin beside it changes.
 */
const shoulder = 0.035;
const shoulderGain = 1.4;
const foldRange = [0.7, 1.8] as const;

export function findCreases(blurred: BlurredScales, size: Size, d: number): Creases {
  const [fine, medium, coarse] = [curvature(blurred[0], true), curvature(blurred[1], true), curvature(blurred[2])];
  const ridges = [fine, medium, coarse].map((found, n) => {
    const strong = stepped(found.ridge, ...(ridgeRanges[n] as readonly [number, number]));
    if (found.run) keepRuns(strong, found.ridge, found.run, blurred[n]!, d);
    return enlarge(strong, size, blurred[n]!.factor);
  });
  const creases = softened(maximum(ridges as [Plane, Plane, Plane]), size, 0.012 * d);
  for (let i = 0; i < creases.length; i++) creases[i] = Math.min(1, creases[i]! * creaseGain);
  const furrows = softened(creases, size, shoulder * d);
  for (let i = 0; i < furrows.length; i++) furrows[i] = Math.max(creases[i]!, Math.min(1, furrows[i]! * shoulderGain));
  return {
    creases,
    furrows,
    folds: stepped(coarse.ridge, ...foldRange),
    blobs: blobsOf([medium.pit, coarse.pit], [blurred[1].factor, blurred[2].factor], size, d),
    lineness: enlarge(stepped(medium.ridge, 0.5, 1.6), size, blurred[1].factor),
  };
}

/** In d: the distance over which a line must keep its direction. */
const runLength = 0.045;
/** Share of the ridges that agree in direction within that distance. Lines begin to count at the first value and count fully at the second. */
const runRange = [0.3, 0.55] as const;

/** Removes ridges that run in all directions. Pores and the grain of shiny skin are not lines, however deep they look. */
function keepRuns(
  ridges: Plane,
  ridge: Plane,
  run: NonNullable<Curvature['run']>,
  { size, factor }: BlurredPlane,
  d: number,
): void {
  const cell = Math.max(1, Math.round((0.4 * runLength * d) / factor));
  const small = reducedSize(size, cell);
  const sigma = (runLength * d) / factor / cell;
  const sums = [planeOf(small), planeOf(small), planeOf(small)] as const;
  for (let y = 0; y < size.height; y++) {
    const row = Math.floor(y / cell) * small.width;
    for (let x = 0, i = y * size.width; x < size.width; x++, i++) {
      if (ridge[i] === 0) continue;
      const to = row + Math.floor(x / cell);
      sums[0][to]! += ridge[i]!;
      sums[1][to]! += run.cos[i]!;
      sums[2][to]! += run.sin[i]!;
    }
  }
  const [all, cos, sin] = sums.map((sum) => gaussian(sum, small, sigma)) as [Plane, Plane, Plane];
  const share = all.map((sum, i) =>
    smoothstep(runRange[0], runRange[1], Math.hypot(cos[i]!, sin[i]!) / Math.max(1e-2, sum)),
  );
  const kept = enlarge(share, size, cell);
  for (let i = 0; i < ridges.length; i++) if (ridges[i]! > 0) ridges[i]! *= kept[i]!;
}

/** Least depth of a pit, λ₂σ². */
const blobRange = [0.12, 0.45] as const;

function blobsOf(pits: readonly Plane[], factors: readonly number[], size: Size, d: number): Plane {
  const marked = pits.map((pit, n) => enlarge(stepped(pit, ...blobRange), size, factors[n]!));
  const around = softened(maximum(marked as [Plane, Plane]), size, 0.02 * d);
  for (let i = 0; i < around.length; i++) around[i] = Math.min(1, 2.5 * around[i]!);
  return around;
}

export function stepped(values: Plane, from: number, to: number): Plane {
  const out = new Float32Array(values.length);
  for (let i = 0; i < out.length; i++) if (values[i]! > from) out[i] = smoothstep(from, to, values[i]!);
  return out;
}

/** Writes the greatest value of all planes into the first. */
function maximum([first, ...others]: readonly [Plane, ...Plane[]]): Plane {
  for (const plane of others) for (let i = 0; i < first.length; i++) if (plane[i]! > first[i]!) first[i] = plane[i]!;
  return first;
}
