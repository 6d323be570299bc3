import type { LabPlanes } from '../maths/lab.ts';
import type { Plane, Size } from '../maths/plane.ts';
import type { Point } from '../maths/polygon.ts';
import { nthSmallest } from '../maths/statistics.ts';

/**
 * A dark spot with a border on all sides. Only a mole that touches a fold may lack a border on the side of the fold.
 * Positions and lengths are in pixels of the planes in which the spot was found.
 */
export interface Mark {
  readonly x: number;
  readonly y: number;
  /**
   * Distance from the centre of the mark to the outer end of its border, in each of `directions` directions. The first
   * direction is to the right; the next ones turn downwards.
   */
  readonly reach: Float32Array;
  /** Mean distance from the centre of the mark to the middle of its border. */
  readonly radius: number;
  /**
   * Colour of the ring around the mark minus the colour of its core. L* is positive, because the search finds only dark
   * marks.
   */
  readonly contrast: { readonly l: number; readonly a: number; readonly b: number };
  /**
   * Difference of L* between the ring and the core, in the two opposite directions in which the ring is darkest. A dark
   * line may run through the mark in these directions.
   */
  readonly alongLine: number;
}

/** The input of the search for lesions. */
export interface Ground {
  readonly lab: LabPlanes;
  readonly size: Size;
  /** Distance between the irises, in pixels. */
  readonly d: number;
  /** 1 inside the outline of the face without eyes, brows, lips and nostrils. */
  readonly bare: Plane;
  /** Certainty that a pixel has the colour of skin, 0–1. */
  readonly skin: Plane;
  /**
   * Tip of the nose and corners of the mouth. Only the search on the whole face has them. The shade at the tip of the
   * nose is as dark and sharp as a large mole. Folds end at the corners of the mouth.
   */
  readonly nose?: Point;
  readonly mouth?: readonly Point[];
}

export const directions = 16;
/**
 * Inner and outer radius of the ring, and greatest distance of a border from the centre. All are multiples of the sigma
 * with which the mark was found.
 */
export const ring = [2.4, 4] as const;
const farthest = 3.2;
/**
 * The lightness rises from a mark to its ring. The middle of the border is at the share `border` of this rise, and the
 * outer end of the border is at the share `rim`.
 */
const border = 0.5;
const rim = 0.85;
/**
 * Largest ratio between the longest and the shortest radius, and between the width of the border and the radius. Above
 * these limits a mark is a line, the end of a fold or shading.
 */
const longest = 3.4;
const softest = 1.1;
/**
 * Smallest radius of a large mark, in units of d (the distance between the irises). If the border of a large mark is
 * wider than `softestOfLarge` × its radius, the mark is the shade of a hollow.
 */
const large = 0.03;
const softestOfLarge = 0.45;
/** Distance from the tip of the nose within which a large mark is the shade of the nose, in units of d. */
const noseShade = 0.42;
/** Distance from a corner of the mouth within which a mark may be the end of a fold, in units of d. */
const foldEnd = 0.17;
/** Minimum share of the directions in which the border must be visible. */
const leastKnown = 0.7;
/** Minimum difference of L* between a mark and its ring, on skin of L* 68. A weaker spot is treated as skin. */
export const leastContrast = 4;
/**
 * Minimum rise of the lightness in each direction, as a share of the contrast. If the rise is smaller, a dark line
 * leads away from the mark in this direction.
 */
const leastRise = 0.53;
/**
 * Limits for a mole that touches a fold and has no border on the side of the fold. The mark must be dark, and greyer
 * than its ring, because a fold is never greyer. For such a mark, a border in `seen` of 16 directions is enough.
 */
const touching = { seen: 11, contrast: 18, greyness: 0.25, pit: 3, radius: 0.02 } as const;
/** Minimum share of the ring that must be skin. */
const leastSkin = 0.55;

export const unit = Array.from({ length: directions }, (_, k) => {
  const angle = (2 * Math.PI * k) / directions;
  return [Math.cos(angle), Math.sin(angle)] as const;
});

/** A pixel to examine, and the pit measure at this pixel. */
export interface Pit {
  readonly at: number;
  readonly pit: number;
}

/**
 * Returns the factor by which the limits for contrasts of L* are multiplied on skin of this L*; 1 at L* 68. Dark skin
 * shows less contrast in L*, because contrast is relative to the luminance, and L* follows the cube root of the
 * luminance.
 */
