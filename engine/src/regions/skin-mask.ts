import {
  faceOutline,
  forehead,
  leftBrow,
  leftCheek,
  leftEyeSurround,
  leftMarionette,
  leftNasolabial,
  leftNostril,
  leftSmileCheek,
  nose,
  outerLips,
  rightBrow,
  rightCheek,
  rightEyeSurround,
  rightMarionette,
  rightNasolabial,
  rightNostril,
  rightSmileCheek,
} from '../model/landmark-groups.ts';
import type { LabPlanes } from '../maths/lab.ts';
import { gaussian } from '../maths/gaussian.ts';
import { createMaskedBlur, softened } from '../maths/masked-blur.ts';
import { planeOf } from '../maths/plane.ts';
import type { Plane, Size } from '../maths/plane.ts';
import { fillDisc, fillPolygon, meanPoint, scalePolygon } from '../maths/polygon.ts';
import type { Point } from '../maths/polygon.ts';
import { smoothstep } from '../maths/smoothstep.ts';
import { median } from '../maths/statistics.ts';
import type { Landmarks } from '../picture.ts';
import type { FaceFrame } from './face-frame.ts';
import { pointsOf } from './work-area.ts';

export interface SkinColour {
  readonly l: number;
  readonly a: number;
  readonly b: number;
}

export interface Skin {
  /**
   * Certainty that a pixel is skin that may be treated, 0–1. Exactly 0 on eyes, brows, lips and nostrils, and outside
   * the face. Hair is excluded only if its colour differs from that of skin.
   */
  readonly mask: Plane;
  /** 1 inside the outline of the face, except eyes, brows, lips and nostrils, regardless of the colour. */
  readonly bare: Plane;
  readonly colour: SkinColour;
}

interface Face {
  readonly size: Size;
  readonly landmarks: Landmarks;
  readonly frame: FaceFrame;
  readonly lab: LabPlanes;
}

/**
 * Shares of the distance from brow to hairline by which the upper landmarks are moved up. The mesh ends at the hairline
 * of an average forehead; the moved outline includes high foreheads.
 */
const foreheadLift = new Map([
  ...[10, 338, 297, 332, 109, 67, 103].map((index) => [index, 0.14] as const),
  ...[284, 54].map((index) => [index, 0.07] as const),
]);
const hairline = 10;
const betweenBrows = 9;

/**
 * Finds the skin of a face: the area of the outline without eyes, brows, lips and nostrils, multiplied by the
 * likelihood that each pixel's colour is skin. This likelihood is computed twice. The first time, each pixel is
 * compared with the reference colour of this face. The second time, it is compared with a mix of the reference colour
 * and the local shading. So shaded folds are recognised as skin, while hair, glasses, highlights and hands of another
 * tone are not.
 */
export function findSkin(face: Face): Skin {
  const { size, frame, lab } = face;
  const inside = planeOf(size);
  fillPolygon(inside, size, raisedOutline(face.landmarks));
  const fadeOut = softened(inside, size, 0.085 * frame.d);
  const colour = referenceColour(face);

  const mask = inside.slice();
  weighByColour(mask, inside, lab, colour, null);
  const shading = createMaskedBlur(mask, size, 0.22 * frame.d);
  const base = shading.full(shading.blur(lab.l));
  weighByColour(mask, inside, lab, colour, base, foldSlack(face));
  const away = awayFromShade(mask, face);
  cutFeatures(mask, face);
  const bare = inside;
  cutFeatures(bare, face);
  const soft = feathered(mask, size, frame.d, fadeOut);
  easeNostrils(soft, face);
  for (let i = 0; i < soft.length; i++) soft[i]! *= away[i]!;
  return { mask: soft, bare, colour };
}

function raisedOutline(landmarks: Landmarks): Point[] {
  const top = landmarks[hairline]!;
  const brow = landmarks[betweenBrows]!;
  return faceOutline.map((index) => {
    const lift = foreheadLift.get(index) ?? 0;
    const [x, y] = landmarks[index]!;
    return [x + (top[0] - brow[0]) * lift, y + (top[1] - brow[1]) * lift];
  });
}

