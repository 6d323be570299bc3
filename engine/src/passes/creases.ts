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
  /**
   * How much a pixel and its surroundings belong to a dark line, 0–1. Relaxing a muscle smooths pixels with high
   * values, but not the pores next to them.
   */
  readonly creases: Plane;
  /** `creases` with soft shoulders, 0–1, because the shade and the colour of a crease extend beyond its line. */
  readonly furrows: Plane;
  /**
   * How much a pixel belongs to a deep crease of about 2.5 mm, 0–1. It shows the course of a fold. The plane has the
   * same reduced size as the blur with a sigma of 2.5 mm.
   */
  readonly folds: Plane;
  /** 1 on lines of about 1 mm, which must not be mistaken for pigment spots. */
  readonly lineness: Plane;
  /** 1 on and around pits of about 1 and 2.5 mm, which are darker than the skin on every side. */
  readonly blobs: Plane;
}

/**
 * Ranges of the strength of a ridge, for lines of 0.5, 1.1 and 2.5 mm. Up to the first strength, a ridge is not a line.
 * From the second strength on, it is fully a line.
 */
const ridgeRanges = [
  [0.15, 1],
  [0.18, 1.1],
  [0.25, 1.3],
] as const;
const creaseGain = 2.2;
/**
 * Sigma of the blur that adds a soft transition on both sides of a crease, in units of d (the distance between the
 * irises). The transition prevents an edge at the end of a line. It is narrow, so that little skin next to the line
 * changes. `shoulderGain` raises blurred values of about 0.7 and more to 1.
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

/** Distance over which a line must keep its direction, in units of d (the distance between the irises). */
const runLength = 0.045;
/**
 * Share of the ridges within `runLength` that have the same direction. Up to the first value, a ridge is not a line;
 * from the second on, it is fully a line.
 */
const runRange = [0.3, 0.55] as const;

/**
 * Removes ridges whose neighbours have other directions. Pores and the grain of shiny skin are not lines, even if they
 * look deep.
 */
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

/** Depths of a pit (λ₂σ²). A pit up to the first depth is ignored. From the second depth on, a pit has full weight. */
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

/** Writes the greatest value of all planes into the first plane. */
function maximum([first, ...others]: readonly [Plane, ...Plane[]]): Plane {
  for (const plane of others) for (let i = 0; i < first.length; i++) if (plane[i]! > first[i]!) first[i] = plane[i]!;
  return first;
}
