import { curvature } from '../maths/hessian.ts';
import type { LabPlanes } from '../maths/lab.ts';
import { createMaskedBlur } from '../maths/masked-blur.ts';
import type { BlurredPlane } from '../maths/masked-blur.ts';
import { planeOf } from '../maths/plane.ts';
import type { Plane, Size } from '../maths/plane.ts';
import type { Point } from '../maths/polygon.ts';
import { smoothstep } from '../maths/smoothstep.ts';
import { median } from '../maths/statistics.ts';

/** A dark mark on the skin, in pixels of the planes it was found in. */
export interface Lesion {
  readonly x: number;
  readonly y: number;
  /** Distance to the end of its rim in `directions` directions, beginning to the right and turning downwards. */
  readonly reach: Float32Array;
  /** Mean distance to the middle of its border. */
  readonly radius: number;
  /** Colour of the ring around it minus its own; L* positive, since only darker marks are looked for. */
  readonly contrast: { readonly l: number; readonly a: number; readonly b: number };
  /** A lesion is never touched. A freckle, one of many or faint, may soften with the pigment treatment only. */
  readonly kind: 'lesion' | 'freckle';
}

/** What lesions are looked for in. */
interface Ground {
  readonly lab: LabPlanes;
  readonly size: Size;
  /** Interocular distance. */
  readonly d: number;
  /** 1 inside the outline of the face without eyes, brows, lips and nostrils. */
  readonly bare: Plane;
  /** Skin by its colour, 0–1. */
  readonly skin: Plane;
  /** Of a face: the tip of its nose, whose shade is as dark and as sharp as a large mole, and the corners of its mouth, where folds end. */
  readonly nose?: Point;
  readonly mouth?: readonly Point[];
}

/** Of the blurs a mark is searched in, in d: radii from 0.6 to 5 mm. */
const searched = [0.007, 0.014, 0.028, 0.056] as const;
const smallestSigma_px = 1;
const directions = 16;
/** In sigmas: where the ring begins and ends, and how far a border may lie from the centre. */
const ring = [2.4, 4] as const;
const farthest = 3.2;
/** Levels between a mark and its ring: the middle of the border, and the end of the rim. */
const border = 0.5;
const rim = 0.85;
/** Longest by shortest radius, and the width of the border by the radius: beyond, it is a line, a fold's end or shading. */
const longest = 3.4;
const softest = 1.1;
/** In d: from this radius on, a border softer than this share of it is the shade of a hollow. */
const large = 0.03;
const softestOfLarge = 0.45;
/** In d around the tip of the nose. */
const noseShade = 0.42;
/** In d around the corners of the mouth: what touches a dark line there is the end of a fold. */
const foldEnd = 0.17;
/** Share of the directions in which the border has to be seen. */
const leastKnown = 0.7;
/** L* and colour difference from the ring, on skin of L* 68: less is a freckle, still less is skin. */
const least = { lesion: 9, colour: 12, freckle: 4 } as const;
/** Share of the ring's rise that every direction has to show: less, and a dark line leads away. */
const leastRise = 0.53;
/** Beside a fold a mole shows no border where they touch. In that many directions of 16, if it is dark and greyer than its ring, as no fold is. */
const touching = { directions: 6, contrast: 18, greyness: 0.25, pit: 3, radius: 0.02 } as const;
/** Share of the ring that has to be skin. */
const leastSkin = 0.55;
/** A field of freckles: so many alike, so near in d. A mark this dark stays a lesion in any field. */
const field = { count: 6, reach: 0.35, alike: 0.5, size: 2.2, most: 16 } as const;
/** Marks smaller than this are pores, in d; and how much less red and yellow the ring of a freckle is. */
const smallestFreckle = 0.009;
const smallestGrey = 0.018;
const brown = -1.5;
/** Around a mark, in d: untouched, then the way back to full treatment. */
const margin = 0.006;
const feather = 0.03;

const unit = Array.from({ length: directions }, (_, k) => {
  const angle = (2 * Math.PI * k) / directions;
  return [Math.cos(angle), Math.sin(angle)] as const;
});

/**
 * Moles, naevi, spots: pits in L* at four sizes, each judged against a robust ring around it. It counts when its border is met in every
 * direction: a crease leads on in at least one, and the end of a fold has a soft border.
 */
export function findLesions(ground: Ground): Lesion[] {
  const { bare, size, d, lab } = ground;
  const found: Mark[] = [];
  for (const share of searched) {
    const blurred = createMaskedBlur(bare, size, Math.max(smallestSigma_px, share * d)).blur(lab.l);
    for (const pit of pitsOf(blurred, ground)) {
      const mark = judge(pit, blurred.sigma * blurred.factor, ground);
      if (mark) found.push(mark);
    }
  }
  const distinct = withoutDoubles(found);
  return distinct.flatMap((mark) => {
    const kind = kindOf(mark, distinct, ground);
    return kind === 'skin' ? [] : [{ ...mark, kind }];
  });
}