/**
 * Returns the geometric median (Weiszfeld 1937) of the colours of four parts of the face, which are rarely all covered.
 * A mask, a hand or a fringe over one part hardly changes it. If a single part were chosen instead, a small tint could
 * change the choice abruptly. The median changes continuously with the light.
 */
function referenceColour({ size, landmarks, lab }: Face): SkinColour {
  const parts = [forehead, rightCheek, leftCheek, nose]
    .map((part) => medianColour(lab, size, pointsOf(landmarks, part)))
    .filter((part) => part !== null);
  return parts.length === 0 ? usualColour : geometricMedian(parts);
}

const usualColour: SkinColour = { l: 65, a: 12, b: 16 };
/** Added to each distance, so that one part close to the median cannot dominate the weighted mean. */
const closest = 3;
const medianSteps = 24;

function geometricMedian(parts: readonly SkinColour[]): SkinColour {
  let at = meanColour(parts, () => 1);
  for (let step = 0; step < medianSteps; step++) {
    const from = at;
    at = meanColour(parts, (part) => 1 / (closest + difference(part, from)));
  }
  return at;
}

function meanColour(parts: readonly SkinColour[], weigh: (part: SkinColour) => number): SkinColour {
  const sum = { l: 0, a: 0, b: 0, weight: 0 };
  for (const part of parts) {
    const weight = weigh(part);
    sum.l += weight * part.l;
    sum.a += weight * part.a;
    sum.b += weight * part.b;
    sum.weight += weight;
  }
  return { l: sum.l / sum.weight, a: sum.a / sum.weight, b: sum.b / sum.weight };
}

function medianColour(lab: LabPlanes, size: Size, polygon: Point[]): SkinColour | null {
  const [left, top] = [0, 1].map((k) => Math.max(0, Math.floor(Math.min(...polygon.map((point) => point[k]!)))));
  const right = Math.min(size.width, Math.ceil(Math.max(...polygon.map(([x]) => x))));
  const bottom = Math.min(size.height, Math.ceil(Math.max(...polygon.map(([, y]) => y))));
  const box = { width: right - left!, height: bottom - top! };
  if (box.width <= 0 || box.height <= 0) return null;
  const part = planeOf(box);
  fillPolygon(
    part,
    box,
    polygon.map(([x, y]): Point => [x - left!, y - top!]),
  );
  const indices: number[] = [];
  for (let i = 0; i < part.length; i += 7) {
    if (part[i]! > 0) indices.push((top! + Math.floor(i / box.width)) * size.width + left! + (i % box.width));
  }
  if (indices.length === 0) return null;
  const of = (plane: Plane) => median(indices.map((i) => plane[i]!));
  return { l: of(lab.l), a: of(lab.a), b: of(lab.b) };
}

function difference(p: SkinColour, q: SkinColour): number {
  return Math.hypot(p.l - q.l, p.a - q.a, p.b - q.b);
}

/**
 * Writes the likelihood that each pixel's colour is skin. A pixel may be darker than the expected L* by 42 % or by 14
 * L*, whichever is more. It may be lighter by 30 L*. Its a* may differ by 14 and its b* by 16. In folds, `slack` widens
 * the limits for darker, redder and yellower pixels.
 */
export function weighByColour(
  mask: Plane,
  inside: Plane,
  lab: LabPlanes,
  colour: SkinColour,
  base: Plane | null,
  slack: Plane | null = null,
): void {
  for (let i = 0; i < mask.length; i++) {
    if (inside[i] === 0) continue;
    const expected = base ? 0.65 * base[i]! + 0.35 * colour.l : colour.l;
    const room = slack ? 1 + slack[i]! : 1;
    const lit = room > 1 ? litShare(lab.l[i]!, colour.l, (room - 1) / slackInFolds) : 1;
    const dl = lab.l[i]! - expected;
    const l = dl < 0 ? dl / (room * Math.max(14, 0.42 * expected)) : dl / 30;
    const da = lab.a[i]! - colour.a * lit;
    const a = da / (da > 0 ? 14 * room : 14);
    const db = lab.b[i]! - colour.b * lit;
    const b = db / (db > 0 ? 16 * room : 16);
    mask[i] = 1 - smoothstep(1, 2.4, l * l + a * a + b * b);
  }
}

