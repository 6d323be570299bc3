import { gaussian } from '../maths/gaussian.ts';
import { planeOf } from '../maths/plane.ts';
import type { Plane, Size } from '../maths/plane.ts';
import { fillPolygon, scalePolygon } from '../maths/polygon.ts';
import { reduce, reducedSize } from '../maths/resample.ts';
import {
  innerLips,
  leftEye,
  leftEyeSurround,
  leftMarionette,
  leftNasolabial,
  leftNostril,
  leftSmileCheek,
  rightEye,
  rightEyeSurround,
  rightMarionette,
  rightNasolabial,
  rightNostril,
  rightSmileCheek,
} from '../model/landmark-groups.ts';
import type { Picture } from '../picture.ts';
import type { Recipe } from '../recipe.ts';
import { findLesions } from '../regions/lesions.ts';
import type { Lesion } from '../regions/lesions.ts';
import { pointsOf } from '../regions/work-area.ts';
import type { WorkArea } from '../regions/work-area.ts';
import { drawnStrengths, drawnWarp } from '../simulate.ts';
import type { DrawSettings, PreparedFace } from '../simulate.ts';
import { followed } from './follow-rendering.ts';
import type { Followed } from './follow-rendering.ts';

/** What a rendering must not do, in the order in which it is told. */
const artefactKinds = ['lesion', 'fold', 'edge', 'cast', 'hair', 'feature', 'background'] as const;
type ArtefactKind = (typeof artefactKinds)[number];

/** A fault of a rendering and its place, in shares of the photo's width and height (the radius: of its width). */
export interface Artefact {
  readonly kind: ArtefactKind;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** How far it goes, in the unit of its limit. */
  readonly amount: number;
}

/**
 * Beyond which a change is a fault, as colour difference (ΔE*ab): of a lesion, of hair, of eyes, teeth and nostrils, of the background. An edge:
 * L* within 2 mm that the photo does not have. A cast: a* and b* over 3 mm, farther from those of the skin around than before.
 */
const artefactLimits = {
  lesion: 1,
  fold: 0,
  edge: 8,
  cast: 4,
  hair: 6,
  feature: 7,
  background: 2,
} as const satisfies Record<ArtefactKind, number>;

/** In d: side of the cells in which edges, casts and hair are judged. */
const cell = 0.03;
const castReach = 1.5;
const castAround = 14;
/** An edge that the photo has to more than this share is not new. */
const mostOfAnOldEdge = 0.68;
/** Lids move with a brow, and their edges with them: the eye socket is no place to look for edges. */
const sockets = 1.75;
const mostOfAKind = 6;

/**
 * Compares a rendering with its photo and names what no treatment should have done. Every place of the photo is followed to where the shape
 * went. Nothing that the engine drew is trusted: lesions are looked for in both pictures.
 *
 * @param rendering of that photo and recipe, in the photo's size
 * @returns faults by kind, the largest of each first; at most six of each
 */
export function findArtefacts(
  prepared: PreparedFace,
  recipe: Recipe,
  rendering: Picture,
  { table, brush }: DrawSettings = {},
): Artefact[] {
  const { area } = prepared;
  const warp = drawnWarp(prepared, drawnStrengths(prepared, recipe, table), brush);
  const after = followed(rendering, area, warp);
  const found = [
    ...changedLesions(prepared, after),
    ...leftFolds(prepared, after),
    ...changedCells(prepared, after),
    ...changedFeatures(prepared, rendering),
    ...changedBackground(prepared, rendering),
  ];
  return artefactKinds.flatMap((kind) =>
    found
      .filter((artefact) => artefact.kind === kind && artefact.amount > artefactLimits[kind])
      .sort((p, q) => q.amount - p.amount)
      .slice(0, mostOfAKind)
      .map((artefact) => placed(artefact, prepared)),
  );
}

/** A fault in work pixels of the face's window. */
type Found = Artefact;

