import { factorise, solve } from '../maths/cholesky.ts';
import type { Bounds, Plane } from '../maths/plane.ts';
import { clamp, smoothstep } from '../maths/smoothstep.ts';
import type { Control } from './controls.ts';

/**
 * Displacements in pixels, at `nodes` × `nodes` points over a part of an image. They are zero on the border of this
 * part and outside. CPU and GPU both use them.
 */
export interface Lattice {
  readonly window: Bounds;
  /** Number of nodes on each side. */
  readonly nodes: number;
  readonly dx: Float32Array;
  readonly dy: Float32Array;
}

export const latticeNodes = 129;
/** Share of the window over which displacements decrease to zero at its border. */
const border = 0.06;
/**
 * Regularisation λ of moving points and of pins. A single moving point reaches 1/(1+λ) of its target, which prevents an
 * overshoot that would fold cheeks. Pins stay almost exactly in place.
 */
const moverRidge = 0.08;
const pinRidge = 0.0003;

/**
 * Interpolates the controls with Wendland's C2 function (1995) of the given radius. It is smooth, positive definite,
 * and exactly zero beyond the radius, so that a change stays local.
 */
export function forwardLattice(
  given: readonly Control[],
  radius: number,
  window: Bounds,
  nodes = latticeNodes,
): Lattice {
  const lattice = { window, nodes, dx: new Float32Array(nodes * nodes), dy: new Float32Array(nodes * nodes) };
  if (given.length === 0) return lattice;
  // The controls are sorted from top to bottom. The matrix then has many leading zeros, because controls that are far
  // apart on the face share no entry.
  const controls = given.toSorted((p, q) => p.y - q.y);
  const n = controls.length;
  const factor = factorise(kernelMatrix(controls, radius), n);
  const weightX = solve(
    factor,
    n,
    controls.map(({ dx }) => dx),
  );
  const weightY = solve(
    factor,
    n,
    controls.map(({ dy }) => dy),
  );
  controls.forEach((control, k) => addControl(lattice, control, radius, weightX[k]!, weightY[k]!));
  fadeBorder(lattice);
  return lattice;
}