/**
 * Below the first L*, a photo has lost its colour; above the second, the colour is complete. Filled shade without
 * colour would look grey.
 */
const lostColour = [6, 12] as const;

/** Returns the share of the skin's colour that remains in the shade of a fold. */
function litShare(l: number, skin: number, fold: number): number {
  return 1 - fold * smoothstep(lostColour[0], lostColour[1], l) * (1 - Math.min(1, (l + 16) / (skin + 16)));
}

/**
 * Share by which the limits for darker, redder and yellower pixels are wider in smile folds and marionette lines. The
 * walls of a fold light each other, which makes their colour stronger.
 */
const slackInFolds = 2.4;

function foldSlack({ size, landmarks, frame }: Face): Plane {
  const folds = planeOf(size);
  for (const outline of [
    rightSmileCheek,
    leftSmileCheek,
    rightNasolabial,
    leftNasolabial,
    rightMarionette,
    leftMarionette,
  ])
    fillPolygon(folds, size, pointsOf(landmarks, outline), slackInFolds);
  return softened(folds, size, 0.03 * frame.d);
}

function cutFeatures(mask: Plane, { size, landmarks, frame }: Face, value = 0): void {
  const cut = (indices: readonly number[], factor: number) =>
    fillPolygon(mask, size, scalePolygon(pointsOf(landmarks, indices), factor), value);
  cut(rightEyeSurround, 1);
  cut(leftEyeSurround, 1);
  cut(rightBrow, 1.18);
  cut(leftBrow, 1.18);
  cut(outerLips, 1.08);
  for (const nostril of [rightNostril, leftNostril]) {
    fillDisc(mask, size, meanPoint(pointsOf(landmarks, nostril)), nostrilRadius * frame.d, value);
  }
}

/**
 * Width over which treatment fades towards deep shade or hair, in units of d (the distance between the irises).
 * Otherwise treatment would draw an edge through the shade.
 */
const shadeEase = 0.04;

/**
 * Returns 1 on skin, decreasing to 0 near pixels whose colour is not skin. Eyes, brows, lips and nostrils are treated
 * as skin here. They have sharp edges, so treatment may extend close to them.
 */
function awayFromShade(skin: Plane, face: Face): Plane {
  const whole = skin.slice();
  cutFeatures(whole, face, 1);
  const soft = softened(whole, face.size, shadeEase * face.frame.d);
  for (let i = 0; i < soft.length; i++) soft[i] = smoothstep(0.45, 0.9, soft[i]!);
  return soft;
}

/**
 * Radius of a nostril, and width of the transition around it to full treatment, in units of d (the distance between the
 * irises). The shaded rim of a nostril is neither a spot nor a fold.
 */
const nostrilRadius = 0.055;
const nostrilEase = 0.06;

function easeNostrils(mask: Plane, { size, landmarks, frame }: Face): void {
  for (const nostril of [rightNostril, leftNostril]) {
    const [cx, cy] = meanPoint(pointsOf(landmarks, nostril));
    const reach = (nostrilRadius + nostrilEase) * frame.d;
    const right = Math.min(size.width - 1, cx + reach);
    for (let y = Math.max(0, Math.ceil(cy - reach)); y <= Math.min(size.height - 1, cy + reach); y++) {
      for (let x = Math.max(0, Math.ceil(cx - reach)); x <= right; x++)
        mask[y * size.width + x]! *= smoothstep(nostrilRadius * frame.d, reach, Math.hypot(x - cx, y - cy));
    }
  }
}

/**
 * Softens the mask: narrowly at eyes, brows and lips, and widely at the outline, where an edge would be visible on a
 * bald forehead. The mask never becomes larger.
 */
function feathered(mask: Plane, size: Size, d: number, fadeOut: Plane): Plane {
  const soft = gaussian(mask, size, Math.max(0.6, 0.006 * d));
  for (let i = 0; i < soft.length; i++) {
    soft[i] = mask[i] === 0 ? 0 : soft[i]! * smoothstep(0.5, 0.97, fadeOut[i]!);
  }
  return soft;
}