/** A work pixel as a share of the photo. */
function placed(found: Found, { photo, area }: PreparedFace): Artefact {
  return {
    kind: found.kind,
    x: (area.window.left + found.x * area.factor) / photo.width,
    y: (area.window.top + found.y * area.factor) / photo.height,
    radius: (found.radius * area.factor) / photo.width,
    amount: found.amount,
  };
}

function changedLesions({ layers, area }: PreparedFace, after: Followed): Found[] {
  return layers.marks
    .filter(({ kind }) => kind === 'lesion')
    .map(({ x, y, radius }) => {
      const pixels = disc(x, y, Math.max(1.5, radius), area.size);
      const amount = Math.hypot(...differences(area.lab, after, pixels));
      return { kind: 'lesion', x, y, radius: radius + 0.03 * area.frame.d, amount } as const;
    });
}

/** Dark spots in a fold that the photo does not show as spots: what filling left of it. */
function leftFolds({ layers, area }: PreparedFace, after: Followed): Found[] {
  const { size, landmarks, frame } = area;
  const region = planeOf(size);
  for (const outline of [
    rightNasolabial,
    leftNasolabial,
    rightMarionette,
    leftMarionette,
    rightSmileCheek,
    leftSmileCheek,
  ])
    fillPolygon(region, size, scalePolygon(pointsOf(landmarks, outline), 1.1));
  const ground = { lab: after, size, d: frame.d, bare: region, skin: region };
  const known = findLesions({ ...ground, lab: area.lab });
  return findLesions(ground)
    .filter(
      ({ kind, radius, x, y }) =>
        kind === 'lesion' && radius > 0.012 * frame.d && layers.hair[y * size.width + x]! < 0.5,
    )
    .filter((mark) => !known.some((other) => isSame(mark, other)) && isLifted(mark, area, after))
    .map(({ x, y, radius, contrast }) => ({
      kind: 'fold',
      x,
      y,
      radius: radius + 0.02 * frame.d,
      amount: contrast.l,
    }));
}

/** L* by which the skin around a spot was lifted at least where filling left it: what only looks different after a warp was there before. */
const leastLift = 1;

function isLifted({ x, y, radius }: Lesion, { lab, size }: WorkArea, after: Followed): boolean {
  return differences(lab, after, disc(x, y, 3 * radius, size))[0] > leastLift;
}

function isSame(p: Lesion, q: Lesion): boolean {
  return Math.hypot(p.x - q.x, p.y - q.y) < 1.5 * Math.max(p.radius, q.radius) + 2;
}

/** Edges, casts and hair, on a coarse grid: what a person sees at arm's length. */
function changedCells({ layers, area }: PreparedFace, after: Followed): Found[] {
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
      if (hair[i]! > 0.8 && skin[i]! < 0.05) add('hair', i, Math.hypot(dl[i]!, da[i]!, db[i]!), 0.06);
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

/** How far a* and b* are from those of the skin around, before and after. */
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
  const [ownA, ownB, moreA, moreB] = [near(own.a), near(own.b), near(change.a), near(change.b)];
  return {
    before: ownA.map((value, i) => Math.hypot(value - a[i]!, ownB[i]! - b[i]!)),
    after: ownA.map((value, i) => Math.hypot(value + moreA[i]! - a[i]!, ownB[i]! + moreB[i]! - b[i]!)),
  };
}

interface Tint {
  readonly a: Plane;
  readonly b: Plane;
}

/** Change over two cells in the steeper direction. */
function slope(l: Plane, i: number, width: number): number {
  return Math.hypot(l[i + 1]! - l[i - 1]!, l[i + width]! - l[i - width]!);
}

/** The steepest slope within two cells: what only moved, or stands out since a shade beside it went, is no new edge. */
function steepestNear(l: Plane, i: number, { width, height }: Size): number {
  const [x, y] = [i % width, Math.floor(i / width)];
  let most = 0;
  for (let row = Math.max(1, y - 2); row <= Math.min(height - 2, y + 2); row++)
    for (let column = Math.max(1, x - 2); column <= Math.min(width - 2, x + 2); column++)
      most = Math.max(most, slope(l, row * width + column, width));
  return most;
}

