import { leftIris, meshPointCount, rightIris } from '../model/landmark-groups.ts';
import type { Landmarks, Picture, Point3 } from '../picture.ts';
import { faceFrame } from '../regions/face-frame.ts';

/**
 * The place to which the doctor dragged a landmark. x and y are shares of the photo's width and height, so that they
 * are valid at any size. The correction is stored with the photo.
 */
export interface LandmarkCorrection {
  readonly index: number;
  readonly x: number;
  readonly y: number;
}

/**
 * Radius within which neighbours follow a dragged landmark, in units of d (the distance between the irises). If the
 * detected corner of the mouth is wrong, the points around it are wrong too.
 */
const reach = 0.14;

/**
 * Applies the corrections to the landmarks, one after another. Neighbours follow by a share that decreases with the
 * distance. A corrected landmark does not follow later corrections of its neighbours. A dragged iris moves as a whole.
 */
export function correctLandmarks(
  landmarks: Landmarks,
  corrections: readonly LandmarkCorrection[],
  { width, height }: Pick<Picture, 'width' | 'height'>,
): Landmarks {
  const held = new Set<number>();
  let points: Landmarks = landmarks;
  for (const { index, x, y } of corrections) {
    points = dragLandmark(points, index, [x * width, y * height], held);
    held.add(index);
  }
  return points;
}

/** Moves one landmark to a point in pixels. Its neighbours follow; `held` landmarks do not move. */
export function dragLandmark(
  landmarks: Landmarks,
  index: number,
  [x, y]: readonly [number, number],
  held: ReadonlySet<number> = new Set(),
): Landmarks {
  const from = landmarks[index];
  if (!from) throw new RangeError(`There is no landmark ${index}`);
  const [dx, dy] = [x - from[0], y - from[1]];
  const iris = [rightIris, leftIris].find((group) => group.includes(index));
  const radius = reach * faceFrame(landmarks).d;
  return landmarks.map((point, n): Point3 => {
    if (n !== index && held.has(n)) return point;
    const share = iris ? Number(iris.includes(n)) : shareOf(point, n, from, radius);
    return share === 0 ? point : [point[0] + dx * share, point[1] + dy * share, point[2]];
  });
}

/**
 * Returns the share of the dragged point's movement that a neighbour follows. The share decreases from 1 at the dragged
 * point to 0 at the radius. Irises do not follow, because the model finds them separately.
 */
function shareOf(point: Point3, n: number, from: Point3, radius: number): number {
  const r = Math.hypot(point[0] - from[0], point[1] - from[1]) / radius;
  if (r >= 1 || n >= meshPointCount) return 0;
  return (1 - r * r) ** 2;
}
