import type { Picture } from '../picture.ts';
import type { DetectedFace } from './detected-face.ts';
import type { CompiledGraph } from './graph/compile-graph.ts';
import { sampleSquare } from './sample-square.ts';

/**
 * BlazeFace, short range (Bazarevsky et al. 2019), has 896 anchors on two grids. Each anchor has a score, a box and six
 * key points relative to its centre. Overlapping boxes are averaged, weighted by their scores.
 */
const inputSize = 128;
const anchorCount = 896;
/** Names of the graph's outputs that `detectFaces` needs. The graph must be compiled with these names. */
export const detectorOutputs: readonly string[] = ['Identity'];
const valuesPerAnchor = 17;
const keyPointCount = 6;
const minScore = 0.5;
const maxOverlap = 0.3;

/** Centres of the anchors, in shares of the input: 16 × 16 cells with two anchors each, then 8 × 8 with six. */
const anchors = [...gridAnchors(16, 2), ...gridAnchors(8, 6)];

/** Finds all faces of an image. The face with the highest score comes first. */
export function detectFaces(graph: CompiledGraph, picture: Picture): DetectedFace[] {
  const { width, height } = picture;
  const size = Math.max(width, height);
  const square = sampleSquare(picture, { x: width / 2, y: height / 2, size, angle: 0 }, inputSize, -1, 1);
  const [values] = graph.run(square);
  const shift = { x: (size - width) / 2, y: (size - height) / 2 };
  return mergeOverlapping(decode(values!)).map((face) => toPixels(face, size, shift));
}

function gridAnchors(cells: number, perCell: number): [number, number][] {
  return Array.from({ length: cells * cells * perCell }, (_, index) => {
    const cell = Math.floor(index / perCell);
    return [((cell % cells) + 0.5) / cells, (Math.floor(cell / cells) + 0.5) / cells];
  });
}

function decode(values: ArrayLike<number>): DetectedFace[] {
  const faces: DetectedFace[] = [];
  for (let index = 0; index < anchorCount; index++) {
    const at = (k: number) => values[index * valuesPerAnchor + k]!;
    const score = 1 / (1 + Math.exp(-at(0)));
    if (score < minScore) continue;
    const [x, y] = anchors[index]!;
    faces.push({
      score,
      x: x + at(1) / inputSize,
      y: y + at(2) / inputSize,
      width: at(3) / inputSize,
      height: at(4) / inputSize,
      keyPoints: Array.from({ length: keyPointCount }, (_, k) => [
        x + at(5 + 2 * k) / inputSize,
        y + at(6 + 2 * k) / inputSize,
      ]),
    });
  }
  return faces.sort((a, b) => b.score - a.score);
}

function mergeOverlapping(faces: DetectedFace[]): DetectedFace[] {
  const merged: DetectedFace[] = [];
  let rest = faces;
  while (rest.length > 0) {
    const best = rest[0]!;
    const group = rest.filter((face) => face === best || overlap(best, face) > maxOverlap);
    rest = rest.filter((face) => !group.includes(face));
    merged.push(average(group));
  }
  return merged;
}

/** Returns the area that two boxes share, divided by the area that they cover together. */
function overlap(a: DetectedFace, b: DetectedFace): number {
  const across = Math.min(a.x + a.width / 2, b.x + b.width / 2) - Math.max(a.x - a.width / 2, b.x - b.width / 2);
  const down = Math.min(a.y + a.height / 2, b.y + b.height / 2) - Math.max(a.y - a.height / 2, b.y - b.height / 2);
  const shared = Math.max(0, across) * Math.max(0, down);
  return shared / (a.width * a.height + b.width * b.height - shared);
}

function average(group: DetectedFace[]): DetectedFace {
  const total = group.reduce((sum, face) => sum + face.score, 0);
  const mean = (value: (face: DetectedFace) => number) =>
    group.reduce((sum, face) => sum + face.score * value(face), 0) / total;
  return {
    score: group[0]!.score,
    x: mean((face) => face.x),
    y: mean((face) => face.y),
    width: mean((face) => face.width),
    height: mean((face) => face.height),
    keyPoints: Array.from({ length: keyPointCount }, (_, k) => [
      mean((face) => face.keyPoints[k]![0]),
      mean((face) => face.keyPoints[k]![1]),
    ]),
  };
}

function toPixels(face: DetectedFace, size: number, shift: { x: number; y: number }): DetectedFace {
  return {
    score: face.score,
    x: face.x * size - shift.x,
    y: face.y * size - shift.y,
    width: face.width * size,
    height: face.height * size,
    keyPoints: face.keyPoints.map(([x, y]) => [x * size - shift.x, y * size - shift.y]),
  };
}
