import { planeOf } from '../maths/plane.ts';
import type { Plane, Size } from '../maths/plane.ts';
import { fillPolygon, scalePolygon } from '../maths/polygon.ts';
import {
  innerLips,
  leftEye,
  leftMarionette,
  leftNasolabial,
  leftNostril,
  leftSmileCheek,
  rightEye,
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
import { artefactKinds, artefactLimits } from './artefact.ts';
import type { Artefact, Found } from './artefact.ts';
import { changedCells } from './changed-cells.ts';
import { followed } from './follow-rendering.ts';
import type { Followed } from './follow-rendering.ts';

const mostOfAKind = 6;

/**
 * Compares a rendering with its photo and finds changes that no treatment should make. It compares each place of the
 * photo with the place to which the warp moved it. Features and background are exceptions: there it compares the same
 * pixels of both images. The check searches both images for dark spots in folds. For this search it does not use the
 * skin mask with which the engine drew the rendering, because the mask may be wrong.
 *
 * @param rendering the rendering of this photo and recipe, in the photo's size
 * @returns faults grouped by kind, the largest first; at most six of each kind
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

/** Converts a fault from pixels of the work area to shares of the photo. */
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

/**
 * Finds dark spots that remain because a fold was not filled completely. In the photo, such a spot is part of the dark
 * fold, so a search of the photo does not find it.
 */
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
    .filter((mark) => depthOf(mark, after.l, size) > leastKept * depthOf(mark, area.lab.l, size))
    .map(({ x, y, radius, contrast }) => ({
      kind: 'fold',
      x,
      y,
      radius: radius + 0.02 * frame.d,
      amount: contrast.l,
    }));
}

/**
 * The check reports a dark spot only if L* of the skin around it rose by more than this. Otherwise no fold was filled
 * there, and only the warp changed the spot.
 */
const leastLift = 1;

function isLifted({ x, y, radius }: Lesion, { lab, size }: WorkArea, after: Followed): boolean {
  return differences(lab, after, disc(x, y, 3 * radius, size))[0] > leastLift;
}

/**
 * The check reports a dark spot only if the spot kept more than this share of its depth. A spot that kept less became
 * lighter together with the fold.
 */
const leastKept = 0.75;

/** Returns the difference of L* between the skin around a spot and the spot. */
function depthOf({ x, y, radius }: Lesion, l: Plane, size: Size): number {
  const mean = (pixels: readonly number[]) => pixels.reduce((sum, i) => sum + l[i]!, 0) / Math.max(1, pixels.length);
  const core = new Set(disc(x, y, 2 * radius, size));
  return mean(disc(x, y, 3 * radius, size).filter((i) => !core.has(i))) - mean(disc(x, y, radius, size));
}

function isSame(p: Lesion, q: Lesion): boolean {
  return Math.hypot(p.x - q.x, p.y - q.y) < 1.5 * Math.max(p.radius, q.radius) + 2;
}

/**
 * Finds changes of the eyes, teeth and nostrils. No treatment may move them, so both images are compared at the same
 * pixels.
 */
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
    const { l, a, b } = area.lab;
    const distance = (i: number) => Math.hypot(still.l[i]! - l[i]!, still.a[i]! - a[i]!, still.b[i]! - b[i]!);
    const amount = pixels.reduce((sum, i) => sum + distance(i), 0) / pixels.length;
    const [x, y] = middleOf(pixels, size);
    return [{ kind: 'feature', x, y, radius: 0.12 * frame.d, amount } as const];
  });
}

/**
 * Finds the largest change of the background: pixels beside and above the face, so far from it that no treatment may
 * change them.
 */
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

function disc(cx: number, cy: number, radius: number, { width, height }: Size): number[] {
  const pixels: number[] = [];
  for (let y = Math.max(0, Math.ceil(cy - radius)); y <= Math.min(height - 1, cy + radius); y++) {
    for (let x = Math.max(0, Math.ceil(cx - radius)); x <= Math.min(width - 1, cx + radius); x++)
      if (Math.hypot(x - cx, y - cy) <= radius) pixels.push(y * width + x);
  }
  return pixels;
}

/** Returns the mean differences of L*, a* and b* between `before` and `after`, over the given pixels. */
function differences(before: Followed, after: Followed, pixels: readonly number[]): [number, number, number] {
  const of = (p: Plane, q: Plane) => pixels.reduce((sum, i) => sum + q[i]! - p[i]!, 0) / Math.max(1, pixels.length);
  return [of(before.l, after.l), of(before.a, after.a), of(before.b, after.b)];
}

function middleOf(pixels: readonly number[], { width }: Size): [number, number] {
  const sum = pixels.reduce<[number, number]>(([x, y], i) => [x + (i % width), y + Math.floor(i / width)], [0, 0]);
  return [sum[0] / pixels.length, sum[1] / pixels.length];
}
