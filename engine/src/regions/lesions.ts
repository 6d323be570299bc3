import { pitsIn } from '../maths/hessian.ts';
import { createMaskedBlur } from '../maths/masked-blur.ts';
import type { BlurredPlane } from '../maths/masked-blur.ts';
import type { Plane, Size } from '../maths/plane.ts';
import { directions, judge, leastContrast, ring, toneOf, unit } from './lesion-border.ts';
import type { Ground, Mark, Pit } from './lesion-border.ts';

/** A dark mark on the skin, with its kind. */
export interface Lesion extends Mark {
  /**
   * No treatment changes a lesion. A freckle is faint or one of many similar marks; only the pigment treatment may
   * soften it.
   */
  readonly kind: 'lesion' | 'freckle';
}

/**
 * Sigmas of the blurs with which the search runs, in units of d (the distance between the irises). It finds marks with
 * radii of 0.6 to 5 mm.
 */
const searched = [0.007, 0.014, 0.028, 0.056] as const;
const smallestSigma_px = 1;
/** Smallest sigma of the search blurs on their reduced planes, in pixels. */
const smallestReduced = 1.25;
/**
 * Minimum difference of a lesion from its ring in L*, on skin of L* 68. If the colours differ by at least `leastColour`
 * (ΔE*ab), 0.6 × `leastLesion` is enough. A fainter mark is a freckle or skin.
 */
export const leastLesion = 9;
const leastColour = 12;
/**
 * A field of freckles is at least `count` similar marks within `reach` (in units of d). A mark with a contrast of at
 * least `most` L* stays a lesion in any field.
 */
const field = { count: 6, reach: 0.35, alike: 0.5, size: 2.2, most: 16 } as const;
/**
 * Minimum radius of a brown and of a grey freckle, in units of d; smaller marks are pores. A mark is brown if its a* +
 * b* is more than 1.5 above that of the ring.
 */
const smallestFreckle = 0.009;
const smallestGrey = 0.018;
const brown = -1.5;
/**
 * Finds moles, naevi and spots. It searches for pits of L* at four sizes, and compares each with the median of a ring
 * around it. A pit is a mark only if it has a border (see `Mark`). A crease continues in at least one direction, and
 * the end of a fold has a soft border.
 */
export function findLesions(ground: Ground): Lesion[] {
  const { bare, size, d, lab } = ground;
  const found: Mark[] = [];
  for (const share of searched) {
    const blurred = createMaskedBlur(bare, size, Math.max(smallestSigma_px, share * d), smallestReduced).blur(lab.l);
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

/** Returns the local maxima of the pit measure that are deep enough to examine, as pixels of the full plane. */
function pitsOf(blurred: BlurredPlane, { bare, size, lab }: Ground): Pit[] {
  const pit = pitsIn(blurred);
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

/** Returns the pixel near a point whose average with its four neighbours is darkest. */
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

/**
 * Returns whether a pixel is darker than at least seven of eight pixels on a ring. It is a quick test before `judge`.
 */
function isDarker(at: number, radius: number, l: Plane, { width, height }: Size): boolean {
  const [cx, cy] = [at % width, Math.floor(at / width)];
  const enough = l[at]! + 0.5 * leastContrast * toneOf(l[at]!);
  let count = 0;
  for (let k = 0; k < directions; k += 2) {
    const [ux, uy] = unit[k]!;
    const x = Math.min(width - 1, Math.max(0, Math.round(cx + radius * ux)));
    const y = Math.min(height - 1, Math.max(0, Math.round(cy + radius * uy)));
    if (l[y * width + x]! > enough) count++;
  }
  return count >= directions / 2 - 1;
}

/** Removes duplicates. If a mark is found at several sizes, only the one with the highest contrast remains. */
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
  const isMarked = l >= leastLesion * tone || (l >= 0.6 * leastLesion * tone && colour >= leastColour * tone);
  const alike = all.filter(
    (other) =>
      other !== mark &&
      Math.hypot(other.x - mark.x, other.y - mark.y) < field.reach * d &&
      other.contrast.l > field.alike * l &&
      Math.max(other.radius, mark.radius) < field.size * Math.min(other.radius, mark.radius),
  ).length;
  if (isMarked && (alike < field.count || l >= field.most * tone)) return 'lesion';
  // A pore is a shadow, which is neither redder nor yellower than the skin around it.
  const isBrown = a + b < brown;
  return mark.radius >= (isBrown ? smallestFreckle : smallestGrey) * d ? 'freckle' : 'skin';
}
