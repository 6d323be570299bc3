import { faceOutline, leftEye, meshPointCount, rightEye } from '../model/landmark-groups.ts';
import { readLab } from '../maths/lab.ts';
import type { Bounds } from '../maths/plane.ts';
import { median } from '../maths/statistics.ts';
import type { DetectedFace } from '../model/detected-face.ts';
import type { Landmarks, Picture, Pose } from '../picture.ts';
import { interocularDistance } from '../regions/face-frame.ts';
import { faceAngles } from './face-angles.ts';
import { guideOval } from './guide-frame.ts';
import type { Rect } from './guide-frame.ts';
import { coveredParts, darkerCheek } from './light.ts';
import type { PhotoFaultCode, PhotoReport } from './photo-report.ts';
import { partSharpness } from './sharpness.ts';
import { frameLimits, photoLimits } from './thresholds.ts';

/** A point as shares of the image's width and height. */
type SharePoint = readonly [x: number, y: number];

/**
 * A mark that a screen draws over the photo to show a fault: closed outlines around the faulty area, or the direction
 * in which to move the head.
 */
export interface PhotoMark {
  readonly code: PhotoFaultCode;
  readonly outlines: readonly (readonly SharePoint[])[];
  /** The movement of the head that corrects a wrong pose. Absent for other faults. */
  readonly move?: HeadMove;
}

export interface HeadMove {
  /** Direction of the movement. Right and left are the person's own. Tilting moves the head towards a shoulder. */
  readonly way: 'turn_right' | 'turn_left' | 'look_up' | 'look_down' | 'tilt_right' | 'tilt_left';
  readonly degrees: number;
}

/** Number of cells on each side of the grid over the face. */
const cells = 7;

interface Judged {
  readonly picture: Picture;
  readonly landmarks: Landmarks;
  readonly pose: Pose;
  readonly faces: readonly DetectedFace[];
}

const marks: Readonly<Record<PhotoFaultCode, (judged: Judged) => Omit<PhotoMark, 'code'>>> = {
  no_face: () => ({ outlines: [] }),
  several_faces: ({ picture, faces }) => ({
    outlines: faces.slice(1).map((face) => boxOf(picture, boxAroundFace(face))),
  }),
  too_small: ({ picture, landmarks }) => ({ outlines: [boxOf(picture, boxToFill(picture, landmarks))] }),
  wrong_pose: ({ landmarks, pose }) => ({ outlines: [], move: headMove(landmarks, pose) }),
  blurred: (judged) => ({ outlines: cellsWhere(judged, isBlurred) }),
  too_dark: (judged) => ({ outlines: cellsWhere(judged, (l) => median(l) < photoLimits.darkest.warn) }),
  too_bright: (judged) => ({ outlines: cellsWhere(judged, (l) => median(l) > photoLimits.brightest.warn) }),
  clipped: (judged) => ({
    outlines: cellsWhere(judged, (l) => l.filter((value) => value > 97).length > 0.1 * l.length),
  }),
  covered: ({ picture, landmarks, pose }) => ({
    outlines: coveredParts(picture, landmarks, pose === 'front' ? ['right', 'left'] : [pose]).map((part) =>
      polygonOf(picture, landmarks, part),
    ),
  }),
  eyes_closed: ({ picture, landmarks }) => ({
    outlines: [rightEye, leftEye].map((eye) => polygonOf(picture, landmarks, eye)),
  }),
  uneven_light: ({ picture, landmarks }) => ({
    outlines: [polygonOf(picture, landmarks, darkerCheek(picture, landmarks))],
  }),
};

/** Returns the mark for each fault of a report, in the order of the report. */
export function markFaults(
  picture: Picture,
  landmarks: Landmarks | null,
  pose: Pose,
  report: PhotoReport,
  faces: readonly DetectedFace[] = [],
): PhotoMark[] {
  return report.faults.map(({ code }) => ({
    code,
    ...(landmarks ? marks[code]({ picture, landmarks, pose, faces }) : { outlines: [] }),
  }));
}

/**
 * Returns the parts of the face outline that lie outside the oval of the capture, in pixels of the frame. Empty if the
 * whole outline is inside.
 */
export function outsideOval(landmarks: Landmarks, guide: Rect, pose: Pose): [x: number, y: number][][] {
  const oval = guideOval(guide);
  const limit = pose === 'front' ? frameLimits.ovalTolerance : frameLimits.sideOvalTolerance;
  const runs: [number, number][][] = [];
  let run: [number, number][] | null = null;
  for (const index of [...faceOutline, faceOutline[0]!]) {
    const [x, y] = landmarks[index]!;
    const isOut = Math.hypot((x - oval.x) / oval.radius_x, (y - oval.y) / oval.radius_y) > limit;
    if (!isOut) run = null;
    else if (run) run.push([x, y]);
    else runs.push((run = [[x, y]]));
  }
  return runs;
}

