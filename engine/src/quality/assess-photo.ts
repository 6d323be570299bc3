import type { Landmarks, Picture, Pose } from '../picture.ts';
import { interocularDistance } from '../regions/face-frame.ts';
import { eyeOpenness } from './eyes.ts';
import { faceAngles } from './face-angles.ts';
import type { FaceAngles } from './face-angles.ts';
import { lightOnFace } from './light.ts';
import { photoFaultCodes } from './photo-report.ts';
import type { PhotoFault, PhotoFaultCode, PhotoReport } from './photo-report.ts';
import { faceSharpness } from './sharpness.ts';
import { frameLimits, photoLimits } from './thresholds.ts';

/**
 * Assesses a finished photo, from the camera or an uploaded file. It runs in the browser.
 *
 * @param landmarks landmarks of the most certain face; null if there is no face
 * @param faceCount number of faces that the detector found
 */
export function assessPhoto(
  picture: Picture,
  landmarks: Landmarks | null,
  pose: Pose,
  faceCount = landmarks ? 1 : 0,
): PhotoReport {
  if (!landmarks) return withoutFace(faceCount);
  const angles = faceAngles(landmarks);
  const sharpness = faceSharpness(picture, landmarks);
  const size = interocularDistance(landmarks);
  const found = [
    faceCount > 1 ? fault('several_faces', 'reject', faceCount, 1) : null,
    below('too_small', size, photoLimits.size),
    poseFault(angles, pose),
    below('blurred', sharpness, photoLimits.sharpness),
    eyesFault(landmarks),
    ...lightFaults(picture, landmarks, pose),
  ].filter((entry) => entry !== null);
  const faults = found.sort(byGravity);
  return {
    faults,
    isUsable: !faults.some(({ level }) => level === 'reject'),
    facts: { face_count: faceCount, ...angles, sharpness, size_px: size },
  };
}

function withoutFace(faceCount: number): PhotoReport {
  const facts = { face_count: faceCount, yaw: null, pitch: null, roll: null, sharpness: null, size_px: null };
  return { faults: [fault('no_face', 'reject', 0, 1)], isUsable: false, facts };
}

function lightFaults(picture: Picture, landmarks: Landmarks, pose: Pose): (PhotoFault | null)[] {
  const light = lightOnFace(picture, landmarks, pose === 'front' ? ['right', 'left'] : [pose]);
  return [
    below('too_dark', light.lightness, photoLimits.darkest),
    above('too_bright', light.lightness, photoLimits.brightest),
    above('clipped', light.clipped, photoLimits.clipped),
    below('covered', light.visible, photoLimits.covered),
    pose === 'front' ? above('uneven_light', light.unevenness, photoLimits.unevenLight) : null,
  ];
}

function eyesFault(landmarks: Landmarks): PhotoFault | null {
  const openness = eyeOpenness(landmarks);
  return openness < frameLimits.minEyeOpenness
    ? fault('eyes_closed', 'reject', openness, frameLimits.minEyeOpenness)
    : null;
}

/**
 * Returns a fault for the angle that is furthest outside its allowed range. If this angle is outside by only a few
 * degrees, the fault is a warning.
 */
function poseFault({ yaw, pitch, roll }: FaceAngles, pose: Pose): PhotoFault | null {
  const turned = pose === 'front' ? Math.abs(yaw) : pose === 'right' ? yaw : -yaw;
  const misses = [
    { value: turned, limit: frameLimits.sideYawMin, excess: pose === 'front' ? 0 : frameLimits.sideYawMin - turned },
    ...[
      { value: turned, limit: pose === 'front' ? frameLimits.frontYaw : frameLimits.sideYawMax },
      { value: Math.abs(pitch), limit: frameLimits.maxPitch },
      { value: Math.abs(roll), limit: frameLimits.maxRoll },
    ].map(({ value, limit }) => ({ value, limit, excess: value - limit })),
  ];
  const worst = misses.reduce((most, miss) => (miss.excess > most.excess ? miss : most));
  if (worst.excess <= 0) return null;
  return fault('wrong_pose', worst.excess > photoLimits.poseSlack ? 'reject' : 'warn', worst.value, worst.limit);
}

interface Limits {
  readonly warn: number;
  readonly reject: number;
}

function below(code: PhotoFaultCode, value: number, { warn, reject }: Limits): PhotoFault | null {
  if (value < reject) return fault(code, 'reject', value, reject);
  return value < warn ? fault(code, 'warn', value, warn) : null;
}

function above(code: PhotoFaultCode, value: number, { warn, reject }: Limits): PhotoFault | null {
  if (value > reject) return fault(code, 'reject', value, reject);
  return value > warn ? fault(code, 'warn', value, warn) : null;
}

function fault(code: PhotoFaultCode, level: PhotoFault['level'], value: number, limit: number): PhotoFault {
  return { code, level, value, limit };
}

function byGravity(a: PhotoFault, b: PhotoFault): number {
  if (a.level !== b.level) return a.level === 'reject' ? -1 : 1;
  return photoFaultCodes.indexOf(a.code) - photoFaultCodes.indexOf(b.code);
}
