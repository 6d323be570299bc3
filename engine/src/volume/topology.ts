import face from '../../data/face-mesh.json' with { type: 'json' };
import type { Vector } from '../maths/similarity.ts';
import { faceOutline, meshPointCount } from '../model/landmark-groups.ts';

/** Triangles of a dense face surface, the same for every photo. */
export interface Topology {
  /** Number of vertices. The landmarks come first, then the skirt behind the outline, then the midpoints of edges. */
  readonly count: number;
  readonly triangles: Uint16Array;
  /** The triangles of landmarks and skirt before they are divided. */
  readonly coarse: Uint16Array;
  /** The two ends of the edge of each midpoint, in the order of the midpoints. */
  readonly parents: readonly (readonly [number, number])[];
  /** For each landmark, the landmarks that share an edge with it. */
  readonly neighbours: readonly (readonly number[])[];
}

/** The mean face in millimetres; the origin is between the eyes. */
export const meanFace = face.points as unknown as readonly Vector[];
/**
 * Index of the first vertex of the skirt, after the landmarks. Without a skirt, the normals of the outline would point
 * at the camera.
 */
export const skirtStart = meshPointCount;
export const coarseCount = skirtStart + faceOutline.length;
/** Number of times that each triangle is divided into four. After two divisions, vertices are about 2 mm apart. */
const divisions = 2;

let made: Topology | undefined;

export function faceTopology(): Topology {
  return (made ??= makeTopology());
}

function makeTopology(): Topology {
  const faces: number[][] = [];
  for (let t = 0; t < face.triangles.length; t += 3) faces.push(face.triangles.slice(t, t + 3));
  faceOutline.forEach((p, k) => {
    const next = (k + 1) % faceOutline.length;
    const q = faceOutline[next]!;
    faces.push([q, p, skirtStart + k], [q, skirtStart + k, skirtStart + next]);
  });
  return { ...divided(faces), coarse: Uint16Array.from(faces.flat()), neighbours: neighboursIn(faces) };
}

function divided(faces: number[][]): Pick<Topology, 'count' | 'triangles' | 'parents'> {
  const parents: [number, number][] = [];
  let triangles = faces;
  for (let level = 0; level < divisions; level++) {
    const middles = new Map<number, number>();
    const between = (p: number, q: number) => {
      const key = Math.min(p, q) * 65_536 + Math.max(p, q);
      const known = middles.get(key);
      if (known !== undefined) return known;
      const index = coarseCount + parents.length;
      parents.push([p, q]);
      middles.set(key, index);
      return index;
    };
    triangles = triangles.flatMap((triangle) => {
      const [a, b, c] = triangle as [number, number, number];
      const [ab, bc, ca] = [between(a, b), between(b, c), between(c, a)];
      return [
        [a, ab, ca],
        [ab, b, bc],
        [ca, bc, c],
        [ab, bc, ca],
      ];
    });
  }
  return { count: coarseCount + parents.length, triangles: Uint16Array.from(triangles.flat()), parents };
}

function neighboursIn(faces: readonly number[][]): number[][] {
  const sets = Array.from({ length: meshPointCount }, () => new Set<number>());
  for (const face of faces)
    for (const i of face) for (const j of face) if (i !== j && j < meshPointCount) sets[i]?.add(j);
  return sets.map((set) => [...set]);
}
