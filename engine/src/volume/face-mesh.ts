import { similarityOf } from '../maths/similarity.ts';
import type { Similarity, Vector } from '../maths/similarity.ts';
import { faceOutline } from '../model/landmark-groups.ts';
import type { Landmarks } from '../picture.ts';
import { faceFrame } from '../regions/face-frame.ts';
import { coarseCount, faceTopology, meanFace, skirtStart } from './topology.ts';
import type { Topology } from './topology.ts';

/**
 * The surface of a photographed face in millimetres. The origin is the corner of the photo; x points right, y down and
 * z away from the camera. Each vertex has three numbers. The first 468 vertices are the landmarks.
 */
export interface FaceMesh {
  readonly topology: Topology;
  readonly positions: Float32Array;
  /** Smoothed normals: unit vectors that point out of the face. */
  readonly normals: Float32Array;
  /** Normals without smoothing: the directions of `areas`, as unit vectors. */
  readonly facets: Float32Array;
  /**
   * For each vertex, a third of the area of its triangles in mm², as a vector that points out of the face. The dot
   * product of this vector and a movement of the vertex is a volume in mm³.
   */
  readonly areas: Float32Array;
  readonly mmPerPx: number;
  /** Maps the mean face to the photo. The axes of the mean face point to the patient's left, down and back. */
  readonly fit: Similarity;
}

/**
 * Number of smoothing steps for the difference between the depth of the landmarks and the depth of the mean face. The
 * depth of each landmark has an error of 1–2 mm.
 */
const depthSteps = 6;
const normalSteps = 4;
/** Weight of a vertex's own value in one smoothing step. */
const kept = 0.4;
/**
 * Distance of the skirt from the outline, in millimetres. The skirt is a strip of triangles that extends the surface
 * back and a little outwards.
 */
const skirt_mm = 12;
/** Share of the distance by which a midpoint is moved towards the tangent planes at the two ends of its edge. */
const rounding = 0.35;

export function faceMesh(landmarks: Landmarks): FaceMesh {
  const topology = faceTopology();
  const { mmPerPx } = faceFrame(landmarks);
  const points = landmarks.slice(0, skirtStart).map(([x, y, z]): Vector => [x * mmPerPx, y * mmPerPx, z * mmPerPx]);
  const fit = similarityOf(meanFace, points);
  const positions = new Float32Array(topology.count * 3);
  const depth = smoothDepth(points, fit, topology);
  points.forEach(([x, y], i) => positions.set([x, y, depth[i]!], 3 * i));
  placeSkirt(positions, fit);
  const normals = roundOut(positions, topology);
  const areas = areaVectors(positions, topology.triangles, topology.count);
  return {
    topology,
    positions,
    normals: normalise(smoothOver(normals, topology, normalSteps)),
    facets: normalise(areas.slice()),
    areas,
    mmPerPx,
    fit,
  };
}

function smoothDepth(points: readonly Vector[], fit: Similarity, { neighbours }: Topology): number[] {
  const fitted = meanFace.map((point) => fit.apply(point)[2]);
  let rest = points.map((point, i) => point[2] - fitted[i]!);
  for (let step = 0; step < depthSteps; step++)
    rest = rest.map((value, i) => {
      const around = neighbours[i]!;
      const mean = around.length === 0 ? value : around.reduce((sum, j) => sum + rest[j]!, 0) / around.length;
      return kept * value + (1 - kept) * mean;
    });
  return rest.map((value, i) => value + fitted[i]!);
}

function placeSkirt(positions: Float32Array, fit: Similarity): void {
  const back = fit.axes[2];
  const centre = [0, 1, 2].map((k) => (positions[3 * 234 + k]! + positions[3 * 454 + k]!) / 2);
  faceOutline.forEach((index, n) => {
    const out = [0, 1, 2].map((k) => positions[3 * index + k]! - centre[k]!);
    const behind = out.reduce((sum, v, k) => sum + v * back[k]!, 0);
    const side = out.map((v, k) => v - behind * back[k]!);
    const length = Math.hypot(...side) || 1;
    for (let k = 0; k < 3; k++)
      positions[3 * (skirtStart + n) + k] =
        positions[3 * index + k]! + skirt_mm * ((0.3 * side[k]!) / length + 0.95 * back[k]!);
  });
}

