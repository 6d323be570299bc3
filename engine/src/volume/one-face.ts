import { factorise, solve } from '../maths/cholesky.ts';
import { difference, dot, similarityOf } from '../maths/similarity.ts';
import type { Similarity, Vector } from '../maths/similarity.ts';
import { meshPointCount } from '../model/landmark-groups.ts';
import type { Landmarks } from '../picture.ts';
import { faceFrame } from '../regions/face-frame.ts';
import { areaVectors, normalise } from './face-mesh.ts';
import { faceTopology, meanFace, skirtStart } from './topology.ts';

/** The shape of one face, computed from several photos of a visit. */
export interface OneFace {
  /**
   * The landmarks of the mesh in millimetres, in the axes of the mean face: left, down, back. The origin is between the
   * eyes.
   */
  readonly points: readonly Vector[];
  /** The face as each photo shows it, in the order of the photos. */
  readonly views: readonly FaceView[];
}

export interface FaceView {
  /**
   * Landmarks with x and y from this photo. The depth comes from the common shape, which `oneFace` computes from all
   * photos.
   */
  readonly landmarks: Landmarks;
  /** Yaw in degrees, with the sign of `faceAngles`. */
  readonly yaw: number;
  /**
   * Median distance in millimetres between the landmarks of this photo and the common shape, seen from the same
   * direction. The median covers only points that face the camera.
   */
  readonly difference_mm: number;
  /**
   * Size of the face in this photo in millimetres, divided by the mean of all photos. The scale of each photo follows
   * from its irises.
   */
  readonly size: number;
}

/**
 * Standard errors of a landmark in millimetres, across the direction of view and in depth. The model only estimates the
 * depth, and makes it too flat.
 */
const sideways_mm = 0.7;
const depth_mm = 5;
/**
 * Standard deviation of people from the mean face at a point, in millimetres. The less the photos show of the depth of
 * a point, the more the mean face determines this depth.
 */
const prior_mm = 8;
/** Weight of a point that is turned away from the camera. */
const hidden = 0.05;
const rounds = 10;

/**
 * Finds the common shape of the face in all photos. Each photo shows two coordinates of a point with a small error;
 * photos from other sides show the third. The search alternates two steps: it fits the shape to each photo, and it
 * places each point by weighted least squares over all photos. The mean face pulls the points towards itself.
 *
 * @param photos all 478 landmarks of each photo, in its pixels. For a single photo, the depth is a mean of the depth in
 * the photo and that of the mean face
 */
export function oneFace(photos: readonly Landmarks[]): OneFace {
  const seen = photos.map((landmarks) => {
    const { mmPerPx } = faceFrame(landmarks);
    const points = landmarks
      .slice(0, meshPointCount)
      .map(([x, y, z]): Vector => [x * mmPerPx, y * mmPerPx, z * mmPerPx]);
    return { landmarks, mmPerPx, points };
  });
  let shape: readonly Vector[] = meanFace;
  let fits = seen.map(({ points }) => similarityOf(shape, points));
  for (let round = 0; round < rounds; round++) {
    fits = seen.map(({ points }, n) => laidOn(shape, points, fits[n]!));
    shape = placed(
      seen.map(({ points }) => points),
      fits,
      shape,
    );
  }
  fits = seen.map(({ points }, n) => laidOn(shape, points, fits[n]!));
  const meanScale = fits.reduce((sum, { scale }) => sum + scale, 0) / fits.length;
  const views = seen.map(({ landmarks, mmPerPx, points }, n): FaceView => {
    const fit = fits[n]!;
    const facing = facingOf(shape, fit);
    const apart = points.flatMap((point, i) => (facing[i]! > 0.3 ? [sideways(fit.apply(shape[i]!), point)] : []));
    return {
      landmarks: withDepth(landmarks, shape, fit, mmPerPx),
      yaw: (Math.atan2(fit.axes[0][2], Math.hypot(fit.axes[0][0], fit.axes[0][1])) * 180) / Math.PI,
      difference_mm: apart.sort((a, b) => a - b)[apart.length >> 1] ?? 0,
      size: fit.scale / meanScale,
    };
  });
  return { points: shape, views };
}

/**
 * Turns, shifts and scales the shape onto a photo. It uses only x and y of the photo; the depth comes from the shape
 * itself.
 */
function laidOn(shape: readonly Vector[], points: readonly Vector[], start: Similarity): Similarity {
  let fit = start;
  for (let step = 0; step < 8; step++)
    fit = similarityOf(
      shape,
      points.map(([x, y], i): Vector => [x, y, fit.apply(shape[i]!)[2]]),
    );
  return fit;
}

/**
 * Computes the position of each point from all photos, in the axes of the mean face and at the mean size of the photos.
 */
