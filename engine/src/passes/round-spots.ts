import { closedBySegments } from '../maths/closing.ts';
import { gaussian } from '../maths/gaussian.ts';
import type { LabPlanes } from '../maths/lab.ts';
import { planeOf } from '../maths/plane.ts';
import type { Plane, Size } from '../maths/plane.ts';
import { enlarge, reduce, reducedSize, reduceToLeast } from '../maths/resample.ts';
import { clamp, smoothstep } from '../maths/smoothstep.ts';
import { median, percentile } from '../maths/statistics.ts';
import { toneOf } from '../regions/lesion-border.ts';
import type { Bands } from './bands.ts';

/** Distance between the irises on the reduced planes of the search, in pixels. A pixel is then about 0.6 mm. */
const searchedAt = 110;
/** Greatest length of a spot, in units of d (the distance between the irises): 7 mm. Longer marks are lines. */
const longest = 0.11;
/**
 * Least depth of a spot, in L* on skin of L* 68: `bare` plus `perMottle` times the mottle of the skin. From `full`
 * times this depth on, a spot fades fully. A pixel belongs to a spot if its depth is above the share `rim` of this
 * depth.
 */
const leastDepth = { bare: 0.8, perMottle: 1.5, full: 1.8, rim: 0.4 } as const;
/** The mottle of the skin is this percentile of the depths of its pixels. */
const mottled = 0.9;
/**
 * Limits for the features of a spot. At the first number a mark does not fade; at the second it fades fully. Lines, the
 * parts of a fold, hair, and shade at the edge of the skin fail at least one limit.
 */
const limits = {
  /** Ratio of the two axes. */
  ratio: [2.6, 1.9],
  /** Area, divided by the area of an ellipse with the same axes. Branching lines are not solid. */
  solid: [0.75, 0.95],
  /** Contrast with the ring around the mark, divided by the depth. It is high for a part of a fold. */
  contrast: [1.7, 1.35],
  /** Contrast in the direction in which the surroundings are darkest, divided by the contrast with the ring. */
  along: [0.35, 0.6],
  /** Share of the surroundings that is not skin. */
  beside: [0.3, 0.1],
  /**
   * Excess over shaded skin of the same L*: `brown` is the limit for a* + b*, `yellow` the limit for b* alone. Pores,
   * stubble and shade are not brown.
   */
  brown: [0.4, 1.2],
  yellow: [0.2, 0.8],
  /** Greatest depth in the band f0 (0.6 mm), at the full size of the photo. Hairs, narrow moles and folds are sharp. */
  fine: [9.5, 7.5],
  /** Depth from which a mark that is not a freckle (`regions/lesions.ts`) may be a mole. A doctor must see it. */
  mole: [9, 6],
} as const;
/** Sigma with which the weights are softened, in reduced pixels. */
const softness = 0.7;

export interface RoundSpots {
  /** The sum of the bands f1 to f3 that the skin would have without spots. */
  readonly filled: Plane;
  /** How much a pixel belongs to a spot that fades, 0–1. */
  readonly weight: Plane;
}

interface Ground {
  /** The photo, blurred with a sigma of 0.5 mm. */
  readonly lab: LabPlanes;
  readonly bands: Bands;
  /** Skin including freckles, 0–1. */
  readonly skin: Plane;
  /** 1 on freckles and their rims. */
  readonly freckles: Plane;
  readonly size: Size;
  readonly d: number;
}

/** The planes of the search, at the reduced size. */
interface Reduced {
  readonly size: Size;
  readonly lab: LabPlanes;
  readonly skin: Plane;
  readonly freckles: Plane;
  /** L* by which a pixel is darker than the skin around it in every direction. */
  readonly depth: Plane;
  /** The lowest value of the band f0 within each pixel. The mean would hide a mark that is narrower than a pixel. */
  readonly finest: Plane;
}

/**
 * Finds round brown spots of 1 to 7 mm. A fold, a wrinkle or a lid is darker than the skin on two sides only, so it is
 * not found. A spot in a fold is compared with the fold.
 */
export function findRoundSpots({ lab, bands: { f0, f1, f2, f3 }, size, d, ...ground }: Ground): RoundSpots {
  const factor = Math.max(1, Math.round(d / searchedAt));
  const reduced = (plane: Plane) => reduce(plane, size, factor);
  const small = reducedSize(size, factor);
  const skin = reduced(ground.skin);
  const relief = reduced(f1.map((value, i) => value + f2[i]! + f3[i]!));
  const half = Math.max(2, Math.round((longest * d) / factor / 2));
  const filled = closedBySegments(relief, skin, small, half);
  const weight = weightsOf({
    size: small,
    lab: { l: reduced(lab.l), a: reduced(lab.a), b: reduced(lab.b) },
    skin,
    freckles: reduced(ground.freckles),
    depth: filled.map((value, i) => Math.max(0, value - relief[i]!)),
    finest: reduceToLeast(f0, size, factor),
  });
  return { filled: enlarge(filled, size, factor), weight: enlarge(gaussian(weight, small, softness), size, factor) };
}