export function toneOf(l: number): number {
  return (Math.max(0, l) + 16) / 84;
}

/**
 * Measures the mark at a pixel. Null unless there is a mark with a border (see `Mark`). Lines, soft shade and the ends
 * of folds are not marks. The mark is measured twice. The second measurement starts from the centre that the first one
 * found, because the darkest pixel of a uniform mark may be near its border.
 */
export function judge({ at, pit }: Pit, sigma: number, ground: Ground): Mark | null {
  const { width } = ground.size;
  const levels = levelsAt(at, sigma, ground);
  if (!levels) return null;
  const first = raysFrom(at % width, Math.floor(at / width), sigma, pit, levels, ground);
  if (!first) return null;
  const rays = raysFrom(first.x, first.y, sigma, pit, levels, ground);
  if (
    !rays ||
    (rays.isTouching && rays.radius > touching.radius * ground.d) ||
    rays.longest > longest * Math.max(1.2, rays.shortest)
  )
    return null;
  const isLarge = rays.radius > large * ground.d;
  if (rays.softness > (isLarge ? softestOfLarge * rays.radius : softest * rays.radius + 1)) return null;
  if (isLarge && ground.nose && Math.hypot(rays.x - ground.nose[0], rays.y - ground.nose[1]) < noseShade * ground.d)
    return null;
  const { lab } = ground;
  const contrast = { l: levels.contrast, a: levels.beyond(lab.a), b: levels.beyond(lab.b) };
  if (isFoldEnd(rays, contrast, ground)) return null;
  return { x: rays.x, y: rays.y, reach: rays.reach, radius: rays.radius, contrast, alongLine: rays.alongLine };
}

/**
 * How much redder and yellower the end of a fold is than its ring, as a share of the difference of L*. A mole is less
 * coloured.
 */
const foldGlow = 0.4;

/**
 * Returns whether a mark near the mouth is the end of a fold. The walls of a fold colour each other's light, while a
 * mole of this size is greyer than the skin around it.
 */
function isFoldEnd(
  { x, y, radius }: Pick<Mark, 'x' | 'y' | 'radius'>,
  { l, a, b }: Mark['contrast'],
  { d, mouth = [] }: Ground,
): boolean {
  const isGlowing = a + b < -foldGlow * l;
  return (
    (isGlowing || (radius > touching.radius * d && b < touching.greyness * l)) &&
    mouth.some(([mx, my]) => Math.hypot(x - mx, y - my) < foldEnd * d)
  );
}

interface Levels {
  /** L* of the mark's core. `contrast` is the difference of L* between the ring and the core. */
  readonly core: number;
  readonly contrast: number;
  /**
   * Returns the median of another plane in the ring minus that in the core. It is a function, because only the few
   * marks with a border need the value.
   */
  beyond(plane: Plane): number;
}

/**
 * Returns the medians of the core and of the skin in the ring. Null if the ring shows too little skin or is hardly
 * lighter than the core.
 */
function levelsAt(at: number, sigma: number, { lab, size, bare, skin }: Ground): Levels | null {
  const { width, height } = size;
  const [cx, cy] = [at % width, Math.floor(at / width)];
  const around: number[] = [];
  let all = 0;
  for (let r = ring[0] * sigma; r <= ring[1] * sigma; r += Math.max(1, 0.5 * sigma)) {
    for (const [ux, uy] of unit) {
      const [x, y] = [Math.round(cx + r * ux), Math.round(cy + r * uy)];
      all++;
      if (x < 0 || y < 0 || x >= width || y >= height) continue;
      const i = y * width + x;
      if (bare[i] === 1 && skin[i]! > 0.4) around.push(i);
    }
  }
  if (around.length < leastSkin * all) return null;
  const core: number[] = [];
  const reach = Math.max(1, Math.round(0.35 * sigma));
  for (let y = Math.max(0, cy - reach); y <= Math.min(height - 1, cy + reach); y++)
    for (let x = Math.max(0, cx - reach); x <= Math.min(width - 1, cx + reach); x++) core.push(y * width + x);
  const coreL = medianAt(lab.l, core);
  // Most pits are pores. The ring of a pore is hardly lighter than its core, so a pore is not a mark. Counting the dark
  // pixels of the ring shows this faster than computing the median.
  const least = (coreL + 16 * (leastContrast / 84)) / (1 - leastContrast / 84);
  let darker = 0;
  for (let k = 0; k < around.length; k++) if (lab.l[around[k]!]! < least) darker++;
  if (darker > around.length >> 1) return null;
  const ringL = medianAt(lab.l, around);
  if (ringL - coreL < leastContrast * toneOf(ringL)) return null;
  const beyond = (plane: Plane) => medianAt(plane, around) - medianAt(plane, core);
  return { core: coreL, contrast: ringL - coreL, beyond };
}