function placed(
  photos: readonly (readonly Vector[])[],
  fits: readonly Similarity[],
  shape: readonly Vector[],
): Vector[] {
  const facing = fits.map((fit) => facingOf(shape, fit));
  const scale = fits.reduce((sum, fit) => sum + fit.scale, 0) / fits.length;
  const found = shape.map((_, i): Vector => {
    const matrix = new Float64Array(9);
    const right = new Float64Array(3);
    for (let k = 0; k < 3; k++) {
      matrix[4 * k] = 1 / (prior_mm * prior_mm);
      right[k] = meanFace[i]![k]! / (prior_mm * prior_mm);
    }
    photos.forEach((points, n) => {
      const fit = fits[n]!;
      const own = fit.own(points[i]!).map((v) => v / fit.scale);
      const weight = Math.max(hidden, facing[n]![i]!);
      for (let r = 0; r < 3; r++)
        for (let c = 0; c < 3; c++) {
          // Precision of the photo along its own axes, converted to the axes of the face.
          const told =
            (fit.axes[r]![0] * fit.axes[c]![0] + fit.axes[r]![1] * fit.axes[c]![1]) / (sideways_mm * sideways_mm) +
            (fit.axes[r]![2] * fit.axes[c]![2]) / (depth_mm * depth_mm);
          matrix[3 * r + c]! += weight * told;
          right[r]! += weight * told * own[c]!;
        }
    });
    const [x, y, z] = solve(factorise(matrix, 3), 3, right);
    return [x!, y!, z!];
  });
  const back = similarityOf(found, meanFace);
  return found.map((point) => {
    const [x, y, z] = back.apply(point);
    const size = scale / back.scale;
    return [x * size, y * size, z * size];
  });
}

/** Returns 1 for a point that faces the camera, and 0 for a point that is turned away by a right angle or more. */
function facingOf(shape: readonly Vector[], fit: Similarity): Float32Array {
  const { coarse } = faceTopology();
  const positions = new Float32Array(3 * skirtStart);
  shape.forEach((point, i) => positions.set(fit.apply(point), 3 * i));
  const inner = coarse.filter((_, k) => {
    const t = k - (k % 3);
    return coarse[t]! < skirtStart && coarse[t + 1]! < skirtStart && coarse[t + 2]! < skirtStart;
  });
  const normals = normalise(areaVectors(positions, inner, skirtStart));
  return Float32Array.from({ length: skirtStart }, (_, i) => Math.min(1, Math.max(0, -normals[3 * i + 2]!)));
}

/** Pairs of landmarks for the comparison of the sides: the patient's right, then left. */
const pairs = {
  brow: [105, 334],
  eye: [33, 263],
  cheek: [117, 346],
  mouth: [61, 291],
  jaw: [172, 397],
} as const satisfies Record<string, readonly [number, number]>;

export type PairName = keyof typeof pairs;
export const pairNames = Object.keys(pairs) as PairName[];

/** How much the left side differs from the right side, in millimetres. */
export interface SideDifference {
  /** Positive: the left side is lower. */
  readonly lower: number;
  /** Positive: the left side is further from the midline. */
  readonly wider: number;
  /** Positive: the left side is further forward. */
  readonly ahead: number;
}

/**
 * Returns the differences between the sides of a face. They are measured in the axes of the face, so a turned or tilted
 * head does not look asymmetric.
 */
export function sideDifferences({ points }: Pick<OneFace, 'points'>): Readonly<Record<PairName, SideDifference>> {
  const found = pairNames.map((name) => {
    const [right, left] = pairs[name].map((index) => points[index]!) as [Vector, Vector];
    const difference = { lower: left[1] - right[1], wider: left[0] + right[0], ahead: right[2] - left[2] };
    return [name, difference] as const;
  });
  return Object.fromEntries(found) as Record<PairName, SideDifference>;
}

const eyeCorners = { right: [33, 133], left: [263, 362] } as const;
const firstLeftIris = 473;

function withDepth(landmarks: Landmarks, shape: readonly Vector[], fit: Similarity, mmPerPx: number): Landmarks {
  const depth = shape.map((point) => fit.apply(point)[2] / mmPerPx);
  return landmarks.map(([x, y, z], i) => {
    if (i < meshPointCount) return [x, y, depth[i]!] as const;
    // The mesh has no irises, so the depth of each iris stays the same relative to the corners of its eye.
    const [inner, outer] = i < firstLeftIris ? eyeCorners.right : eyeCorners.left;
    const own = (landmarks[inner]![2] + landmarks[outer]![2]) / 2;
    return [x, y, z + (depth[inner]! + depth[outer]!) / 2 - own] as const;
  });
}

function sideways(p: Vector, q: Vector): number {
  const [x, y] = difference(p, q);
  return Math.sqrt(dot([x, y, 0], [x, y, 0]));
}