/** A disc of the image, in pixels of the image. */
export interface Disc {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/**
 * Width, in cells, of the border that moves together with a disc. It makes the backward lattice exact inside the disc.
 */
const rigidCells = 2;
/**
 * Width, in cells, of the border around `rigidCells`. Across it, the movement changes from that of the disc to that of
 * the lattice.
 */
const joinCells = 4;

/**
 * Lets each disc move as a whole and by whole pixels. Its pixels are then copied instead of resampled, so that a small
 * mole keeps its size, colour and border. The skin around the disc absorbs the stretching, and the rounding of at most
 * half a pixel.
 *
 * @param kept the share of its displacement that each node keeps (from `brushLattice`). A disc stays in place if it
 *   would move a node whose share is 0.
 */
export function moveWhole({ window, nodes, dx, dy }: Lattice, discs: readonly Disc[], kept?: Plane): void {
  const stepX = (window.right - window.left) / (nodes - 1);
  const stepY = (window.bottom - window.top) / (nodes - 1);
  const cell = Math.max(stepX, stepY);
  const own = new Float64Array(2);
  const isHeld = new Uint8Array(nodes * nodes);
  for (const { x, y, radius } of discs) {
    displacementAt({ window, nodes, dx, dy }, x, y, own);
    if (Math.abs(own[0]!) < 0.01 && Math.abs(own[1]!) < 0.01) continue;
    const rigid = radius + rigidCells * cell;
    const reach = rigid + joinCells * cell;
    const near: { i: number; share: number }[] = [];
    const lastRow = Math.min(nodes - 1, Math.floor((y + reach - window.top) / stepY));
    const lastColumn = Math.min(nodes - 1, Math.floor((x + reach - window.left) / stepX));
    for (let row = Math.max(0, Math.ceil((y - reach - window.top) / stepY)); row <= lastRow; row++) {
      for (let column = Math.max(0, Math.ceil((x - reach - window.left) / stepX)); column <= lastColumn; column++) {
        const distance = Math.hypot(window.left + column * stepX - x, window.top + row * stepY - y);
        const share = 1 - smoothstep(rigid, reach, distance);
        if (share > 0) near.push({ i: row * nodes + column, share });
      }
    }
    const stays = near.some(({ i }) => kept?.[i] === 0);
    const [wholeX, wholeY] = stays ? [0, 0] : [Math.round(own[0]!), Math.round(own[1]!)];
    for (const { i, share } of near) {
      if (isHeld[i] === 1) continue;
      if (share === 1) isHeld[i] = 1;
      dx[i] = share === 1 ? wholeX : dx[i]! + share * (wholeX - dx[i]!);
      dy[i] = share === 1 ? wholeY : dy[i]! + share * (wholeY - dy[i]!);
    }
  }
}

/** A point is found when a fixed-point step moves it by less than this, in pixels. */
const settled_px = 0.005;

/**
 * Returns the backward lattice of a warp: a pixel of the result comes from (x, y) − displacement. Fixed-point steps
 * find the displacement at the nodes. They converge because the warp never folds (see smallestJacobian).
 */
export function backwardLattice(forward: Lattice, steps = 8): Lattice {
  const { window, nodes } = forward;
  const backward = { window, nodes, dx: new Float32Array(forward.dx), dy: new Float32Array(forward.dy) };
  const stepX = (window.right - window.left) / (nodes - 1);
  const stepY = (window.bottom - window.top) / (nodes - 1);
  const at = new Float64Array(2);
  for (let i = 0; i < nodes * nodes; i++) {
    const x = window.left + (i % nodes) * stepX;
    const y = window.top + Math.floor(i / nodes) * stepY;
    for (let step = 0; step < steps; step++) {
      const [dx, dy] = [backward.dx[i]!, backward.dy[i]!];
      displacementAt(forward, x - dx, y - dy, at);
      backward.dx[i] = at[0]!;
      backward.dy[i] = at[1]!;
      if (Math.abs(at[0]! - dx) < settled_px && Math.abs(at[1]! - dy) < settled_px) break;
    }
  }
  return backward;
}

/** Writes the displacement at a point of the image into `out`, with bilinear interpolation. */
export function displacementAt({ window, nodes, dx, dy }: Lattice, x: number, y: number, out: Float64Array): void {
  const last = nodes - 1;
  const u = clamp(((x - window.left) / (window.right - window.left)) * last, 0, last);
  const v = clamp(((y - window.top) / (window.bottom - window.top)) * last, 0, last);
  const column = Math.min(u | 0, last - 1);
  const row = Math.min(v | 0, last - 1);
  const o = row * nodes + column;
  out[0] = bilinear(dx, o, nodes, u - column, v - row);
  out[1] = bilinear(dy, o, nodes, u - column, v - row);
}

function bilinear(plane: Float32Array, o: number, nodes: number, fx: number, fy: number): number {
  const above = plane[o]! + (plane[o + 1]! - plane[o]!) * fx;
  const below = plane[o + nodes]! + (plane[o + nodes + 1]! - plane[o + nodes]!) * fx;
  return above + (below - above) * fy;
}

/** Returns the smallest factor by which an area changes: 1 without movement, 0 or less if the image folds. */
export function smallestJacobian({ window, nodes, dx, dy }: Lattice): number {
  const stepX = (window.right - window.left) / (nodes - 1);
  const stepY = (window.bottom - window.top) / (nodes - 1);
  let smallest = Infinity;
  for (let row = 0; row < nodes - 1; row++) {
    for (let o = row * nodes; o < row * nodes + nodes - 1; o++) {
      const xx = 1 + (dx[o + 1]! - dx[o]!) / stepX;
      const xy = (dx[o + nodes]! - dx[o]!) / stepY;
      const yx = (dy[o + 1]! - dy[o]!) / stepX;
      const yy = 1 + (dy[o + nodes]! - dy[o]!) / stepY;
      smallest = Math.min(smallest, xx * yy - xy * yx);
    }
  }
  return smallest;
}

/** Returns Wendland's C2 function: (1 − r)⁴ (4r + 1) for r < 1, otherwise 0. */
function wendland(r: number): number {
  if (r >= 1) return 0;
  const t = 1 - r;
  return t * t * t * t * (4 * r + 1);
}

function kernelMatrix(controls: readonly Control[], radius: number): Float64Array {
  const n = controls.length;
  const matrix = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    const p = controls[i]!;
    for (let j = 0; j < i; j++) {
      const q = controls[j]!;
      matrix[i * n + j] = wendland(Math.hypot(p.x - q.x, p.y - q.y) / radius);
    }
    matrix[i * n + i] = 1 + (p.dx === 0 && p.dy === 0 ? pinRidge : moverRidge);
  }
  return matrix;
}

/** Adds one control's contribution to the nodes within its radius. */
function addControl(
  { window, nodes, dx, dy }: Lattice,
  { x, y }: Control,
  radius: number,
  weightX: number,
  weightY: number,
): void {
  const stepX = (window.right - window.left) / (nodes - 1);
  const stepY = (window.bottom - window.top) / (nodes - 1);
  const firstRow = Math.max(0, Math.ceil((y - radius - window.top) / stepY));
  const lastRow = Math.min(nodes - 1, Math.floor((y + radius - window.top) / stepY));
  const firstColumn = Math.max(0, Math.ceil((x - radius - window.left) / stepX));
  const lastColumn = Math.min(nodes - 1, Math.floor((x + radius - window.left) / stepX));
  for (let row = firstRow; row <= lastRow; row++) {
    const down = window.top + row * stepY - y;
    for (let column = firstColumn; column <= lastColumn; column++) {
      const across = window.left + column * stepX - x;
      const kernel = wendland(Math.sqrt(across * across + down * down) / radius);
      dx[row * nodes + column]! += weightX * kernel;
      dy[row * nodes + column]! += weightY * kernel;
    }
  }
}

function fadeBorder({ nodes, dx, dy }: Lattice): void {
  for (let row = 0; row < nodes; row++) {
    for (let column = 0; column < nodes; column++) {
      const edge = Math.min(column, row, nodes - 1 - column, nodes - 1 - row) / (nodes - 1);
      const t = Math.min(1, edge / border);
      const fade = t * t * (3 - 2 * t);
      dx[row * nodes + column]! *= fade;
      dy[row * nodes + column]! *= fade;
    }
  }
}
