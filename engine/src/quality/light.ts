import { faceOutline, forehead, leftCheek, rightCheek } from '../model/landmark-groups.ts';
import { planeOf } from '../maths/plane.ts';
import type { Plane } from '../maths/plane.ts';
import { fillPolygon } from '../maths/polygon.ts';
import { median } from '../maths/statistics.ts';
import type { Landmarks, Picture, Side } from '../picture.ts';
import { findSkin } from '../regions/skin-mask.ts';
import { pointsOf, workAreaOf } from '../regions/work-area.ts';
import type { WorkArea } from '../regions/work-area.ts';
import { photoLimits } from './thresholds.ts';

/** Light on the face, and how much of it is to be seen. Lightness is L*, 0–100. */
export interface LightFacts {
  /** Median of both cheeks; of the better lit one on a side picture. */
  readonly lightness: number;
  /** Difference of the cheeks' medians. */
  readonly unevenness: number;
  /** Share of the face outline that is blown out. */
  readonly clipped: number;
  /** Smallest share of skin-coloured pixels among forehead, cheeks, chin and the sides of the mouth. */
  readonly visible: number;
}

const blownOut = 97;
/** Chin and the strip between cheek and mouth on each side: where masks, scarves and hands are. */
const chin = [43, 106, 182, 83, 18, 313, 406, 335, 273, 422, 430, 394, 379, 400, 152, 176, 150, 169, 210, 202];
const rightMouthSide = [207, 214, 210, 43, 57, 186, 206];
const leftMouthSide = [427, 434, 430, 273, 287, 410, 426];

/** @param visibleSides the sides whose cheek faces the camera: both on a front picture. */
export function lightOnFace(picture: Picture, landmarks: Landmarks, visibleSides: readonly Side[]): LightFacts {
  const area = workAreaOf(picture, landmarks);
  const lights = visibleSides.map((side) => lightnessOf(area, cheekOn(side)));
  const face = valuesIn(area, area.lab.l, faceOutline);
  return {
    lightness: Math.max(...lights),
    unevenness: Math.max(...lights) - Math.min(...lights),
    clipped: share(face, (l) => l > blownOut),
    visible: Math.min(...skinShares(area, visibleSides).map(([, visible]) => visible)),
  };
}

/** Parts of the face that show too little skin, as landmarks around them. */
export function coveredParts(
  picture: Picture,
  landmarks: Landmarks,
  visibleSides: readonly Side[],
): (readonly number[])[] {
  return skinShares(workAreaOf(picture, landmarks), visibleSides)
    .filter(([, visible]) => visible < photoLimits.covered.warn)
    .map(([part]) => part);
}

/** Landmarks around the cheek that lies in the shade. */
export function darkerCheek(picture: Picture, landmarks: Landmarks): readonly number[] {
  const area = workAreaOf(picture, landmarks);
  return lightnessOf(area, rightCheek) < lightnessOf(area, leftCheek) ? rightCheek : leftCheek;
}

function skinShares(area: WorkArea, sides: readonly Side[]): [part: readonly number[], visible: number][] {
  const { mask } = findSkin(area);
  const mouthSides = sides.map((side) => (side === 'right' ? rightMouthSide : leftMouthSide));
  return [forehead, chin, ...sides.map(cheekOn), ...mouthSides].map((part) => [
    part,
    share(valuesIn(area, mask, part), (skin) => skin > 0.5),
  ]);
}

function cheekOn(side: Side): readonly number[] {
  return side === 'right' ? rightCheek : leftCheek;
}

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
