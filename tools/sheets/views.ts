import type { TreatmentName } from '../../engine/src/dose-response.ts';
import {
  faceOutline,
  leftBrow,
  leftEye,
  outerLips,
  rightBrow,
  rightEye,
} from '../../engine/src/model/landmark-groups.ts';

const upper = [10, 54, 284, ...rightBrow, ...leftBrow, ...rightEye, ...leftEye, 116, 345];
const middle = [...rightBrow, ...leftBrow, 234, 454, ...outerLips];
const mouth = [...outerLips, 2, 205, 425, 199];
/**
 * Landmarks for the crop of the neck. The mesh has no points on the neck, so the neck is in the margin below these
 * landmarks.
 */
const neck = [132, 361, 152, 13];
const lower = [50, 280, 58, 288, ...outerLips, 152];

const views: Readonly<Partial<Record<TreatmentName, readonly number[]>>> = {
  forehead: upper,
  glabella: upper,
  crows_feet: upper,
  brow_lift: upper,
  lip_flip: mouth,
  chin_dimpling: lower,
  upper_lip: mouth,
  lower_lip: mouth,
  tear_trough: middle,
  dark_circles: middle,
  nasolabial: lower,
  marionette: lower,
  nose_bridge: middle,
  temples: upper,
  neck_bands: neck,
};

/** Returns the landmarks that a sheet's crops show. By default, the crops show the whole face. */
export function viewOf(name: TreatmentName | null): readonly number[] {
  return (name && views[name]) ?? faceOutline;
}
