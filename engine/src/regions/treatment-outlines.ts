import type { TreatmentName } from '../dose-response.ts';
import type { Point } from '../maths/polygon.ts';
import {
  chinPad,
  faceOutline,
  forehead,
  glabella,
  leftBrow,
  leftCheek,
  leftCrowsRays,
  leftMarionette,
  leftNasolabial,
  leftUnderEye,
  lowerLip,
  rightBrow,
  rightCheek,
  rightCrowsRays,
  rightMarionette,
  rightNasolabial,
  rightUnderEye,
  upperLip,
} from '../model/landmark-groups.ts';
import type { Landmarks } from '../picture.ts';
import { faceFrame } from './face-frame.ts';
import { neckOutline } from './neck.ts';
import { pointsOf } from './work-area.ts';

const eyes = [rightUnderEye, leftUnderEye];
// The outline of the cheek without the landmark that makes it concave.
const cheeks = [rightCheek.filter((index) => index !== 205), leftCheek.filter((index) => index !== 425)];
const chin = [200, 421, 262, 369, 377, 152, 148, 140, 32, 201];
/** Outlines along the lower jaw, from its angle to the chin. */
const jaws = [
  [58, 172, 136, 150, 149, 176, 140, 170, 169, 135, 138, 215],
  [288, 397, 365, 379, 378, 400, 369, 395, 394, 364, 367, 435],
];
const masseters = [
  [177, 132, 58, 172, 136, 135, 192, 213],
  [401, 361, 288, 397, 365, 364, 416, 433],
];
const temples = [
  [54, 21, 162, 127, 34, 139, 71],
  [284, 251, 389, 356, 264, 368, 301],
];
const noseBridge = [168, 193, 122, 196, 3, 195, 248, 419, 351, 417];

/** Landmarks of the outlines of each treatment. Treatments of the whole skin have the outline of the face. */
const outlines: Readonly<Record<Exclude<TreatmentName, 'neck_bands'>, readonly (readonly number[])[]>> = {
  forehead: [forehead],
  glabella: [glabella],
  crows_feet: [rightCrowsRays, leftCrowsRays],
  brow_lift: [rightBrow, leftBrow],
  masseter: masseters,
  lip_flip: [upperLip],
  chin_dimpling: [chinPad],
  upper_lip: [upperLip],
  lower_lip: [lowerLip],
  cheek: cheeks,
  chin: [chin],
  jawline: jaws,
  tear_trough: eyes,
  nasolabial: [rightNasolabial, leftNasolabial],
  marionette: [rightMarionette, leftMarionette],
  temples,
  nose_bridge: [noseBridge],
  redness: [faceOutline],
  pigment: [faceOutline],
  texture: [faceOutline],
  pores: [faceOutline],
  radiance: [faceOutline],
  dark_circles: eyes,
};

/** Returns the closed outlines of a treatment's regions, in pixels of the photo. They can be drawn over the photo. */
export function treatmentOutlines(name: TreatmentName, landmarks: Landmarks): Point[][] {
  if (name === 'neck_bands') return [neckOutline(landmarks, faceFrame(landmarks))];
  return outlines[name].map((outline) => pointsOf(landmarks, outline));
}
