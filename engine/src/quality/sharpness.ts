import type { Bounds } from '../maths/plane.ts';
import { meshPointCount } from '../model/landmark-groups.ts';
import type { Landmarks, Picture } from '../picture.ts';

/** Width to which the face is scaled, so that the measure does not depend on the camera's resolution. */
const faceWidth_px = 256;
const grey = 128;

/**
 * Returns the variance of the Laplacian (Pech-Pacheco et al. 2000) of the face, scaled to a width of 256 px. The
 * brightness is first scaled to mid-grey, because a dark image in focus has a smaller variance. A sharp portrait has
 * about 290, a blur of 1 px gives about 80, and a blur of 2 px gives less than 30.
 */
export function faceSharpness(picture: Picture, landmarks: Landmarks): number {
  return sharpnessOf(picture, boxAroundMesh(landmarks), scaleOf(landmarks));
}

/** Returns the sharpness of a part of the image, at the scale of the face. It shows which parts are in focus. */
export function partSharpness(picture: Picture, landmarks: Landmarks, part: Bounds): number {
  return sharpnessOf(picture, part, scaleOf(landmarks));
}

interface GreyFace {
  values: Float32Array;
  width: number;
  height: number;
}

function sharpnessOf(picture: Picture, part: Bounds, scale: number): number {
  const face = scaledPart(picture, part, scale);
  let brightness = 0;
  for (const value of face.values) brightness += value / face.values.length;
  return laplacianVariance(face, grey / Math.max(1, brightness));
}

function boxAroundMesh(landmarks: Landmarks): Bounds {
  const mesh = landmarks.slice(0, meshPointCount);
  const xs = mesh.map(([x]) => x);
  const ys = mesh.map(([, y]) => y);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

/** Returns the number of photo pixels for one pixel of the scaled face, on each axis. */
function scaleOf(landmarks: Landmarks): number {
  const { left, right } = boxAroundMesh(landmarks);
  return (right - left) / faceWidth_px;
}

function scaledPart(picture: Picture, { left, top, right, bottom }: Bounds, scale: number): GreyFace {
  const width = Math.max(3, Math.round((right - left) / scale));
  const height = Math.max(3, Math.round((bottom - top) / scale));
  const values = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) values[y * width + x] = meanGrey(picture, left + x * scale, top + y * scale, scale);
  }
  return { values, width, height };
}

/** Returns the mean luma of a square cell, with about one sample per pixel. */
function meanGrey({ width, height, data }: Picture, left: number, top: number, size: number): number {
  const samples = Math.max(1, Math.round(size));
  let sum = 0;
  for (let k = 0; k < samples * samples; k++) {
    const x = left + (((k % samples) + 0.5) / samples) * size;
    const y = top + ((Math.floor(k / samples) + 0.5) / samples) * size;
    const column = Math.min(width - 1, Math.max(0, Math.floor(x)));
    const row = Math.min(height - 1, Math.max(0, Math.floor(y)));
    const o = (row * width + column) * 4;
    sum += 0.299 * data[o]! + 0.587 * data[o + 1]! + 0.114 * data[o + 2]!;
  }
  return sum / (samples * samples);
}

function laplacianVariance({ values, width, height }: GreyFace, gain: number): number {
  let sum = 0;
  let squares = 0;
  for (let y = 1; y < height - 1; y++) {
    for (let i = y * width + 1; i < (y + 1) * width - 1; i++) {
      const laplacian =
        (values[i - 1]! + values[i + 1]! + values[i - width]! + values[i + width]! - 4 * values[i]!) * gain;
      sum += laplacian;
      squares += laplacian * laplacian;
    }
  }
  const count = (width - 2) * (height - 2);
  return squares / count - (sum / count) ** 2;
}