/** Returns an instruction for the angle that is furthest outside its allowed range. */
function headMove(landmarks: Landmarks, pose: Pose): HeadMove {
  const { yaw, pitch, roll } = faceAngles(landmarks);
  const { frontYaw, sideYawMin, sideYawMax } = frameLimits;
  const middle = (sideYawMin + sideYawMax) / 2;
  const wanted = pose === 'front' ? 0 : pose === 'right' ? middle : -middle;
  const turn = yaw - wanted;
  const allowed = pose === 'front' ? frontYaw : (sideYawMax - sideYawMin) / 2;
  // Positive yaw shows the right side of the face, because the person has turned to their own left.
  const moves: (HeadMove & { excess: number })[] = [
    {
      way: turn > 0 ? 'turn_right' : 'turn_left',
      degrees: Math.abs(turn),
      excess: Math.abs(turn) - allowed,
    },
    {
      way: pitch > 0 ? 'look_up' : 'look_down',
      degrees: Math.abs(pitch),
      excess: Math.abs(pitch) - frameLimits.maxPitch,
    },
    {
      way: roll > 0 ? 'tilt_right' : 'tilt_left',
      degrees: Math.abs(roll),
      excess: Math.abs(roll) - frameLimits.maxRoll,
    },
  ];
  const { way, degrees } = moves.reduce((most, move) => (move.excess > most.excess ? move : most));
  return { way, degrees };
}

function cellsWhere(
  judged: Judged,
  test: (lightness: number[], cell: Bounds, judged: Judged) => boolean,
): SharePoint[][] {
  const { picture } = judged;
  return faceCells(judged)
    .filter((cell) => test(lightnessIn(picture, cell), cell, judged))
    .map((cell) => boxOf(picture, cell));
}

/**
 * Returns whether a cell is blurred. A smooth cheek in focus has little detail, but even its cell has a sharpness of
 * 45, which is above the limit.
 */
function isBlurred(_: number[], cell: Bounds, { picture, landmarks }: Judged): boolean {
  return partSharpness(picture, landmarks, cell) < photoLimits.sharpness.reject;
}

/** Returns the cells of the grid whose centre lies in the ellipse of the face. */
function faceCells({ picture, landmarks }: Judged): Bounds[] {
  const box = boxAroundMesh(picture, landmarks);
  const [w, h] = [(box.right - box.left) / cells, (box.bottom - box.top) / cells];
  const found: Bounds[] = [];
  for (let row = 0; row < cells; row++) {
    for (let column = 0; column < cells; column++) {
      const middle = Math.hypot((column + 0.5) / cells - 0.5, (row + 0.5) / cells - 0.5);
      if (middle > 0.5) continue;
      const [left, top] = [Math.round(box.left + column * w), Math.round(box.top + row * h)];
      found.push({ left, top, right: Math.round(left + w), bottom: Math.round(top + h) });
    }
  }
  return found;
}

function lightnessIn({ width, height, data }: Picture, { left, top, right, bottom }: Bounds): number[] {
  const values: number[] = [];
  const lab = new Float32Array(3);
  const step = Math.max(1, Math.floor((right - left) / 24));
  for (let y = Math.max(0, top); y < Math.min(height, bottom); y += step) {
    for (let x = Math.max(0, left); x < Math.min(width, right); x += step) {
      readLab(data, (y * width + x) * 4, lab);
      values.push(lab[0]!);
    }
  }
  return values;
}

function boxAroundMesh({ width, height }: Picture, landmarks: Landmarks): Bounds {
  const mesh = landmarks.slice(0, meshPointCount);
  const xs = mesh.map(([x]) => x);
  const ys = mesh.map(([, y]) => y);
  return {
    left: Math.max(0, Math.min(...xs)),
    top: Math.max(0, Math.min(...ys)),
    right: Math.min(width, Math.max(...xs)),
    bottom: Math.min(height, Math.max(...ys)),
  };
}

function boxAroundFace({ x, y, width, height }: DetectedFace): Bounds {
  return { left: x - width / 2, top: y - height / 2, right: x + width / 2, bottom: y + height / 2 };
}

/** Returns a box of the size that the face should have, around the middle of the face. */
function boxToFill(picture: Picture, landmarks: Landmarks): Bounds {
  const box = boxAroundMesh(picture, landmarks);
  const grow = photoLimits.size.warn / Math.max(1, interocularDistance(landmarks));
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const [w, h] = [((box.right - box.left) * grow) / 2, ((box.bottom - box.top) * grow) / 2];
  return { left: x - w, top: y - h, right: x + w, bottom: y + h };
}

function boxOf({ width, height }: Picture, { left, top, right, bottom }: Bounds): SharePoint[] {
  const share = (x: number, y: number): SharePoint => [clampShare(x / width), clampShare(y / height)];
  return [share(left, top), share(right, top), share(right, bottom), share(left, bottom)];
}

function polygonOf({ width, height }: Picture, landmarks: Landmarks, part: readonly number[]): SharePoint[] {
  return part.map((index) => [landmarks[index]![0] / width, landmarks[index]![1] / height]);
}

function clampShare(value: number): number {
  return Math.min(1, Math.max(0, value));
}
