import type { Landmarks, Picture, Point3 } from '../picture.ts';
import type { CompiledGraph } from './graph/compile-graph.ts';
import { leftIris, meshPointCount, rightIris } from './landmark-groups.ts';
import type { RegionOfInterest } from './region-of-interest.ts';
import { sampleSquare } from './sample-square.ts';

/**
 * The attention mesh (Grishchenko et al. 2020): 468 points in three dimensions and ten iris points. Refined points in
 * two dimensions replace those of lips and eyes. The model also returns the probability that the image shows a face.
 * The engine ignores this value, because it is 1.00 even for a covered face.
 */
const inputSize = 192;
/** Names of the outputs. For `findMesh`, the graph must be compiled with these names in this order. */
export const meshOutputs: readonly string[] = [
  'output_mesh_identity',
  'output_lips',
  'output_left_eye',
  'output_right_eye',
  'output_left_iris',
  'output_right_iris',
];
/** Number of points on the edges of the lids. These points come first in the output of an eye. */
const lidPointCount = 16;

/**
 * Finds the landmarks of the face in the given square, in pixels of the image. It returns landmarks even if there is no
 * face, so the caller must detect a face first.
 */
export function findMesh(graph: CompiledGraph, picture: Picture, region: RegionOfInterest): Landmarks {
  const values = graph.run(sampleSquare(picture, region, inputSize, 0, 1));
  return toPicture(assemble(values as unknown as OutputValues), region);
}

type Values = ArrayLike<number>;
// The model names eyes as seen in the image, so its "left" eye is the right eye of the patient.
type OutputValues = [
  mesh: Values,
  lips: Values,
  rightEye: Values,
  leftEye: Values,
  rightIris: Values,
  leftIris: Values,
];

function assemble([mesh, lips, rightEye, leftEye, rightIrisValues, leftIrisValues]: OutputValues): Point3[] {
  const points: Point3[] = Array.from({ length: meshPointCount }, (_, i) => [
    mesh[3 * i]!,
    mesh[3 * i + 1]!,
    mesh[3 * i + 2]!,
  ]);
  refine(points, lipOutput, lips);
  refine(points, rightEyeOutput, rightEye);
  refine(points, leftEyeOutput, leftEye);
  addIris(points, rightIris, rightIrisValues, meanDepth(points, rightEyeOutput));
  addIris(points, leftIris, leftIrisValues, meanDepth(points, leftEyeOutput));
  return points;
}

/** Replaces x and y by those of the refined output. Keeps the depth of the mesh. */
function refine(points: Point3[], indices: readonly number[], values: Values): void {
  indices.forEach((index, n) => {
    points[index] = [values[2 * n]!, values[2 * n + 1]!, points[index]![2]];
  });
}

function addIris(points: Point3[], indices: readonly number[], values: Values, depth: number): void {
  indices.forEach((index, n) => {
    points[index] = [values[2 * n]!, values[2 * n + 1]!, depth];
  });
}

function meanDepth(points: readonly Point3[], eye: readonly number[]): number {
  return eye.slice(0, lidPointCount).reduce((sum, index) => sum + points[index]![2], 0) / lidPointCount;
}

function toPicture(points: readonly Point3[], region: RegionOfInterest): Landmarks {
  const scale = region.size / inputSize;
  const cos = Math.cos(region.angle) * scale;
  const sin = Math.sin(region.angle) * scale;
  return points.map(([x, y, z]) => {
    const across = x - inputSize / 2;
    const down = y - inputSize / 2;
    return [region.x + across * cos - down * sin, region.y + across * sin + down * cos, z * scale];
  });
}

/**
 * Indices, among the 478 landmarks, of those that the refined outputs of the attention mesh replace. They are in the
 * order of the model's output (MediaPipe, face_landmarks_with_attention graph, Apache-2.0).
 */
const lipOutput: readonly number[] = [
  61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291, 185, 40, 39, 37, 0, 267, 269, 270, 409, 78, 95, 88, 178, 87, 14,
  317, 402, 318, 324, 308, 191, 80, 81, 82, 13, 312, 311, 310, 415, 76, 77, 90, 180, 85, 16, 315, 404, 320, 307, 306,
  184, 74, 73, 72, 11, 302, 303, 304, 408, 62, 96, 89, 179, 86, 15, 316, 403, 319, 325, 292, 183, 42, 41, 38, 12, 268,
  271, 272, 407,
];
/** The first sixteen points are on the edges of the lids. Their mean depth is used as the depth of the iris. */
const rightEyeOutput: readonly number[] = [
  33, 7, 163, 144, 145, 153, 154, 155, 133, 246, 161, 160, 159, 158, 157, 173, 130, 25, 110, 24, 23, 22, 26, 112, 243,
  247, 30, 29, 27, 28, 56, 190, 226, 31, 228, 229, 230, 231, 232, 233, 244, 113, 225, 224, 223, 222, 221, 189, 35, 124,
  46, 53, 52, 65, 143, 111, 117, 118, 119, 120, 121, 128, 245, 156, 70, 63, 105, 66, 107, 55, 193,
];
const leftEyeOutput: readonly number[] = [
  263, 249, 390, 373, 374, 380, 381, 382, 362, 466, 388, 387, 386, 385, 384, 398, 359, 255, 339, 254, 253, 252, 256,
  341, 463, 467, 260, 259, 257, 258, 286, 414, 446, 261, 448, 449, 450, 451, 452, 453, 464, 342, 445, 444, 443, 442,
  441, 413, 265, 353, 276, 283, 282, 295, 372, 340, 346, 347, 348, 349, 350, 357, 465, 383, 300, 293, 334, 296, 336,
  285, 417,
];
