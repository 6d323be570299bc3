import { smoothstep } from '../maths/smoothstep.ts';
import { dot } from '../maths/similarity.ts';
import type { Landmarks, Side } from '../picture.ts';
import type { Strengths } from '../recipe.ts';
import { faceMesh } from './face-mesh.ts';
import type { FaceMesh } from './face-mesh.ts';
import { fillerField } from './filler-field.ts';
import type { FillerField } from './filler-field.ts';
import { fillerNames, fillers, raised_mL } from './fillers.ts';
import type { FillerName } from './fillers.ts';

/** The surface of one photo and the effect of fillers on it. */
export interface FaceVolumes {
  readonly mesh: FaceMesh;
  /** Returns the movement of each vertex in millimetres, as three numbers. Null if the recipe has no filler. */
  movesOf(strengths: Strengths): Float32Array | null;
  /** Returns how far a cheek filler raises each vertex, as a share of the highest rise. */
  cheekOf(side: Side): Float32Array;
  /** Returns 1 for each vertex that a lip filler of the recipe moves. */
  lipsOf(strengths: Strengths): Uint8Array;
}

/** Half the width of the transition between the doses of the two sides, for a filler on the midline, in millimetres. */
const halfPassage_mm = 7.5;

export function faceVolumes(landmarks: Landmarks): FaceVolumes {
  const mesh = faceMesh(landmarks);
  const widening = 1 - roundness(landmarks);
  const fields = new Map<string, FillerField>();
  const fieldOf = (name: FillerName, side: Side) => {
    const key = `${name} ${side}`;
    const known = fields.get(key) ?? fillerField(mesh, name, side);
    fields.set(key, known);
    return known;
  };
  return {
    mesh,
    movesOf(strengths) {
      const given = fillerNames.filter((name) => strengths[name].right > 0 || strengths[name].left > 0);
      if (given.length === 0) return null;
      const moves = new Float32Array(mesh.topology.count * 3);
      for (const name of given) {
        const right = raised_mL(name, strengths, 'right');
        const left = raised_mL(name, strengths, 'left');
        if (isOnMidline(name)) addAcross(moves, mesh, fieldOf(name, 'right'), right, left);
        else {
          const share = name === 'jawline' ? widening : 1;
          if (right > 0) addSide(moves, mesh, fieldOf(name, 'right'), right, share);
          if (left > 0) addSide(moves, mesh, fieldOf(name, 'left'), left, share);
        }
      }
      return moves;
    },
    cheekOf(side) {
      const { vertices, moves } = fieldOf('cheek', side);
      const shares = new Float32Array(mesh.topology.count);
      let most = 0;
      vertices.forEach((vertex, n) => {
        shares[vertex] = Math.hypot(moves[3 * n]!, moves[3 * n + 1]!, moves[3 * n + 2]!);
        most = Math.max(most, shares[vertex]!);
      });
      return shares.map((height) => height / most);
    },
    lipsOf(strengths) {
      const lips = new Uint8Array(mesh.topology.count);
      for (const name of ['upper_lip', 'lower_lip'] as const) {
        if (strengths[name].right > 0 || strengths[name].left > 0)
          for (const vertex of fieldOf(name, 'right').vertices) lips[vertex] = 1;
      }
      return lips;
    },
  };
}

function isOnMidline(name: FillerName): boolean {
  const { line } = fillers[name];
  return line[0]![0] === line[0]![1];
}

/**
 * Adds the movement that a dose of a filler causes on one side.
 * @param widening factor by which the movement across the face is multiplied, 0–1
 */
function addSide(moves: Float32Array, { fit }: FaceMesh, field: FillerField, mL: number, widening: number): void {
  const across = fit.axes[0];
  field.vertices.forEach((vertex, n) => {
    const [x, y, z] = [field.moves[3 * n]!, field.moves[3 * n + 1]!, field.moves[3 * n + 2]!];
    const held = widening === 1 ? 0 : (1 - widening) * dot(across, [x, y, z]);
    moves[3 * vertex]! += mL * (x - held * across[0]);
    moves[3 * vertex + 1]! += mL * (y - held * across[1]);
    moves[3 * vertex + 2]! += mL * (z - held * across[2]);
  });
}

function addAcross(moves: Float32Array, mesh: FaceMesh, field: FillerField, right: number, left: number): void {
  const { positions, fit } = mesh;
  field.vertices.forEach((vertex, n) => {
    let mL = right;
    if (left !== right) {
      const o = 3 * vertex;
      const [x] = fit.own([positions[o]!, positions[o + 1]!, positions[o + 2]!]);
      mL += (left - right) * smoothstep(-halfPassage_mm, halfPassage_mm, x);
    }
    for (let k = 0; k < 3; k++) moves[3 * vertex + k]! += mL * field.moves[3 * n + k]!;
  });
}

/**
 * Widths of the jaw at its angles, as shares of the face's width. Up to the first value a face is not round; from the
 * second on, it is fully round. Measured faces have 0.76–0.84.
 */
const roundJaw = [0.8, 0.835] as const;
const mostRoundness = 0.85;

/**
 * Returns how round the lower face is, 0–0.85. A round face looks swollen if filler makes it wider. So in a round face,
 * filler sharpens the edge of the jaw and hardly widens it.
 */
function roundness(landmarks: Landmarks): number {
  const width = (right: number, left: number) => {
    const [p, q] = [landmarks[right]!, landmarks[left]!];
    return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
  };
  return mostRoundness * smoothstep(...roundJaw, width(172, 397) / width(234, 454));
}