/** 1 on marks and their rims, falling to 0 over the skin around: what no treatment may touch. */
export function guardOf(marks: readonly Lesion[], size: Size, d: number): Plane {
  const out = planeOf(size);
  for (const mark of marks) {
    const reach = Math.max(...mark.reach) + (margin + feather) * d;
    const bottom = Math.min(size.height - 1, Math.ceil(mark.y + reach));
    const right = Math.min(size.width - 1, Math.ceil(mark.x + reach));
    for (let y = Math.max(0, Math.floor(mark.y - reach)); y <= bottom; y++) {
      for (let x = Math.max(0, Math.floor(mark.x - reach)); x <= right; x++) {
        const beyond = distanceFrom(mark, x, y) - margin * d;
        const value = 1 - smoothstep(0, feather * d, beyond);
        const i = y * size.width + x;
        if (value > out[i]!) out[i] = value;
      }
    }
  }
  return out;
}

/** Pixels from the rim of a mark; negative inside. */
function distanceFrom({ x: cx, y: cy, reach }: Mark, x: number, y: number): number {
  const turn = (Math.atan2(y - cy, x - cx) / (2 * Math.PI)) * directions + directions;
  const k = Math.floor(turn);
  const share = turn - k;
  const rimAt = reach[k % directions]! * (1 - share) + reach[(k + 1) % directions]! * share;
  return Math.hypot(x - cx, y - cy) - rimAt;
}

/** A pixel to look at, and the pit measure there. */
interface Pit {
  readonly at: number;
  readonly pit: number;
}

/** Local maxima of the pit measure that are deep enough to be worth a look, as pixels of the full plane. */
function pitsOf(blurred: BlurredPlane, { bare, size, lab }: Ground): Pit[] {
  const { pit } = curvature(blurred);
  const { width, height } = blurred.size;
  const out: Pit[] = [];
  for (let y = 1; y < height - 1; y++) {
    for (let i = y * width + 1; i < (y + 1) * width - 1; i++) {
      const value = pit[i]!;
      if (value < 0.35 * toneOf(blurred.values[i]!)) continue;
      if (value < pit[i - 1]! || value < pit[i + 1]! || value < pit[i - width]! || value < pit[i + width]!) continue;
      const at = darkest(
        Math.floor(((i % width) + 0.5) * blurred.factor),
        Math.floor((y + 0.5) * blurred.factor),
        Math.max(1, Math.round(0.6 * blurred.sigma * blurred.factor)),
        lab.l,
        size,
      );
      if (bare[at] === 1 && isDarker(at, ring[0] * blurred.sigma * blurred.factor, lab.l, size))
        out.push({ at, pit: value });
    }
  }
  return out;
}

/** The pixel whose 3 × 3 mean is darkest. */
function darkest(cx: number, cy: number, reach: number, l: Plane, { width, height }: Size): number {
  let best = cy * width + cx;
  let least = Infinity;
  for (let y = Math.max(1, cy - reach); y <= Math.min(height - 2, cy + reach); y++) {
    for (let x = Math.max(1, cx - reach); x <= Math.min(width - 2, cx + reach); x++) {
      const i = y * width + x;
      const value =
        2 * l[i]! + l[i - 1]! + l[i + 1]! + l[i - width]! + l[i + width]! + 0.01 * ((x - cx) ** 2 + (y - cy) ** 2);
      if (value < least) [best, least] = [i, value];
    }
  }
  return best;
}

/** A quick look: a pixel that is darker than seven of eight on a ring. */
function isDarker(at: number, radius: number, l: Plane, { width, height }: Size): boolean {
  const [cx, cy] = [at % width, Math.floor(at / width)];
  const enough = l[at]! + 0.5 * least.freckle * toneOf(l[at]!);
  let count = 0;
  for (let k = 0; k < directions; k += 2) {
    const [ux, uy] = unit[k]!;
    const x = Math.min(width - 1, Math.max(0, Math.round(cx + radius * ux)));
    const y = Math.min(height - 1, Math.max(0, Math.round(cy + radius * uy)));
    if (l[y * width + x]! > enough) count++;
  }
  return count >= directions / 2 - 1;
}

/** How much darker skin shows less contrast in L*: contrast is relative to luminance, whose cube root L* is. 1 at L* 68. */
function toneOf(l: number): number {
  return (Math.max(0, l) + 16) / 84;
}

type Mark = Omit<Lesion, 'kind'>;