/**
 * Places the midpoints of edges in `positions`. If the surface is round, a midpoint lies a little outside the edge
 * (Phong tessellation, Boubekeur and Alexa 2008). @returns the normals of all vertices
 */
function roundOut(positions: Float32Array, { coarse, count, parents }: Topology): Float32Array {
  const normals = new Float32Array(count * 3);
  normals.set(normalise(areaVectors(positions, coarse, coarseCount)));
  parents.forEach(([a, b], n) => {
    const i = 3 * (coarseCount + n);
    const [p, q] = [3 * a, 3 * b];
    let [fromA, fromB, length] = [0, 0, 0];
    for (let k = 0; k < 3; k++) {
      const half = (positions[q + k]! - positions[p + k]!) / 2;
      fromA += half * normals[p + k]!;
      fromB -= half * normals[q + k]!;
      normals[i + k] = normals[p + k]! + normals[q + k]!;
      length += normals[i + k]! * normals[i + k]!;
    }
    length = Math.sqrt(length) || 1;
    for (let k = 0; k < 3; k++) {
      const middle = (positions[p + k]! + positions[q + k]!) / 2;
      positions[i + k] = middle - rounding * (fromA * normals[p + k]! + fromB * normals[q + k]!);
      normals[i + k]! /= length;
    }
  });
  return normals;
}

/**
 * Returns, for each vertex, a third of the sum of the area vectors of its triangles. These vectors point out of the
 * face.
 */
export function areaVectors(positions: Float32Array, triangles: Uint16Array, count: number): Float32Array {
  const out = new Float32Array(count * 3);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t]!, 3 * triangles[t + 1]!, 3 * triangles[t + 2]!];
    const ux = positions[b]! - positions[a]!;
    const uy = positions[b + 1]! - positions[a + 1]!;
    const uz = positions[b + 2]! - positions[a + 2]!;
    const vx = positions[c]! - positions[a]!;
    const vy = positions[c + 1]! - positions[a + 1]!;
    const vz = positions[c + 2]! - positions[a + 2]!;
    const [x, y, z] = [(uz * vy - uy * vz) / 6, (ux * vz - uz * vx) / 6, (uy * vx - ux * vy) / 6];
    for (const i of [a, b, c]) {
      out[i]! += x;
      out[i + 1]! += y;
      out[i + 2]! += z;
    }
  }
  return out;
}

/** Gives every vector the length 1, in place. */
export function normalise(vectors: Float32Array): Float32Array {
  for (let i = 0; i < vectors.length; i += 3) {
    const [x, y, z] = [vectors[i]!, vectors[i + 1]!, vectors[i + 2]!];
    const length = Math.sqrt(x * x + y * y + z * z) || 1;
    for (let k = 0; k < 3; k++) vectors[i + k]! /= length;
  }
  return vectors;
}

/** Smooths vectors over the mesh. In each step, a vector moves part of the way to the mean of its neighbours. */
export function smoothOver(vectors: Float32Array, { triangles, count }: Topology, steps: number): Float32Array {
  let now = vectors;
  const weight = new Float32Array(count);
  for (const i of triangles) weight[i]! += 2;
  for (let step = 0; step < steps; step++) {
    const sum = new Float32Array(count * 3);
    for (let t = 0; t < triangles.length; t += 3) {
      const [a, b, c] = [3 * triangles[t]!, 3 * triangles[t + 1]!, 3 * triangles[t + 2]!];
      for (let k = 0; k < 3; k++) {
        const [p, q, r] = [now[a + k]!, now[b + k]!, now[c + k]!];
        sum[a + k]! += q + r;
        sum[b + k]! += p + r;
        sum[c + k]! += p + q;
      }
    }
    for (let i = 0; i < sum.length; i++) sum[i] = kept * now[i]! + ((1 - kept) * sum[i]!) / (weight[(i / 3) | 0] || 1);
    now = sum;
  }
  return now;
}
