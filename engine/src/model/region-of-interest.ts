import type { Landmarks } from '../picture.ts';
import type { DetectedFace } from './detected-face.ts';
import { meshPointCount } from './landmark-groups.ts';

/** A rotated square of an image: its centre and side in pixels, and its angle in radians. */
export interface RegionOfInterest {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly angle: number;
}

/** Side of the square divided by the larger side of the face's box, as in MediaPipe. */
const margin = 1.5;
const rightEyeCorner = 33;
const leftEyeCorner = 263;

export function regionOfDetection(face: DetectedFace): RegionOfInterest {
  const [rightEye, leftEye] = face.keyPoints as [readonly [number, number], readonly [number, number]];
  return {
    x: face.x,
    y: face.y,
    size: margin * Math.max(face.width, face.height),
    angle: Math.atan2(leftEye[1] - rightEye[1], leftEye[0] - rightEye[0]),
  };
}

/**
 * Returns the square around known landmarks, aligned with the line through the eyes. The second pass and the next
 * video frame use this square.
 */
export function regionOfLandmarks(landmarks: Landmarks): RegionOfInterest {
  const right = landmarks[rightEyeCorner]!;
  const left = landmarks[leftEyeCorner]!;
  const angle = Math.atan2(left[1] - right[1], left[0] - right[0]);
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const box = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  for (const [x, y] of landmarks.slice(0, meshPointCount)) {
    const across = x * cos + y * sin;
    const down = y * cos - x * sin;
    box.left = Math.min(box.left, across);
    box.right = Math.max(box.right, across);
    box.top = Math.min(box.top, down);
    box.bottom = Math.max(box.bottom, down);
  }
  const across = (box.left + box.right) / 2;
  const down = (box.top + box.bottom) / 2;
  return {
    x: across * cos - down * sin,
    y: across * sin + down * cos,
    size: margin * Math.max(box.right - box.left, box.bottom - box.top),
    angle,
  };
}