/** Null when it has no border all around. Looked at twice: the darkest pixel of a flat mark may lie near its border. */
function judge({ at, pit }: Pit, sigma: number, ground: Ground): Mark | null {
  const { width } = ground.size;
  const levels = levelsAt(at, sigma, ground);
  if (!levels) return null;
  const first = raysFrom(at % width, Math.floor(at / width), sigma, { ...levels, pit }, ground);
  if (!first) return null;
  const rays = raysFrom(first.x, first.y, sigma, { ...levels, pit }, ground);
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
  if (isFoldEnd(rays, levels.contrast, ground)) return null;
  return { x: rays.x, y: rays.y, reach: rays.reach, radius: rays.radius, contrast: levels.contrast };
}

/** Where a fold ends beside the mouth its walls colour each other's light: a mole of that size is greyer than the skin around. */
function isFoldEnd(
  { x, y, radius }: Pick<Mark, 'x' | 'y' | 'radius'>,
  { l, b }: Mark['contrast'],
  { d, mouth = [] }: Ground,
): boolean {
  return (
    radius > touching.radius * d &&
    b < touching.greyness * l &&
    mouth.some(([mx, my]) => Math.hypot(x - mx, y - my) < foldEnd * d)
  );
}

interface Levels {
  /** L* of the mark's core, and how much lighter its ring is. */
  readonly core: number;
  readonly contrast: Mark['contrast'];
}

/** Medians of the core and of the skin in the ring; null where the ring shows too little skin or is hardly lighter. */
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
  const ringL = median(around.map((i) => lab.l[i]!));
  const core: number[] = [];
  const reach = Math.max(1, Math.round(0.35 * sigma));
  for (let y = Math.max(0, cy - reach); y <= Math.min(height - 1, cy + reach); y++)
    for (let x = Math.max(0, cx - reach); x <= Math.min(width - 1, cx + reach); x++) core.push(y * width + x);
  const coreL = median(core.map((i) => lab.l[i]!));
  if (ringL - coreL < least.freckle * toneOf(ringL)) return null;
  const beyond = (plane: Plane) => median(around.map((i) => plane[i]!)) - median(core.map((i) => plane[i]!));
  return { core: coreL, contrast: { l: ringL - coreL, a: beyond(lab.a), b: beyond(lab.b) } };
}

/** The way to the border and to the end of the rim in every direction, from the middle that they suggest; null where one leads on. */
function raysFrom(
  cx: number,
  cy: number,
  sigma: number,
  { core, contrast, pit }: Levels & { readonly pit: number },
  { lab, size, bare, d, mouth = [] }: Ground,
) {
  const { width, height } = size;
  const reach = new Float32Array(directions);
  const sum = { radius: 0, softness: 0, x: 0, y: 0, known: 0 };
  let [shortest, longestRay, open] = [Infinity, 0, 0];
  for (const [k, [ux, uy]] of unit.entries()) {
    const rise = riseAlong(cx, cy, ux, uy);
    if (rise < leastRise * contrast.l) {
      open++;
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
    contrast.l >= touching.contrast * toneOf(core + contrast.l) &&
    contrast.b >= touching.greyness * contrast.l &&
    pit >= touching.pit &&
    !mouth.some(([mx, my]) => Math.hypot(cx - mx, cy - my) < foldEnd * d);
  if (open > (isMole ? touching.directions : 0) || sum.known < leastKnown * directions) return null;
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
  };

  /** How much lighter the ring is in one direction: half a face may lie in the shade. At most as the whole ring. */
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
    return count === 0 ? contrast.l : Math.min(contrast.l, sum / count - core);
  }
}

/** Of marks found at several sizes, the deepest. */
function withoutDoubles(marks: readonly Mark[]): Mark[] {
  const kept: Mark[] = [];
  for (const mark of [...marks].sort((p, q) => q.contrast.l - p.contrast.l)) {
    const isDouble = kept.some(
      (other) => Math.hypot(mark.x - other.x, mark.y - other.y) < Math.max(other.radius, mark.radius) + 1,
    );
    if (!isDouble) kept.push(mark);
  }
  return kept;
}

function kindOf(mark: Mark, all: readonly Mark[], { lab, size, d }: Ground): Lesion['kind'] | 'skin' {
  const { l, a, b } = mark.contrast;
  const tone = toneOf(lab.l[Math.round(mark.y) * size.width + Math.round(mark.x)]! + l);
  const colour = Math.hypot(l, a, b);
  const isMarked = l >= least.lesion * tone || (l >= 0.6 * least.lesion * tone && colour >= least.colour * tone);
  const alike = all.filter(
    (other) =>
      other !== mark &&
      Math.hypot(other.x - mark.x, other.y - mark.y) < field.reach * d &&
      other.contrast.l > field.alike * l &&
      Math.max(other.radius, mark.radius) < field.size * Math.min(other.radius, mark.radius),
  ).length;
  if (isMarked && (alike < field.count || l >= field.most * tone)) return 'lesion';
  // A pore is a shadow: neither redder nor yellower than the skin around it.
  const isBrown = a + b < brown;
  return mark.radius >= (isBrown ? smallestFreckle : smallestGrey) * d ? 'freckle' : 'skin';
}