function weightsOf(ground: Reduced): Plane {
  const { size, lab, skin, depth } = ground;
  const mottle = percentile(
    depth.filter((_, i) => skin[i]! > 0.9),
    mottled,
  );
  const least = leastDepth.bare + leastDepth.perMottle * mottle;
  const weights = planeOf(size);
  const seen = new Uint8Array(depth.length);
  const isDeep = (i: number) => seen[i] === 0 && depth[i]! > leastDepth.rim * least * toneOf(lab.l[i]!);
  for (let i = 0; i < depth.length; i++) {
    if (!isDeep(i)) continue;
    const spot = [i];
    seen[i] = 1;
    for (let n = 0; n < spot.length; n++) {
      for (const near of aroundPixel(spot[n]!, size)) {
        if (!isDeep(near)) continue;
        seen[near] = 1;
        spot.push(near);
      }
    }
    const weight = spot.length === 1 ? 0 : weightOf(spot, least, ground);
    if (weight === 0) continue;
    for (const pixel of spot)
      for (const near of aroundPixel(pixel, size)) weights[near] = Math.max(weights[near]!, weight);
  }
  return weights;
}

/**
 * Returns how much a mark fades, 0–1. The depth and each of the `limits` give a factor from 0 to 1. The result is the
 * product of these factors.
 */
function weightOf(spot: readonly number[], least: number, ground: Reduced): number {
  const { size, lab, skin, freckles, depth, finest } = ground;
  const at = (plane: Plane, pixels: readonly number[]) => median(pixels.map((i) => plane[i]!));
  const [first, second, third] = ringsAround(spot, size);
  const around = [...first, ...second];
  const ring = [...second, ...third].filter((i) => skin[i]! > 0.5);
  const core = spot.toSorted((p, q) => depth[q]! - depth[p]!).slice(0, Math.ceil(0.4 * spot.length));
  const deepest = depth[core[0]!]!;
  const light = at(lab.l, ring);
  const dark = at(lab.l, core);
  const tone = toneOf(light);
  const shaded = (dark + 16) / (light + 16);
  const redder = at(lab.a, core) - shaded * at(lab.a, ring);
  const yellower = at(lab.b, core) - shaded * at(lab.b, ring);
  const { x, y, ratio, solid } = shapeOf(spot, depth, size.width);
  const contrast = Math.max(0.3, light - dark);
  const along = darkestAlong(x, y, Math.sqrt(spot.length / Math.PI), lab.l, size) - dark;
  return (
    smoothstep(least, leastDepth.full * least, deepest / tone) *
    sign('ratio', ratio) *
    sign('solid', solid) *
    sign('contrast', contrast / deepest) *
    sign('along', along / contrast) *
    sign('beside', around.filter((i) => skin[i]! <= 0.5).length / around.length) *
    sign('brown', (redder + yellower) / tone) *
    sign('yellow', yellower / tone) *
    sign('fine', Math.max(...spot.map((i) => -finest[i]!)) / tone) *
    Math.max(sign('mole', deepest / tone), ...spot.map((i) => freckles[i]!))
  );
}

function sign(name: keyof typeof limits, value: number): number {
  const [none, full] = limits[name];
  return smoothstep(none, full, value);
}

/** Returns the pixel and its neighbours. */
function aroundPixel(i: number, { width, height }: Size): number[] {
  const [x, y] = [i % width, Math.floor(i / width)];
  const out: number[] = [];
  for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++)
    for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) out.push(v * width + u);
  return out;
}

/** Returns three rings around a mark, each one pixel wide. */
function ringsAround(spot: readonly number[], size: Size): [number[], number[], number[]] {
  const known = new Set(spot);
  const around = (pixels: readonly number[]) => {
    const ring = new Set(pixels.flatMap((i) => aroundPixel(i, size)).filter((i) => !known.has(i)));
    for (const i of ring) known.add(i);
    return [...ring];
  };
  const first = around(spot);
  const second = around(first);
  return [first, second, around(second)];
}

/** Returns the centre of a mark and its shape, from the second moments of its depth. */
function shapeOf(spot: readonly number[], depth: Plane, width: number) {
  let [sum, sx, sy, sxx, syy, sxy] = [0, 0, 0, 0, 0, 0];
  for (const i of spot) {
    const [x, y, w] = [i % width, Math.floor(i / width), depth[i]!];
    sum += w;
    sx += w * x;
    sy += w * y;
    sxx += w * x * x;
    syy += w * y * y;
    sxy += w * x * y;
  }
  const [x, y] = [sx / sum, sy / sum];
  // A pixel is an area and not a point. This adds a variance of about 0.1 in each direction.
  const [xx, yy, xy] = [sxx / sum - x * x + 0.1, syy / sum - y * y + 0.1, sxy / sum - x * y];
  const spread = Math.hypot(0.5 * (xx - yy), xy);
  const [major, minor] = [0.5 * (xx + yy) + spread, Math.max(0.05, 0.5 * (xx + yy) - spread)];
  return {
    x,
    y,
    ratio: Math.sqrt(major / minor),
    solid: spot.length / (4 * Math.PI * Math.sqrt(major * minor)),
  };
}

/**
 * Returns the L* next to a mark in the direction in which a dark line may run through it. In each direction, the
 * function takes the lighter of the two sides of the mark. It returns the smallest of these values.
 */
function darkestAlong(x: number, y: number, radius: number, l: Plane, { width, height }: Size): number {
  const at = (u: number, v: number) =>
    l[clamp(Math.round(v), 0, height - 1) * width + clamp(Math.round(u), 0, width - 1)]!;
  const [near, far] = [1.6 * radius + 2, 2.2 * radius + 3];
  let darkest = Infinity;
  for (let k = 0; k < 8; k++) {
    const [ux, uy] = [Math.cos((Math.PI * k) / 8), Math.sin((Math.PI * k) / 8)];
    const side = (r: number, s: number) => (at(x + r * ux, y + r * uy) + at(x + s * ux, y + s * uy)) / 2;
    darkest = Math.min(darkest, Math.max(side(near, far), side(-near, -far)));
  }
  return darkest;
}
