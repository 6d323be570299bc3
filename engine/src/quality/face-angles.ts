import type { Landmarks } from '../picture.ts';

/** Degrees. Yaw is positive when the nose points to the right of the unmirrored picture (right side of the face shown). */
export interface FaceAngles {
  yaw: number;
  pitch: number;
  roll: number;
}

const degrees = 180 / Math.PI;
// Ends of the face's width and height, and the outer eye corners.
const rightEnd = 234;
const leftEnd = 454;
const top = 10;
const bottom = 152;
const rightEyeCorner = 33;
const leftEyeCorner = 263;

/** Head rotation from the mesh's depth. It is exact to a few degrees, which is enough to refuse a wrong pose. */
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
