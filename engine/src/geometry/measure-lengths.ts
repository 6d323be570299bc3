import { leftIris, rightIris } from '../model/landmark-groups.ts';
import type { Landmarks } from '../picture.ts';
import { faceAngles } from '../quality/face-angles.ts';
import { faceFrame, irisDiameter_mm } from '../regions/face-frame.ts';

/** A length on a face, with the half width of its 95 % confidence interval. */
export interface Length {
  readonly mm: number;
  /** Half the width of the interval, in millimetres. */
  readonly uncertainty_mm: number;
}

export interface Scale {
  readonly mmPerPx: number;
  /** Standard error of the scale, as a share of `mmPerPx`. */
  readonly error: number;
}

/**
 * The horizontal diameter of an adult iris is 11.71 mm on average, with a standard deviation of 0.42 mm between people
 * (Rüfer, Schröder, Erb 2005). A better photo does not remove the error that follows from this deviation. But the error
 * is the same in every photo of one person.
 */
const irisSpread = 0.42 / 11.71;
/** Precision with which the rims of both irises are found, as a share of the distance between the irises. */
const rimError = 0.004;
/** Jitter of a landmark between photos of a still face, as a share of the distance between the irises. */
const pointError = 0.004;
const confidence = 1.96;

export function scaleOf(landmarks: Landmarks): Scale {
  const { d, mmPerPx, foreshortening } = faceFrame(landmarks);
  const diameter_px = (irisDiameter_mm * foreshortening) / mmPerPx;
  return { mmPerPx, error: Math.hypot(irisSpread, (rimError * d) / diameter_px, imbalance(landmarks)) };
}

/**
 * Returns half the difference between the diameters of the irises, as a share of the sum of both diameters. A bad fit
 * makes the value large. For a turned head the function returns a fixed value.
 */
function imbalance(landmarks: Landmarks): number {
  const [right, left] = [rightIris, leftIris].map((iris) => distance(landmarks[iris[1]!]!, landmarks[iris[3]!]!)) as [
    number,
    number,
  ];
  const { yaw } = faceAngles(landmarks);
  // On a turned head the nearer iris looks larger even if the fit is good, so a fixed value replaces the difference.
  return Math.abs(yaw) > 12 ? 0.03 : Math.abs(right - left) / (2 * Math.max(1, right + left));
}

/**
 * Measures a line that the doctor drew on a photo. The line must lie across the direction of view, because a line
 * towards the camera looks shorter than it is.
 *
 * @param from start of the line, in pixels of the photo
 * @param to end of the line, in pixels of the photo
 */
export function measureLine(
  landmarks: Landmarks,
  from: readonly [number, number],
  to: readonly [number, number],
): Length {
  return lengthOf(landmarks, Math.hypot(to[0] - from[0], to[1] - from[1]));
}

/**
 * The lengths that doctors look up most. Each is the distance between two landmarks in three dimensions. Right and left
 * are the patient's own.
 */
const lengths = {
  face_width: [234, 454],
  jaw_width: [172, 397],
  face_height: [10, 152],
  lower_face: [2, 152],
  mouth_width: [61, 291],
  upper_lip: [0, 13],
  lower_lip: [14, 17],
  brow_right: [159, 105],
  brow_left: [386, 334],
  nose_length: [168, 4],
  nose_width: [129, 358],
  chin_height: [17, 152],
} as const satisfies Record<string, readonly [number, number]>;

export type LengthName = keyof typeof lengths;
export const lengthNames = Object.keys(lengths) as LengthName[];

/** Measures every named length of a face. */
export function measureFace(landmarks: Landmarks): Readonly<Record<LengthName, Length>> {
  const measured = lengthNames.map((name) => {
    const [from, to] = lengths[name];
    const [p, q] = [landmarks[from]!, landmarks[to]!];
    return [name, lengthOf(landmarks, Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]))] as const;
  });
  return Object.fromEntries(measured) as Record<LengthName, Length>;
}

/**
 * Returns the change of a length between two photos of one person. The iris is the same in both photos, so its
 * variation between people cancels out. Only the errors of detecting the iris and the landmarks remain.
 */
export function lengthChange(name: LengthName, before: Landmarks, after: Landmarks): Length {
  const [first, second] = [measureFace(before)[name], measureFace(after)[name]];
  const own = [before, after].map((landmarks) => {
    const { error } = scaleOf(landmarks);
    const finding = Math.sqrt(Math.max(0, error ** 2 - irisSpread ** 2));
    return Math.hypot(finding * second.mm, pointError_mm(landmarks));
  }) as [number, number];
  return { mm: second.mm - first.mm, uncertainty_mm: confidence * Math.hypot(...own) };
}

function lengthOf(landmarks: Landmarks, length_px: number): Length {
  const { mmPerPx, error } = scaleOf(landmarks);
  const mm = length_px * mmPerPx;
  return { mm, uncertainty_mm: confidence * Math.hypot(error * mm, pointError_mm(landmarks)) };
}

/**
 * Returns the standard error of a length, in millimetres. The error comes from the jitter of the landmarks at both
 * ends.
 */
function pointError_mm(landmarks: Landmarks): number {
  const { d, mmPerPx } = faceFrame(landmarks);
  return Math.SQRT2 * pointError * d * mmPerPx;
}

function distance([ax, ay]: readonly number[], [bx, by]: readonly number[]): number {
  return Math.hypot(ax! - bx!, ay! - by!);
}
