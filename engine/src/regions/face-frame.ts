import type { Landmarks } from '../picture.ts';
import { leftIris, rightIris } from '../model/landmark-groups.ts';

/**
 * The coordinate system of a face, in pixels. The origin is between the irises, and x points towards the patient's left
 * eye.
 */
export interface FaceFrame {
  /**
   * d, the distance between the centres of the irises, in pixels. It includes the depth, so that it is the same for a
   * turned head.
   */
  readonly d: number;
  readonly x: number;
  readonly y: number;
  /** (ex, ey) is the unit vector from the right to the left eye; (−ey, ex) points down the face. */
  readonly ex: number;
  readonly ey: number;
  /**
   * Millimetres per pixel, computed from the horizontal diameter of the iris. This diameter is 11.7 mm ± 10 % in adults
   * (Rüfer et al. 2005).
   */
  readonly mmPerPx: number;
  /**
   * Length of the line between the eyes in the image, divided by its true length: 1 from the front, about 0.8 at 35°.
   */
  readonly foreshortening: number;
}

export const irisDiameter_mm = 11.7;

export function interocularDistance(landmarks: Landmarks): number {
  const right = landmarks[rightIris[0]!]!;
  const left = landmarks[leftIris[0]!]!;
  return Math.hypot(right[0] - left[0], right[1] - left[1], right[2] - left[2]);
}

export function faceFrame(landmarks: Landmarks): FaceFrame {
  const right = landmarks[rightIris[0]!]!;
  const left = landmarks[leftIris[0]!]!;
  const d = Math.max(1, interocularDistance(landmarks));
  const inPicture = Math.max(1, Math.hypot(left[0] - right[0], left[1] - right[1]));
  // A turned head makes the irises narrower by the same factor as the distance between them.
  const foreshortening = Math.min(1, inPicture / d);
  return {
    d,
    x: (right[0] + left[0]) / 2,
    y: (right[1] + left[1]) / 2,
    ex: (left[0] - right[0]) / inPicture,
    ey: (left[1] - right[1]) / inPicture,
    mmPerPx: (irisDiameter_mm * foreshortening) / irisDiameter(landmarks),
    foreshortening,
  };
}

/** Returns the mean horizontal diameter of both irises, in pixels. */
function irisDiameter(landmarks: Landmarks): number {
  return Math.max(
    1,
    (distance(landmarks, rightIris[1]!, rightIris[3]!) + distance(landmarks, leftIris[1]!, leftIris[3]!)) / 2,
  );
}

function distance(landmarks: Landmarks, a: number, b: number): number {
  const p = landmarks[a]!;
  const q = landmarks[b]!;
  return Math.hypot(p[0] - q[0], p[1] - q[1]);
}
