import type { Plane, Size } from '../maths/plane.ts';
import type { FaceMesh } from './face-mesh.ts';

/** A grid over the photo, in the millimetres of a mesh: `left` and `top` are the centre of its first cell. */
export interface Grid extends Size {
  readonly left: number;
  readonly top: number;
  readonly step: number;
}

export interface Drawn {
  /** Depth of the surface in front; NaN where there is none. */
  readonly depth: Plane;
  readonly planes: readonly Plane[];
}

/** Draws values of a mesh's vertices on a grid, the surface in front. `stride` and `at` say where a vertex has its value. */
export function drawOn(
  grid: Grid,
  { positions, topology }: FaceMesh,
  values: readonly { readonly of: Float32Array; readonly stride: number; readonly at: number }[],
): Drawn {
  const { width, height } = grid;
  const depth = new Float32Array(width * height).fill(NaN);
  const planes = values.map(() => new Float32Array(width * height));
  const { triangles } = topology;
  const column = (i: number) => (positions[3 * i]! - grid.left) / grid.step;
  const row = (i: number) => (positions[3 * i + 1]! - grid.top) / grid.step;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!];
    const [ax, ay, bx, by, cx, cy] = [column(a), row(a), column(b), row(b), column(c), row(c)];
    const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
    if (Math.abs(area) < 1e-6) continue;
    const right = Math.min(width - 1, Math.floor(Math.max(ax, bx, cx)));
    const bottom = Math.min(height - 1, Math.floor(Math.max(ay, by, cy)));
    for (let y = Math.max(0, Math.ceil(Math.min(ay, by, cy))); y <= bottom; y++) {
      for (let x = Math.max(0, Math.ceil(Math.min(ax, bx, cx))); x <= right; x++) {
        const wb = ((x - ax) * (cy - ay) - (cx - ax) * (y - ay)) / area;
        const wc = ((bx - ax) * (y - ay) - (x - ax) * (by - ay)) / area;
        const wa = 1 - wb - wc;
        if (wa < -1e-4 || wb < -1e-4 || wc < -1e-4) continue;
        const z = wa * positions[3 * a + 2]! + wb * positions[3 * b + 2]! + wc * positions[3 * c + 2]!;
        const i = y * width + x;
        if (z >= depth[i]!) continue;
        depth[i] = z;
        for (let k = 0; k < values.length; k++) {
          const { of, stride, at } = values[k]!;
          planes[k]![i] = wa * of[a * stride + at]! + wb * of[b * stride + at]! + wc * of[c * stride + at]!;
        }
      }
    }
  }
  return { depth, planes };
}
