import { gaussian } from '../maths/gaussian.ts';
import type { Plane, Size } from '../maths/plane.ts';
import type { WorkArea } from '../regions/work-area.ts';
import type { FaceMesh } from './face-mesh.ts';
import { drawOn } from './raster.ts';

/** A coarse grid over the work area, for changes of light. */
export interface LightGrid {
  readonly size: Size;
  /**
   * Distance between neighbouring values, in pixels of the work area. The first value is half a step from the corner.
   */
  readonly step: number;
}

const finest_mm = 0.7;
const soft_mm = 1.2;

export function lightGrid({ mmPerPx }: FaceMesh, { size, factor }: WorkArea): LightGrid {
  const step = Math.max(2, finest_mm / (mmPerPx * factor));
  return { step, size: { width: Math.ceil(size.width / step), height: Math.ceil(size.height / step) } };
}

/** Draws values of the mesh's vertices on the grid and softens them. Each set of values has its own plane. */
export function drawLight(
  mesh: FaceMesh,
  area: WorkArea,
  { size, step }: LightGrid,
  sets: readonly Float32Array[],
): Plane[] {
  const mm = mesh.mmPerPx * area.factor * step;
  const left = area.window.left * mesh.mmPerPx + 0.5 * mm;
  const top = area.window.top * mesh.mmPerPx + 0.5 * mm;
  const values = sets.map((of) => ({ of, stride: 1, at: 0 }));
  const { planes } = drawOn({ ...size, left, top, step: mm }, mesh, values);
  return planes.map((plane) => gaussian(plane, size, soft_mm / mm));
}