/** Of faults that overlap, the largest. */
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

/** Eyes, teeth and nostrils stay where they are: compared without following the shape. */
function changedFeatures({ area }: PreparedFace, rendering: Picture): Found[] {
  const { size, landmarks, frame } = area;
  const still = followed(rendering, area, null);
  return [
    scalePolygon(pointsOf(landmarks, rightEye), 0.9),
    scalePolygon(pointsOf(landmarks, leftEye), 0.9),
    scalePolygon(pointsOf(landmarks, innerLips), 0.85),
    scalePolygon(pointsOf(landmarks, rightNostril), 0.8),
    scalePolygon(pointsOf(landmarks, leftNostril), 0.8),
  ].flatMap((outline) => {
    const inside = planeOf(size);
    fillPolygon(inside, size, outline);
    const pixels = Array.from(inside.keys()).filter((i) => inside[i]! > 0);
    if (pixels.length < 12) return [];
    const amount =
      pixels.reduce((sum, i) => sum + Math.hypot(still.l[i]! - area.lab.l[i]!, still.a[i]! - area.lab.a[i]!), 0) /
      pixels.length;
    const [x, y] = middleOf(pixels, size);
    return [{ kind: 'feature', x, y, radius: 0.12 * frame.d, amount } as const];
  });
}

/** Everything farther from the face than a shape may reach. */
function changedBackground({ photo, area, landmarks }: PreparedFace, rendering: Picture): Found[] {
  const reach = 0.75 * area.frame.d * area.factor;
  const xs = landmarks.map(([x]) => x);
  const ys = landmarks.map(([, y]) => y);
  const [left, right] = [Math.min(...xs) - reach, Math.max(...xs) + reach];
  const [top] = [Math.min(...ys) - reach];
  let worst = { amount: 0, i: 0 };
  for (let i = 0; i < photo.width * photo.height; i++) {
    const [x, y] = [i % photo.width, Math.floor(i / photo.width)];
    if (x > left && x < right && y > top) continue;
    const o = 4 * i;
    const amount = Math.max(
      Math.abs(photo.data[o]! - rendering.data[o]!),
      Math.abs(photo.data[o + 1]! - rendering.data[o + 1]!),
      Math.abs(photo.data[o + 2]! - rendering.data[o + 2]!),
    );
    if (amount > worst.amount) worst = { amount, i };
  }
  const { window, factor, frame } = area;
  const x = ((worst.i % photo.width) - window.left) / factor;
  const y = (Math.floor(worst.i / photo.width) - window.top) / factor;
  return [{ kind: 'background', x, y, radius: 0.15 * frame.d, amount: worst.amount }];
}

function minus(p: Plane, q: Plane): Plane {
  const out = new Float32Array(p.length);
  for (let i = 0; i < out.length; i++) out[i] = p[i]! - q[i]!;
  return out;
}

function disc(cx: number, cy: number, radius: number, { width, height }: Size): number[] {
  const pixels: number[] = [];
  for (let y = Math.max(0, Math.ceil(cy - radius)); y <= Math.min(height - 1, cy + radius); y++) {
    for (let x = Math.max(0, Math.ceil(cx - radius)); x <= Math.min(width - 1, cx + radius); x++)
      if (Math.hypot(x - cx, y - cy) <= radius) pixels.push(y * width + x);
  }
  return pixels;
}

/** Mean differences of L*, a*, b*. */
function differences(before: Followed, after: Followed, pixels: readonly number[]): [number, number, number] {
  const of = (p: Plane, q: Plane) => pixels.reduce((sum, i) => sum + q[i]! - p[i]!, 0) / Math.max(1, pixels.length);
  return [of(before.l, after.l), of(before.a, after.a), of(before.b, after.b)];
}

function middleOf(pixels: readonly number[], { width }: Size): [number, number] {
  const sum = pixels.reduce<[number, number]>(([x, y], i) => [x + (i % width), y + Math.floor(i / width)], [0, 0]);
  return [sum[0] / pixels.length, sum[1] / pixels.length];
}
