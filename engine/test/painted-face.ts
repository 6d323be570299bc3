import { writeLab } from '../src/maths/lab.ts';
import { faceOutline, leftBrow, leftEye, outerLips, rightBrow, rightEye } from '../src/model/landmark-groups.ts';
import { planeOf } from '../src/maths/plane.ts';
import type { Plane, Size } from '../src/maths/plane.ts';
import { fillPolygon, scalePolygon } from '../src/maths/polygon.ts';
import type { Point } from '../src/maths/polygon.ts';
import type { Landmarks, Picture } from '../src/picture.ts';
import { faceFrame } from '../src/regions/face-frame.ts';
import { neckOutline } from '../src/regions/neck.ts';
import { pointsOf } from '../src/regions/work-area.ts';

/** A CIELAB colour, or a difference of two colours. */
type Lab = readonly [l: number, a: number, b: number];

export const skinColour: Lab = [68, 13, 17];
const background: Lab = [62, -2, -6];
const browColour: Lab = [30, 6, 10];
const eyeColour: Lab = [86, 0, 2];
const lipColour: Lab = [55, 28, 14];

/**
 * A face that is painted on the landmarks of a demo face, with one colour for each part. The colour of every pixel is
 * therefore known before a test adds marks to the face.
 */
export interface PaintedFace {
  readonly landmarks: Landmarks;
  readonly size: Size;
  /** Distance between the irises, in pixels. */
  readonly d: number;
  /** Returns the position of a landmark, moved across and down. `across` and `down` are multiples of `d`. */
  at(index: number, across?: number, down?: number): Point;
  line(from: Point, to: Point, width: number, difference: Lab): PaintedFace;
  /** Adds a colour difference within a disc. Its rim is soft over a tenth of the radius. */
  disc(centre: Point, radius: number, difference: Lab): PaintedFace;
  /** Paints bare skin below the jaw, where the image shows only background. */
  neck(): PaintedFace;
  picture(): Picture;
}

export function paintFace(landmarks: Landmarks, size: Size): PaintedFace {
  const { d } = faceFrame(landmarks);
  const lab: readonly [Plane, Plane, Plane] = [planeOf(size), planeOf(size), planeOf(size)];
  const fill = (polygon: readonly Point[], colour: Lab) =>
    lab.forEach((plane, k) => fillPolygon(plane, size, polygon, colour[k]));
  lab.forEach((plane, k) => plane.fill(background[k]!));
  fill(scalePolygon(pointsOf(landmarks, faceOutline), 1.12), skinColour);
  for (const brow of [rightBrow, leftBrow]) fill(pointsOf(landmarks, brow), browColour);
  for (const eye of [rightEye, leftEye]) fill(pointsOf(landmarks, eye), eyeColour);
  fill(pointsOf(landmarks, outerLips), lipColour);

  const paint = (difference: Lab, coverage: (x: number, y: number) => number) => {
    for (let i = 0; i < size.width * size.height; i++) {
      const share = coverage((i % size.width) + 0.5, Math.floor(i / size.width) + 0.5);
      if (share > 0) lab.forEach((plane, k) => (plane[i]! += difference[k]! * share));
    }
  };
  const face: PaintedFace = {
    landmarks,
    size,
    d,
    at: (index, across = 0, down = 0) => [landmarks[index]![0] + across * d, landmarks[index]![1] + down * d],
    line(from, to, width, difference) {
      paint(difference, (x, y) => clamp01(width / 2 + 0.5 - distanceToLine([x, y], from, to)));
      return face;
    },
    disc([cx, cy], radius, difference) {
      paint(difference, (x, y) => clamp01((radius - Math.hypot(x - cx, y - cy)) / (0.1 * radius) + 0.5));
      return face;
    },
    neck() {
      const below = planeOf(size);
      fillPolygon(below, size, scalePolygon(neckOutline(landmarks, faceFrame(landmarks)), 1.3));
      for (let i = 0; i < below.length; i++)
        if (below[i] === 1 && lab[0][i] === background[0]) lab.forEach((plane, k) => (plane[i] = skinColour[k]!));
      return face;
    },
    picture: () => toPicture(lab, size),
  };
  return face;
}

function toPicture([l, a, b]: readonly [Plane, Plane, Plane], size: Size): Picture {
  const data = new Uint8ClampedArray(size.width * size.height * 4).fill(255);
  for (let i = 0; i < l.length; i++) writeLab(l[i]!, a[i]!, b[i]!, data, 4 * i);
  return { ...size, data };
}

function distanceToLine([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const dx = bx - ax;
  const dy = by - ay;
  const share = clamp01(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy));
  return Math.hypot(x - ax - share * dx, y - ay - share * dy);
}

function clamp01(value: number): number {
  return Math.min(1, Math.max(0, value));
}
