import { faceOutline, forehead, leftCheek, outerLips, rightCheek } from '../model/landmark-groups.ts';
import { gaussian } from '../maths/gaussian.ts';
import { planeOf } from '../maths/plane.ts';
import type { Plane } from '../maths/plane.ts';
import { fillPolygon } from '../maths/polygon.ts';
import { median, percentile } from '../maths/statistics.ts';
import type { Landmarks, Picture, Side } from '../picture.ts';
import { findSkin } from '../regions/skin-mask.ts';
import type { SkinColour } from '../regions/skin-mask.ts';
import { pointsOf, workAreaOf } from '../regions/work-area.ts';
import type { WorkArea } from '../regions/work-area.ts';
import { photoLimits } from './thresholds.ts';

/** Light on the face, and how much of the face is visible. Lightness is L*, 0–100. */
export interface LightFacts {
  /**
   * The higher of two values: the median L* of the better lit cheek, and the L* of the brightest parts of the face
   * (whites of the eyes, teeth, a highlight) minus `brighterThanSkin`. So a face with dark skin counts as well lit if
   * its eyes are bright.
   */
  readonly lightness: number;
  /**
   * Light on the brighter cheek divided by the light on the other cheek; 2 is one stop. The ratio depends on the lamp
   * and not on the skin.
   */
  readonly unevenness: number;
  /** Share of the area inside the face outline that is overexposed. */
  readonly clipped: number;
  /**
   * Share of pixels that show skin or a beard, in the part of the face with the lowest share. The parts are forehead,
   * cheeks, chin and the sides of the mouth.
   */
  readonly visible: number;
}

const blownOut = 97;
/**
 * The brightest part of a face is above this percentile of its lightness. On a person with very dark skin in good
 * light, the L* of this part is at most `brighterThanSkin` above the L* of the skin.
 */
const brightest = 0.99;
const brighterThanSkin = 25;
/**
 * Outlines of the chin, and of the strip between cheek and mouth on each side. Masks, scarves and hands cover these
 * parts.
 */
const chin = [43, 106, 182, 83, 18, 313, 406, 335, 273, 422, 430, 394, 379, 400, 152, 176, 150, 169, 210, 202];
const rightMouthSide = [207, 214, 210, 43, 57, 186, 206];
const leftMouthSide = [427, 434, 430, 273, 287, 410, 426];

/**
 * Measures the light on the face.
 * @param visibleSides the sides whose cheek is visible; both sides in a photo from the front
 */
export function lightOnFace(picture: Picture, landmarks: Landmarks, visibleSides: readonly Side[]): LightFacts {
  const area = workAreaOf(picture, landmarks);
  const lights = visibleSides.map((side) => lightnessOf(area, cheekOn(side)));
  const face = valuesIn(area, area.lab.l, faceOutline);
  return {
    lightness: Math.max(...lights, percentile(face, brightest) - brighterThanSkin),
    unevenness: lightOf(Math.max(...lights)) / lightOf(Math.min(...lights)),
    clipped: share(face, (l) => l > blownOut),
    visible: Math.min(...skinShares(area, visibleSides).map(([, visible]) => visible)),
  };
}

/** Returns the parts of the face that show too little skin, each as the landmarks of its outline. */
export function coveredParts(
  picture: Picture,
  landmarks: Landmarks,
  visibleSides: readonly Side[],
): (readonly number[])[] {
  return skinShares(workAreaOf(picture, landmarks), visibleSides)
    .filter(([, visible]) => visible < photoLimits.covered.warn)
    .map(([part]) => part);
}

/** Returns the landmarks of the outline of the darker cheek. */
export function darkerCheek(picture: Picture, landmarks: Landmarks): readonly number[] {
  const area = workAreaOf(picture, landmarks);
  return lightnessOf(area, rightCheek) < lightnessOf(area, leftCheek) ? rightCheek : leftCheek;
}

function skinShares(area: WorkArea, sides: readonly Side[]): [part: readonly number[], visible: number][] {
  const { mask, colour } = findSkin(area);
  const mouthSides = sides.map((side) => (side === 'right' ? rightMouthSide : leftMouthSide));
  const beard = beardOf(area, colour, [chin, ...mouthSides]);
  const skinOn = (part: readonly number[]) => share(valuesIn(area, mask, part), (skin) => skin > 0.5);
  const grownOver = (part: readonly number[]) => (beard ? share(valuesIn(area, beard, part), (hair) => hair > 0.5) : 0);
  return [
    ...[forehead, ...sides.map(cheekOn)].map((part) => [part, skinOn(part)] as [readonly number[], number]),
    ...[chin, ...mouthSides].map(
      (part) => [part, Math.min(1, skinOn(part) + grownOver(part))] as [readonly number[], number],
    ),
  ];
}

/**
 * Limits for the hair of a beard. Hair is darker than the skin under it, its colour is weaker and never blue, and its
 * strands look rough.
 */
const hair = { darker: 0.8, leastA: -3, leastB: -5, roughness: 1.3 } as const;
/**
 * Minimum difference of a* between the lips and the beard around them. If the difference is smaller, a dark scarf may
 * hide the lips, so the area is not treated as a beard.
 */
const redderLips = 3;

/** Returns 1 for pixels of a beard. Null if nothing on the lower face looks like a beard. */
function beardOf(area: WorkArea, skin: SkinColour, parts: readonly (readonly number[])[]): Plane | null {
  const { lab, size, frame } = area;
  const around = gaussian(lab.l, size, 0.008 * frame.d);
  const isHair = lab.l.map((l, i) => {
    const [a, b] = [lab.a[i]!, lab.b[i]!];
    const isGrey = Math.hypot(a, b) < Math.hypot(skin.a, skin.b) && a > hair.leastA && b > hair.leastB;
    return l < hair.darker * skin.l && isGrey ? 1 : 0;
  });
  const rough = lab.l.map((l, i) => (isHair[i] === 1 ? (Math.abs(l - around[i]!) * 76) / (around[i]! + 16) : -1));
  const strands = parts.flatMap((part) => valuesIn(area, rough, part)).filter((value) => value >= 0);
  if (mean(strands) < hair.roughness) return null;
  const hairs = isHair.map((own, i) => (own === 1 ? lab.a[i]! : NaN));
  const beside = parts.flatMap((part) => valuesIn(area, hairs, part)).filter((a) => !Number.isNaN(a));
  return median(valuesIn(area, lab.a, outerLips)) - median(beside) > redderLips ? isHair : null;
}

function cheekOn(side: Side): readonly number[] {
  return side === 'right' ? rightCheek : leftCheek;
}

/** Returns the light that corresponds to an L*, as a share of the light of white. */
const lightOf = (l: number): number => ((l + 16) / 116) ** 3;

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

function lightnessOf(area: WorkArea, part: readonly number[]): number {
  return median(valuesIn(area, area.lab.l, part));
}

function valuesIn({ size, landmarks }: WorkArea, plane: Plane, polygon: readonly number[]): number[] {
  const part = planeOf(size);
  fillPolygon(part, size, pointsOf(landmarks, polygon));
  const values: number[] = [];
  for (let i = 0; i < part.length; i += 3) if (part[i]! > 0) values.push(plane[i]!);
  return values;
}

function share(values: readonly number[], test: (value: number) => boolean): number {
  return values.length === 0 ? 0 : values.filter(test).length / values.length;
}
