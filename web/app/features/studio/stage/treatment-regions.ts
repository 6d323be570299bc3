import {
  faceOutline,
  forehead,
  glabella,
  leftBrow,
  leftCheek,
  leftCrowsFeet,
  leftNasolabial,
  leftUnderEye,
  outerLips,
  rightBrow,
  rightCheek,
  rightCrowsFeet,
  rightNasolabial,
  rightUnderEye,
} from '#engine/model/landmark-groups.ts';
import type { TreatmentName } from '#engine/dose-response.ts';
import type { Landmarks } from '#engine/picture.ts';

/** Around the pad of the chin, and along the lower jaw from its angle to the chin. */
const chin = [200, 421, 262, 369, 377, 152, 148, 140, 32, 201];
const rightJaw = [58, 172, 136, 150, 149, 176, 140, 170, 169, 135, 138, 215];
const leftJaw = [288, 397, 365, 379, 378, 400, 369, 395, 394, 364, 367, 435];

/** Outlines shown on the photo, as indices into the landmarks; the cheek without the point that dents it. What treats the whole skin is shown as the face. */
const outlines: Record<TreatmentName, readonly (readonly number[])[]> = {
  forehead: [forehead],
  glabella: [glabella],
  crows_feet: [rightCrowsFeet, leftCrowsFeet],
  brow_lift: [rightBrow, leftBrow],
  lips: [outerLips],
  cheek: [rightCheek.filter((index) => index !== 205), leftCheek.filter((index) => index !== 425)],
  chin: [chin],
  jawline: [rightJaw, leftJaw],
  tear_trough: [rightUnderEye, leftUnderEye],
  nasolabial: [rightNasolabial, leftNasolabial],
  redness: [faceOutline],
  pigment: [faceOutline],
  texture: [faceOutline],
  dark_circles: [rightUnderEye, leftUnderEye],
};

type XY = readonly [number, number];

/** A closed curve through the points, rounded: each segment is a cubic with Catmull-Rom tangents. */
function closedCurve(points: readonly XY[]): string {
  const at = (index: number): XY => points[(index + points.length) % points.length] ?? [0, 0];
  const round = (value: number) => value.toFixed(1);
  const segments = points.map((_, i) => {
    const [before, from, to, after] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const first = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6];
    const second = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6];
    return `C${[...first, ...second, ...to].map(round).join(' ')}`;
  });
  return `M${at(0).map(round).join(' ')}${segments.join('')}Z`;
}

/** SVG path of a treatment's regions in pixels of the photo; empty for a treatment this screen has no outline for. */
export function regionPath(id: string, landmarks: Landmarks): string {
  const rings = outlines[id as TreatmentName] ?? [];
  const pointsOf = (ring: readonly number[]) =>
    ring.flatMap((index): XY[] => (landmarks[index] ? [[landmarks[index][0], landmarks[index][1]]] : []));
  return rings.map((ring) => closedCurve(pointsOf(ring))).join('');
}
