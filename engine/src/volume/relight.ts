import type { Plane } from '../maths/plane.ts';
import { smoothstep } from '../maths/smoothstep.ts';
import type { WorkArea } from '../regions/work-area.ts';
import { keepTone } from './keep-tone.ts';
import type { CheekTone } from './keep-tone.ts';
import { areaVectors, normalise, smoothOver } from './face-mesh.ts';
import type { FaceMesh } from './face-mesh.ts';
import type { FaceLight } from './fit-light.ts';
import { drawLight, lightGrid } from './light-grid.ts';
import type { LightGrid } from './light-grid.ts';

/** A change of light over the work area: ln(light after / light before) at each value. */
export interface LightChange extends LightGrid {
  readonly plane: Plane;
}

/**
 * Largest logarithm of a change: the light increases by about a third, or decreases by about a quarter. The limit is
 * lower on the lips, where the mesh is coarse.
 */
export const mostRelit = 0.3;
const mostOnLips = 0.16;
/** The shade is kept above this share of its median, because quotients of small numbers are noisy. */
const floorShare = 0.35;
/**
 * Highlight of skin: its strength as a share of the median shade, and its exponent (Blinn 1977). A higher exponent
 * makes the highlight narrower.
 */
const sheenShare = 0.12;
const sheenExponent = 14;
const changeSteps = 2;
/**
 * Share of explained variance below which the fitted light is uncertain. Changes of light are then drawn more weakly.
 */
export const leastExplained = 0.3;
const doubted = [0.2, leastExplained] as const;
const doubtShare = 0.5;

/** Returns the share of a change of light that is drawn, 0.5–1. */
export function lightTrust({ explained }: FaceLight): number {
  return doubtShare + (1 - doubtShare) * smoothstep(...doubted, explained);
}

/**
 * Computes how the light on a face changes when its surface moves.
 *
 * @param moves movements in millimetres, three numbers per vertex
 * @param cheeks cheeks whose tone must not change
 */
export function relight(
  mesh: FaceMesh,
  light: FaceLight,
  moves: Float32Array,
  onLips: Uint8Array,
  area: WorkArea,
  cheeks: readonly CheekTone[] = [],
): LightChange {
  const grid = lightGrid(mesh, area);
  const plane = drawLight(mesh, area, grid, [changeAt(mesh, light, moves, onLips)])[0]!;
  keepTone(cheeks, plane);
  return { ...grid, plane };
}

/** The factor by which `shownClearly` exaggerates the shade. */
export const clearFactor = 2.5;

/**
 * Exaggerates the effect of fillers on the light by `clearFactor`, up to the limit `mostRelit`. The lower limit for the
 * lips does not apply here. Without the exaggeration, a filled cheek is hardly visible from the front.
 */
export function shownClearly(light: LightChange): LightChange {
  const plane = light.plane.map((log) => mostRelit * Math.tanh((clearFactor * log) / mostRelit));
  return { ...light, plane };
}

/** Returns ln(light after / light before) at each vertex. */
function changeAt(mesh: FaceMesh, light: FaceLight, moves: Float32Array, onLips: Uint8Array): Float32Array {
  const { normals } = mesh;
  const after = normalsAfter(mesh, moves);
  const shadeOf = shading(light);
  const trust = lightTrust(light);
  const logs = new Float32Array(normals.length / 3);
  for (let i = 0; i < logs.length; i++) {
    const o = 3 * i;
    const [x, y, z] = [normals[o]!, normals[o + 1]!, normals[o + 2]!];
    const [u, v, w] = [after[o]!, after[o + 1]!, after[o + 2]!];
    if (x === u && y === v && z === w) continue;
    const before = shadeOf(x, y, z);
    const now = shadeOf(u, v, w);
    const limit = onLips[i] === 1 ? mostOnLips : mostRelit;
    const floor = floorShare * light.middle;
    const risen = Math.max(floor, now.shade + now.sheen - before.sheen);
    logs[i] = trust * limit * Math.tanh(Math.log(risen / before.shade) / limit);
  }
  return logs;
}

/**
 * Returns the normals after a movement. They are the smoothed normals plus the change of the unsmoothed normals. So the
 * noise of the mesh cancels out.
 */
function normalsAfter(mesh: FaceMesh, moves: Float32Array): Float32Array {
  const { positions, normals, facets, topology } = mesh;
  const moved = new Float32Array(positions.length);
  for (let i = 0; i < moved.length; i++) moved[i] = positions[i]! + moves[i]!;
  const change = normalise(areaVectors(moved, topology.triangles, topology.count));
  for (let i = 0; i < change.length; i++) change[i]! -= facets[i]!;
  const smooth = smoothOver(change, topology, changeSteps);
  const after = new Float32Array(normals.length);
  for (let i = 0; i < after.length; i += 3) {
    const isMoved = smooth[i] !== 0 || smooth[i + 1] !== 0 || smooth[i + 2] !== 0;
    const [x, y, z] = [normals[i]! + smooth[i]!, normals[i + 1]! + smooth[i + 1]!, normals[i + 2]! + smooth[i + 2]!];
    const length = isMoved ? Math.sqrt(x * x + y * y + z * z) || 1 : 1;
    after[i] = x / length;
    after[i + 1] = y / length;
    after[i + 2] = z / length;
  }
  return after;
}

/**
 * Returns a function for the shade and the highlight of a normal. The shade has a soft lower limit. The highlight is
 * strongest half-way between the main direction of the light and the camera.
 */
function shading({ c, middle }: FaceLight): (x: number, y: number, z: number) => { shade: number; sheen: number } {
  const [c0, cx, cy, cz] = c;
  const floor = floorShare * middle;
  const length = Math.hypot(cx, cy, cz) || 1;
  const [hx, hy, hz] = [cx / length, cy / length, Math.min(0, cz / length) - 1];
  const half = Math.hypot(hx, hy, hz);
  const strength = sheenShare * middle * Math.min(1, length / Math.abs(c0 || 1));
  return (x, y, z) => {
    const shade = c0 + cx * x + cy * y + cz * z;
    return {
      shade: shade > 2 * floor ? shade : floor + floor * Math.exp((shade - 2 * floor) / floor),
      sheen: strength * Math.max(0, (x * hx + y * hy + z * hz) / half) ** sheenExponent,
    };
  };
}
