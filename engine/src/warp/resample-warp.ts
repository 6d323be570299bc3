import type { Picture } from '../picture.ts';
import type { Rows } from '../maths/plane.ts';
import type { Lattice } from './lattice.ts';

/** A pixel is not moved if its displacement is below this, in pixels. A shift of 0.02 px changes no byte of a photo. */
export const stillBelow_px = 0.02;
/** Number of positions between two pixels for which the Catmull-Rom weights of the four neighbours are tabulated. */
const weightSteps = 256;
const weights = catmullRomTable(weightSteps);

/**
 * Writes a band of rows of the warped image. Each pixel is read at the position from the backward lattice, with bicubic
 * interpolation. Cells that do not move are skipped, because `out` begins as a copy of the image.
 */
export function warpRows(picture: Picture, backward: Lattice, out: Picture, band: Rows): void {
  const { window, nodes } = backward;
  const cellWidth = (window.right - window.left) / (nodes - 1);
  const cellHeight = (window.bottom - window.top) / (nodes - 1);
  for (let row = 0; row < nodes - 1; row++) {
    const top = Math.max(band.top, Math.ceil(window.top + row * cellHeight));
    const bottom = Math.min(band.bottom, window.bottom, Math.ceil(window.top + (row + 1) * cellHeight));
    if (bottom <= top) continue;
    for (let column = 0; column < nodes - 1; column++) {
      const node = row * nodes + column;
      if (isStill(backward, node)) continue;
      const left = Math.ceil(window.left + column * cellWidth);
      const right = Math.min(window.right, Math.ceil(window.left + (column + 1) * cellWidth));
      const first = (left - window.left) / cellWidth - column;
      for (let y = top; y < bottom; y++) {
        const down = (y - window.top) / cellHeight - row;
        warpSpan(picture, backward, out.data, node, down, y, left, right, first, 1 / cellWidth);
      }
    }
  }
}

/** Returns whether all pixels of a cell stay in place. `node` is the upper left corner of the cell. */
export function isStill({ nodes, dx, dy }: Lattice, node: number): boolean {
  for (const corner of [node, node + 1, node + nodes, node + nodes + 1]) {
    if (Math.abs(dx[corner]!) > stillBelow_px || Math.abs(dy[corner]!) > stillBelow_px) return false;
  }
  return true;
}

/** Writes one row of one cell. The displacement is linear along the row. */
function warpSpan(
  picture: Picture,
  { nodes, dx, dy }: Lattice,
  out: Uint8ClampedArray,
  node: number,
  down: number,
  y: number,
  left: number,
  right: number,
  firstShare: number,
  shareStep: number,
): void {
  const startX = dx[node]! + (dx[node + nodes]! - dx[node]!) * down;
  const startY = dy[node]! + (dy[node + nodes]! - dy[node]!) * down;
  const runX = dx[node + 1]! + (dx[node + nodes + 1]! - dx[node + 1]!) * down - startX;
  const runY = dy[node + 1]! + (dy[node + nodes + 1]! - dy[node + 1]!) * down - startY;
  let share = firstShare;
  for (let x = left; x < right; x++, share += shareStep) {
    sampleBicubic(picture, x - startX - runX * share, y - startY - runY * share, out, (y * picture.width + x) * 4);
  }
}

/** Writes one pixel, interpolated over 4 × 4 pixels (Catmull-Rom). Positions are limited to the image. */
function sampleBicubic(
  { width, height, data }: Picture,
  x: number,
  y: number,
  out: Uint8ClampedArray,
  offset: number,
): void {
  const sx = Math.min(width - 2.001, Math.max(1, x));
  const sy = Math.min(height - 2.001, Math.max(1, y));
  const column = sx | 0;
  const row = sy | 0;
  const wx = (((sx - column) * weightSteps + 0.5) | 0) * 4;
  const wy = (((sy - row) * weightSteps + 0.5) | 0) * 4;
  const x0 = weights[wx]!;
  const x1 = weights[wx + 1]!;
  const x2 = weights[wx + 2]!;
  const x3 = weights[wx + 3]!;
  let red = 0;
  let green = 0;
  let blue = 0;
  let o = ((row - 1) * width + column - 1) * 4;
  for (let k = 0; k < 4; k++, o += width * 4) {
    const w = weights[wy + k]!;
    red += w * (x0 * data[o]! + x1 * data[o + 4]! + x2 * data[o + 8]! + x3 * data[o + 12]!);
    green += w * (x0 * data[o + 1]! + x1 * data[o + 5]! + x2 * data[o + 9]! + x3 * data[o + 13]!);
    blue += w * (x0 * data[o + 2]! + x1 * data[o + 6]! + x2 * data[o + 10]! + x3 * data[o + 14]!);
  }
  out[offset] = red;
  out[offset + 1] = green;
  out[offset + 2] = blue;
}

function catmullRomTable(steps: number): Float32Array {
  const table = new Float32Array((steps + 1) * 4);
  for (let i = 0; i <= steps; i++) {
    const t = i / steps;
    table[4 * i] = -0.5 * t * t * t + t * t - 0.5 * t;
    table[4 * i + 1] = 1.5 * t * t * t - 2.5 * t * t + 1;
    table[4 * i + 2] = -1.5 * t * t * t + 2 * t * t + 0.5 * t;
    table[4 * i + 3] = 0.5 * t * t * t - 0.5 * t * t;
  }
  return table;
}
