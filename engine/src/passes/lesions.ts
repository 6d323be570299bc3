import { gaussian } from '../maths/gaussian.ts';
import type { BlurredPlane } from '../maths/masked-blur.ts';
import { planeOf } from '../maths/plane.ts';
import type { Plane, Size } from '../maths/plane.ts';
import { enlarge } from '../maths/resample.ts';
import { smoothstep } from '../maths/smoothstep.ts';
import type { BlurredScales } from './bands.ts';
import { maximum, stepped } from './creases.ts';
import type { Creases } from './creases.ts';

/**
 * Depth of a pit, λ₂σ², that marks a lesion: a round spot 14 L* darker than its surroundings reaches about 2.2 at its own scale, sun spots
 * and freckles (4–10 L*) stay under 1.7.
 */
const lesionRange = [1.9, 3] as const;
/** The border of a lesion is fainter than its centre: the guard reaches this far beyond, in d. */
const lesionGuard = 0.045;
/** Of the ring that a mole stands out from, for pits of about 1 and 2.5 mm, in d. */
const rings = [0.05, 0.1] as const;
/** L* by which a lesion is darker than the skin in every direction; where creases cross, they themselves go on as dark. */
const isolation = [2.5, 5] as const;
/** a* of a pit beyond that of the skin around: blood shines into a crease, melanin covers it. */
const reddening = [0.9, 1.6] as const;
/** In d: no mole is as long as a fold, and how far from its run a fold still darkens the skin where others meet it. */
const longestMark = 0.35;
const besideFold = 0.05;
const directions = 12;
const outsideMask = 1e-3;

/** a* at 1.1 mm, and around it at 5.7 mm. */
export interface Redness {
  readonly near: BlurredPlane;
  readonly around: BlurredPlane;
}

/**
 * 1 on dark marks that no treatment may fade: moles, naevi, suspicious spots. A dark pit counts unless it is part of a line and either redder
 * than its surroundings, as the crossing of two creases is on light skin, or on the run of a fold longer than any mole; in doubt it stays.
 */
export function findLesions(
  { pits, folds }: Pick<Creases, 'pits' | 'folds'>,
  blurred: BlurredScales,
  redness: Redness,
  size: Size,
  d: number,
): Plane {
  const runs = longRuns(folds, blurred[2], d);
  const guards = pits.map((pit, n) =>
    guard(pit, blurred[n + 1]!, { redness, runs: n === 0 ? null : runs }, size, d, rings[n]!),
  );
  return maximum([planeOf(size), ...guards.filter((guarded) => guarded !== null)]);
}

/** Spreads each lesion over its surroundings and softens the edge; null where there is none. */
function guard(
  pit: Plane,
  blurred: BlurredPlane,
  signs: { redness: Redness; runs: BlurredPlane | null },
  size: Size,
  d: number,
  ring: number,
): Plane | null {
  const { factor, size: small } = blurred;
  const marks = stepped(pit, lesionRange[0], lesionRange[1]);
  let isNone = true;
  for (let i = 0; i < marks.length; i++) {
    if (marks[i] === 0) continue;
    isNone = false;
    const isolated = isolationOf(blurred, i, (ring * d) / factor);
    const red = smoothstep(reddening[0], reddening[1], reddeningAt(blurred, i, signs.redness));
    marks[i]! *= Math.max(isolated, 1 - Math.max(red, signs.runs ? at(signs.runs, blurred, i) : 0));
  }
  if (isNone) return null;
  const spread = dilate(marks, small, Math.max(1, Math.round((lesionGuard * d) / factor)));
  return enlarge(gaussian(spread, small, Math.max(0.5, (0.01 * d) / factor)), size, factor);
}

/** 1 where a pit is darker than all of the ring around it, 0 where a dark line leads away. What lies outside the skin says nothing. */
function isolationOf({ values, size: { width, height }, weight }: BlurredPlane, i: number, radius: number): number {
  const [x, y] = [i % width, Math.floor(i / width)];
  let least = Infinity;
  for (let k = 0; k < directions; k++) {
    const angle = (2 * Math.PI * k) / directions;
    const column = Math.round(x + radius * Math.cos(angle));
    const row = Math.round(y + radius * Math.sin(angle));
    if (column < 0 || row < 0 || column >= width || row >= height) continue;
    const j = row * width + column;
    if (weight[j]! > outsideMask) least = Math.min(least, values[j]! - values[i]!);
  }
  return smoothstep(isolation[0], isolation[1], least);
}

const reddeningAt = (blurred: BlurredPlane, i: number, { near, around }: Redness): number =>
  at(near, blurred, i) - at(around, blurred, i);

/** Of another plane, where pixel i of `grid` lies. */
function at({ values, size, factor }: Pick<BlurredPlane, 'values' | 'size' | 'factor'>, grid: BlurredPlane, i: number) {
  const x = ((i % grid.size.width) + 0.5) * grid.factor;
  const y = (Math.floor(i / grid.size.width) + 0.5) * grid.factor;
  const column = Math.min(size.width - 1, Math.floor(x / factor));
  return values[Math.min(size.height - 1, Math.floor(y / factor)) * size.width + column]!;
}

/** 1 on and beside connected creases longer than any mole. */
function longRuns(folds: Plane, grid: BlurredPlane, d: number): BlurredPlane {
  const { width } = grid.size;
  const values = planeOf(grid.size);
  const seen = new Uint8Array(folds.length);
  for (let start = 0; start < folds.length; start++) {
    if (seen[start] || folds[start] === 0) continue;
    const run = runFrom(start, folds, grid.size, seen);
    const [xs, ys] = [run.map((i) => i % width), run.map((i) => Math.floor(i / width))];
    const extent = (of: number[]) =>
      of.reduce((most, v) => Math.max(most, v), 0) - of.reduce((least, v) => Math.min(least, v), Infinity);
    if (Math.hypot(extent(xs), extent(ys)) * grid.factor >= longestMark * d) for (const i of run) values[i] = 1;
  }
  return { ...grid, values: dilate(values, grid.size, Math.max(1, Math.round((besideFold * d) / grid.factor))) };
}

/** All pixels that are reached from one over its eight neighbours. */
function runFrom(start: number, folds: Plane, { width, height }: Size, seen: Uint8Array): number[] {
  const run = [start];
  seen[start] = 1;
  for (const i of run) {
    const [x, y] = [i % width, Math.floor(i / width)];
    for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++) {
      for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) {
        const next = v * width + u;
        if (seen[next] || folds[next] === 0) continue;
        seen[next] = 1;
        run.push(next);
      }
    }
  }
  return run;
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
