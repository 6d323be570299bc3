import { gaussian } from '../maths/gaussian.ts';
import { planeOf } from '../maths/plane.ts';
import type { Plane, Size } from '../maths/plane.ts';
import { fillPolygon, scalePolygon } from '../maths/polygon.ts';
import { reduce, reducedSize } from '../maths/resample.ts';
import { leftEyeSurround, rightEyeSurround } from '../model/landmark-groups.ts';
import { pointsOf } from '../regions/work-area.ts';
import type { PreparedFace } from '../simulate.ts';
import { artefactLimits } from './artefact.ts';
import type { ArtefactKind, Found } from './artefact.ts';
import type { Followed } from './follow-rendering.ts';

/**
 * Twice the width of a grid cell, in units of d (the distance between the irises). The check searches for edges, casts
 * and hair on this grid.
 */
const cell = 0.03;
const castReach = 1.5;
const castAround = 14;
/**
 * An edge of the rendering is new if every slope of the photo within two cells is less steep than this share of the
 * edge's slope.
 */
const mostOfAnOldEdge = 0.68;
/**
 * Factor by which the outlines of the eyes are enlarged. The check does not search for edges inside the enlarged
 * outlines, because lids and lashes move with the brow.
 */
const sockets = 1.75;

/**
 * Finds new edges, colour casts and changed hair. It compares the photo and the rendering on a coarse grid, because a
 * viewer at arm's length notices no finer changes.
 */
export function changedCells({ layers, area }: PreparedFace, after: Followed): Found[] {
  const { size, frame, lab } = area;
  const factor = Math.max(1, Math.round(cell * frame.d * 0.5));
  const small = reducedSize(size, factor);
  const difference = (p: Plane, q: Plane) => reduce(minus(q, p), size, factor);
  const [dl, da, db] = [difference(lab.l, after.l), difference(lab.a, after.a), difference(lab.b, after.b)];
  const hair = reduce(layers.hair, size, factor);
  const skin = reduce(layers.skin, size, factor);
  const lids = planeOf(small);
  for (const eye of [rightEyeSurround, leftEyeSurround]) {
    const outline = scalePolygon(pointsOf(area.landmarks, eye), sockets);
    fillPolygon(
      lids,
      small,
      outline.map(([x, y]) => [x / factor, y / factor] as const),
    );
  }
  const [before, now] = [reduce(lab.l, size, factor), reduce(after.l, size, factor)];
  const strange = strangeness(
    { a: reduce(lab.a, size, factor), b: reduce(lab.b, size, factor) },
    { a: da, b: db },
    skin,
    small,
  );
  const found: Found[] = [];
  const add = (kind: ArtefactKind, i: number, amount: number, reach: number) => {
    if (amount > artefactLimits[kind])
      found.push({
        kind,
        x: ((i % small.width) + 0.5) * factor,
        y: (Math.floor(i / small.width) + 0.5) * factor,
        radius: reach * frame.d,
        amount,
      });
  };
  for (let y = 2; y < small.height - 2; y++) {
    for (let i = y * small.width + 2; i < (y + 1) * small.width - 2; i++) {
      if (hair[i]! > 0.8 && skin[i]! < 0.05) {
        const by = [dl, da, db].map((change) => meanAround(change, i, small));
        add('hair', i, Math.hypot(...by), 0.06);
      }
      if (skin[i]! > 0.3) add('cast', i, strange.after[i]! - strange.before[i]!, 0.1);
      if (lids[i]! > 0) continue;
      const isOnSkin = skin[i - 2]! + skin[i + 2]! + skin[i - 2 * small.width]! + skin[i + 2 * small.width]! > 2;
      const is = slope(now, i, small.width);
      if (is < artefactLimits.edge) continue;
      const was = steepestNear(before, i, small);
      if (isOnSkin && was < mostOfAnOldEdge * is) add('edge', i, is - was, 0.06);
    }
  }
  return apart(found);
}

/**
 * Returns, for each cell, the difference of a* and b* from the skin around it: `before` in the photo and `after` in the
 * rendering. A cell of the rendering is compared with the surrounding skin of both images. The smaller difference is
 * used, so that a calmed flush is not reported as a cast.
 */
function strangeness(own: Tint, change: Tint, skin: Plane, size: Size): { before: Plane; after: Plane } {
  const weight = gaussian(skin, size, castAround);
  const usual = (plane: Plane) => {
    const sum = gaussian(
      plane.map((value, i) => value * skin[i]!),
      size,
      castAround,
    );
    return sum.map((value, i) => value / Math.max(1e-3, weight[i]!));
  };
  const near = (plane: Plane) => gaussian(plane, size, castReach);
  const [a, b] = [usual(own.a), usual(own.b)];
  const [newA, newB] = [usual(change.a), usual(change.b)];
  const [ownA, ownB, moreA, moreB] = [near(own.a), near(own.b), near(change.a), near(change.b)];
  return {
    before: ownA.map((value, i) => Math.hypot(value - a[i]!, ownB[i]! - b[i]!)),
    after: ownA.map((value, i) => {
      const [da, db] = [value + moreA[i]! - a[i]!, ownB[i]! + moreB[i]! - b[i]!];
      return Math.min(Math.hypot(da, db), Math.hypot(da - newA[i]!, db - newB[i]!));
    }),
  };
}

interface Tint {
  readonly a: Plane;
  readonly b: Plane;
}

/**
 * Returns the mean change of a cell and its eight neighbours. A strand of hair that only moved is darker on one side
 * and lighter on the other, so its mean change is small.
 */
function meanAround(change: Plane, i: number, { width }: Size): number {
  let sum = 0;
  for (const row of [i - width, i, i + width]) sum += change[row - 1]! + change[row]! + change[row + 1]!;
  return sum / 9;
}

/** Returns the length of the gradient of L*, measured over two cells. */
function slope(l: Plane, i: number, width: number): number {
  return Math.hypot(l[i + 1]! - l[i - 1]!, l[i + width]! - l[i - width]!);
}

/**
 * Returns the steepest slope within two cells of a cell. The check compares each edge of the rendering with this slope
 * of the photo. An edge is therefore not new if it only moved, or if shade next to it disappeared and made it visible.
 */
function steepestNear(l: Plane, i: number, { width, height }: Size): number {
  const [x, y] = [i % width, Math.floor(i / width)];
  let most = 0;
  for (let row = Math.max(1, y - 2); row <= Math.min(height - 2, y + 2); row++)
    for (let column = Math.max(1, x - 2); column <= Math.min(width - 2, x + 2); column++)
      most = Math.max(most, slope(l, row * width + column, width));
  return most;
}

/** Removes each fault that overlaps a larger fault of the same kind. */
function apart(found: readonly Found[]): Found[] {
  const kept: Found[] = [];
  for (const one of [...found].sort((p, q) => q.amount - p.amount)) {
    const isNew = kept.every(
      (other) => other.kind !== one.kind || Math.hypot(other.x - one.x, other.y - one.y) > other.radius + one.radius,
    );
    if (isNew) kept.push(one);
  }
  return kept;
}

function minus(p: Plane, q: Plane): Plane {
  const out = new Float32Array(p.length);
  for (let i = 0; i < out.length; i++) out[i] = p[i]! - q[i]!;
  return out;
}
