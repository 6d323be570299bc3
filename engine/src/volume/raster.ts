import type { Plane, Size } from '../maths/plane.ts';
import type { FaceMesh } from './face-mesh.ts';

/**
 * A grid over the photo, in the millimetres of a mesh. `left` and `top` are the centre of its first cell, `step` is the
 * size of a cell.
 */
export interface Grid extends Size {
  readonly left: number;
  readonly top: number;
  readonly step: number;
}

export interface Drawn {
  /** Depth of the surface that is nearest to the camera; NaN in cells without a surface. */
  readonly depth: Plane;
  readonly planes: readonly Plane[];
}

/**
 * Draws values of a mesh's vertices on a grid, for the surface that is nearest to the camera. The value of the vertex i
 * is `of[i * stride + at]`.
 */
export function drawOn(
  grid: Grid,
  { positions, topology }: FaceMesh,
  values: readonly { readonly of: Float32Array; readonly stride: number; readonly at: number }[],
): Drawn {
  const { width, height } = grid;
  const depth = new Float32Array(width * height).fill(NaN);
  const planes = values.map(() => new Float32Array(width * height));
  const { triangles } = topology;
  const columns = new Float64Array(topology.count);
  const rows = new Float64Array(topology.count);
  for (let i = 0; i < topology.count; i++) {
    columns[i] = (positions[3 * i]! - grid.left) / grid.step;
    rows[i] = (positions[3 * i + 1]! - grid.top) / grid.step;
  }
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!];
    const ax = columns[a]!;
    const ay = rows[a]!;
    const [toBx, toBy] = [columns[b]! - ax, rows[b]! - ay];
    const [toCx, toCy] = [columns[c]! - ax, rows[c]! - ay];
    const area = toBx * toCy - toCx * toBy;
    if (Math.abs(area) < 1e-6) continue;
    const left = Math.max(0, Math.ceil(ax + Math.min(0, toBx, toCx)));
    const right = Math.min(width - 1, Math.floor(ax + Math.max(0, toBx, toCx)));
    const bottom = Math.min(height - 1, Math.floor(ay + Math.max(0, toBy, toCy)));
    if (left > right) continue;
    const perArea = 1 / area;
    for (let y = Math.max(0, Math.ceil(ay + Math.min(0, toBy, toCy))); y <= bottom; y++) {
      const down = y - ay;
      for (let x = left; x <= right; x++) {
        const wb = ((x - ax) * toCy - toCx * down) * perArea;
        const wc = (toBx * down - (x - ax) * toBy) * perArea;
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