function medianAt(plane: Plane, pixels: readonly number[]): number {
  const values = new Float32Array(pixels.length);
  for (let k = 0; k < values.length; k++) values[k] = plane[pixels[k]!]!;
  return nthSmallest(values, values.length >> 1);
}

/**
 * Measures the border and its outer end in each direction. Computes the centre of the mark from the border. Null if too
 * few directions show a border.
 */
function raysFrom(
  cx: number,
  cy: number,
  sigma: number,
  pit: number,
  { core, contrast, beyond }: Levels,
  { lab, size, bare, d, mouth = [] }: Ground,
) {
  const { width, height } = size;
  const reach = new Float32Array(directions);
  const rises: number[] = [];
  const sum = { radius: 0, softness: 0, x: 0, y: 0, known: 0 };
  let [shortest, longestRay, open] = [Infinity, 0, 0];
  for (const [k, [ux, uy]] of unit.entries()) {
    const rise = riseAlong(cx, cy, ux, uy);
    rises.push(rise);
    if (rise < leastRise * contrast) {
      if (++open > directions - touching.seen) return null;
      continue;
    }
    const [half, end] = [core + border * rise, core + rim * rise];
    let middle = 0;
    let isOut = false;
    for (let r = 1; r <= farthest * sigma && reach[k] === 0; r += 0.5) {
      const [x, y] = [Math.round(cx + r * ux), Math.round(cy + r * uy)];
      const i = y * width + x;
      isOut = x < 0 || y < 0 || x >= width || y >= height || bare[i] !== 1;
      if (isOut) break;
      if (middle === 0 && lab.l[i]! >= half) middle = r;
      if (lab.l[i]! >= end) reach[k] = r;
    }
    if (middle === 0 && !isOut) open++;
    if (middle === 0) continue;
    if (reach[k] === 0) reach[k] = Math.min(farthest * sigma, 1.8 * middle + 1);
    sum.known++;
    sum.radius += middle;
    sum.softness += reach[k]! - middle;
    sum.x += middle * ux;
    sum.y += middle * uy;
    shortest = Math.min(shortest, middle);
    longestRay = Math.max(longestRay, middle);
  }
  const isMole =
    open > 0 &&
    contrast >= touching.contrast * toneOf(core + contrast) &&
    pit >= touching.pit &&
    beyond(lab.b) >= touching.greyness * contrast &&
    !mouth.some(([mx, my]) => Math.hypot(cx - mx, cy - my) < foldEnd * d);
  const leastSeen = isMole ? touching.seen : leastKnown * directions;
  if ((open > 0 && !isMole) || sum.known < leastSeen) return null;
  const radius = sum.radius / sum.known;
  for (let k = 0; k < directions; k++) if (reach[k] === 0) reach[k] = radius;
  const [x, y] = [cx + (2 * sum.x) / directions, cy + (2 * sum.y) / directions].map(Math.round) as [number, number];
  return {
    x,
    y,
    reach,
    radius,
    softness: sum.softness / sum.known,
    shortest,
    longest: longestRay,
    isTouching: open > 0,
    alongLine: Math.min(...rises.slice(0, directions / 2).map((rise, k) => Math.max(rise, rises[k + directions / 2]!))),
  };

  /**
   * Returns how much lighter the ring is than the core in one direction. Directions may differ, because half a face may
   * be in shade. The result is at most the contrast of the whole ring.
   */
  function riseAlong(x0: number, y0: number, ux: number, uy: number): number {
    let sum = 0;
    let count = 0;
    for (let r = ring[0] * sigma; r <= farthest * sigma; r += 0.4 * sigma) {
      const [x, y] = [Math.round(x0 + r * ux), Math.round(y0 + r * uy)];
      const i = y * width + x;
      if (x < 0 || y < 0 || x >= width || y >= height || bare[i] !== 1) continue;
      sum += lab.l[i]!;
      count++;
    }
    return count === 0 ? contrast : Math.min(contrast, sum / count - core);
  }
}
