import type { Landmarks } from '../picture.ts';
import { faceFrame } from '../regions/face-frame.ts';

/**
 * A mapping from points of one photo to points of another: x' = a·x − b·y + dx, y' = b·x + a·y + dy. It only turns,
 * scales and shifts, so that no proportion of the face changes.
 */
export interface Alignment {
  readonly a: number;
  readonly b: number;
  readonly dx: number;
  readonly dy: number;
  /**
   * Root mean square distance between the aligned landmarks and those of the target photo, in millimetres. A value
   * above 2 means that the head is turned differently.
   */
  readonly residual_mm: number;
}

/**
 * Landmarks that hardly move between photos: corners of the eyes, bridge and wings of the nose, temples. Fillers of the
 * bridge and of the temples move some of them.
 */
const stable = [33, 133, 362, 263, 168, 6, 197, 195, 4, 98, 327, 127, 356];

/**
 * Finds the similarity that maps the face of the photo `from` onto the face of the photo `to`, by least squares
 * (Umeyama 1991). Landmarks are in pixels of their own photo.
 */
export function alignmentOf(from: Landmarks, to: Landmarks): Alignment {
  const [p, q] = [centred(from), centred(to)];
  let dot = 0;
  let cross = 0;
  let squares = 0;
  p.points.forEach(([x, y], n) => {
    const [u, v] = q.points[n]!;
    dot += x * u + y * v;
    cross += x * v - y * u;
    squares += x * x + y * y;
  });
  const [a, b] = [dot / squares, cross / squares];
  const dx = q.centre[0] - a * p.centre[0] + b * p.centre[1];
  const dy = q.centre[1] - b * p.centre[0] - a * p.centre[1];
  const apart = stable.map((index) => {
    const [x, y] = moved({ a, b, dx, dy }, from[index]![0], from[index]![1]);
    return Math.hypot(x - to[index]![0], y - to[index]![1]);
  });
  const rms = Math.sqrt(apart.reduce((sum, miss) => sum + miss * miss, 0) / apart.length);
  return { a, b, dx, dy, residual_mm: rms * faceFrame(to).mmPerPx };
}

type Similarity = Pick<Alignment, 'a' | 'b' | 'dx' | 'dy'>;

export function moved({ a, b, dx, dy }: Similarity, x: number, y: number): [x: number, y: number] {
  return [a * x - b * y + dx, b * x + a * y + dy];
}

/**
 * Returns a matrix for CSS `transform` or a canvas's `setTransform`. It moves the face of one photo onto the face of
 * another.
 */
export function matrixOf({ a, b, dx, dy }: Similarity): [number, number, number, number, number, number] {
  return [a, b, -b, a, dx, dy];
}

function centred(landmarks: Landmarks) {
  const chosen = stable.map((index) => landmarks[index]!);
  const mean = (k: 0 | 1) => chosen.reduce((sum, point) => sum + point[k], 0) / chosen.length;
  const centre = [mean(0), mean(1)] as const;
  return { centre, points: chosen.map(([x, y]) => [x - centre[0], y - centre[1]] as const) };
}
