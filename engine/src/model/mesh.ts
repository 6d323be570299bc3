import type { Landmarks, Picture, Point3 } from '../picture.ts';
import { leftEyeOutput, lipOutput, rightEyeOutput } from './attention-outputs.ts';
import type { CompiledGraph } from './graph/compile-graph.ts';
import { leftIris, meshPointCount, rightIris } from './landmark-groups.ts';
import type { RegionOfInterest } from './region-of-interest.ts';
import { sampleSquare } from './sample-square.ts';

/**
 * The attention mesh (Grishchenko et al. 2020): 468 points in three dimensions and ten iris points. Refined points in
 * two dimensions replace those of lips and eyes. The model also returns the probability that the picture shows a face.
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
/** Number of points on the edges of the lids, which come first in the output of an eye. */
const lidPointCount = 16;

/**
 * Finds the landmarks of the face in the given square, in pixels of the picture. It returns landmarks even if there is
 * no face, so the caller must detect a face first.
 */
export function findMesh(graph: CompiledGraph, picture: Picture, region: RegionOfInterest): Landmarks {
  const values = graph.run(sampleSquare(picture, region, inputSize, 0, 1));
  return toPicture(assemble(values as unknown as OutputValues), region);
}

type Values = ArrayLike<number>;
// The model names eyes as seen in the picture, so its "left" eye is the right eye of the patient.
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

/** Replaces x and y by those of the refined output. The depth of the mesh stays. */
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
