import type { Landmarks } from '../picture.ts';

/**
 * Rotation of the head in degrees. Yaw is positive if the nose points to the right of the unmirrored image, so that the
 * right side of the face is visible.
 */
export interface FaceAngles {
  yaw: number;
  pitch: number;
  roll: number;
}

const degrees = 180 / Math.PI;
// Landmarks at the ends of the face's width and height, and at the outer corners of the eyes.
const rightEnd = 234;
const leftEnd = 454;
const top = 10;
const bottom = 152;
const rightEyeCorner = 33;
const leftEyeCorner = 263;

/**
 * Computes the rotation of the head from the depth of the landmarks. The result is exact to a few degrees, which is
 * enough to refuse a wrong pose.
 */
export function faceAngles(landmarks: Landmarks): FaceAngles {
  const across = difference(landmarks, rightEnd, leftEnd);
  const down = difference(landmarks, top, bottom);
  const eyes = difference(landmarks, rightEyeCorner, leftEyeCorner);
  return {
    yaw: Math.atan2(across[2], Math.hypot(across[0], across[1])) * degrees,
    pitch: Math.atan2(down[2], Math.hypot(down[0], down[1])) * degrees,
    roll: Math.atan2(eyes[1], eyes[0]) * degrees,
  };
}

function difference(landmarks: Landmarks, from: number, to: number): [number, number, number] {
  const a = landmarks[from]!;
  const b = landmarks[to]!;
  return [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
}
