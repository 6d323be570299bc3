import { gaussian } from '../maths/gaussian.ts';
import { planeOf } from '../maths/plane.ts';
import type { Bounds, Plane, Size } from '../maths/plane.ts';
import { smoothstep } from '../maths/smoothstep.ts';
import type { Lattice } from '../warp/lattice.ts';

/**
 * One stroke of the doctor's brush over a photo. If there are strokes with the mode `limit`, treatments change only the
 * area of these strokes. The area of a stroke with the mode `protect` keeps its pixels. Coordinates are shares of the
 * photo's width and height, so that a stroke fits both the live image and the stored image.
 */
export interface BrushStroke {
  readonly mode: 'protect' | 'limit';
  readonly points: readonly (readonly [x: number, y: number])[];
  /** The radius of the stroke, as a share of the photo's width. The outer third of the radius is a soft edge. */
  readonly radius: number;
}

/** The strokes on one photo, stored as JSON with the recipe. Each pose has its own strokes. */
export type Brush = readonly BrushStroke[];

/** A stored brush that cannot be drawn. `path` names the faulty part, for example `2.radius`. */
export class BrushError extends Error {
  readonly path: string;

  constructor(path: string, reason: string) {
    super(`${path}: ${reason}`);
    this.name = 'BrushError';
    this.path = path;
  }
}

const softShare = 1 / 3;
/**
 * Blur of the edge of a limited area, in units of d (the distance between the irises). A warp that ends abruptly would
 * fold the image.
 */
const limitBlur = 0.1;
/** Width of the transition from the still skin of a protecting stroke to moving skin, in units of d. */
const protectPassage = 0.15;

/** @throws BrushError when a stroke is invalid. */
export function parseBrush(value: unknown): Brush {
  if (!Array.isArray(value)) throw new BrushError('brush', 'not a list');
  value.forEach((stroke: Partial<BrushStroke> | null, n) => {
    if (stroke?.mode !== 'protect' && stroke?.mode !== 'limit') throw new BrushError(`${n}.mode`, 'protect or limit');
    if (!isBetween(stroke.radius, 0.0005, 1)) throw new BrushError(`${n}.radius`, 'not a share of the width');
    if (!Array.isArray(stroke.points) || stroke.points.length === 0) throw new BrushError(`${n}.points`, 'empty');
    for (const point of stroke.points as unknown[]) {
      if (!Array.isArray(point) || point.length !== 2 || !point.every((at) => isBetween(at, -0.5, 1.5)))
        throw new BrushError(`${n}.points`, 'not a pair of shares');
    }
  });
  return value as Brush;
}

/** Returns, for each cell of a window, how much of a change the brush allows: 0 is none, 255 is all of it. */
export function brushMask(brush: Brush, photo: Size, window: Bounds, size: Size): Uint8Array {
  return Uint8Array.from(passable(brush, photo, window, size), (value) => value * 255 + 0.5);
}

/**
 * Reduces the displacements of a lattice so that no protected pixel moves. `d` is the distance between the irises, in
 * pixels of the photo.
 *
 * @returns the share of its displacement that each node keeps
 */
export function brushLattice(lattice: Lattice, brush: Brush, photo: Size, d: number): Plane {
  const { window, nodes, dx, dy } = lattice;
  const size = { width: nodes, height: nodes };
  const cell = (window.right - window.left) / (nodes - 1);
  // A node is the centre of a cell of the mask, so the window is larger by half a cell on each side.
  const half = { x: cell / 2, y: (window.bottom - window.top) / (nodes - 1) / 2 };
  const grown = {
    left: window.left - half.x,
    top: window.top - half.y,
    right: window.right + half.x,
    bottom: window.bottom + half.y,
  };
  const share = limited(brush, photo, grown, size);
  const soft = gaussian(share, size, (limitBlur * d) / cell);
  for (let i = 0; i < share.length; i++) share[i] = smoothstep(0.5, 1, soft[i]!);
  // A pixel stays only if all four nodes around it stay. These nodes are at most the diagonal of a cell away from the
  // stroke. The transition lies outside the stroke. If a narrow stroke were blurred instead, its own pixels would move.
  const narrow = 2 * Math.min(half.x, half.y);
  const held = covered(protecting(brush), photo, grown, size, (radius) => {
    const still = (radius * photo.width) / narrow + Math.SQRT2;
    return { from: still, to: still + (protectPassage * d) / narrow };
  });
  for (let i = 0; i < share.length; i++) {
    share[i]! *= 1 - held[i]!;
    dx[i]! *= share[i]!;
    dy[i]! *= share[i]!;
  }
  return share;
}

function passable(brush: Brush, photo: Size, window: Bounds, size: Size): Plane {
  const out = limited(brush, photo, window, size);
  const shielded = covered(protecting(brush), photo, window, size, softEdge(photo, window, size));
  for (let i = 0; i < out.length; i++) out[i]! *= 1 - shielded[i]!;
  return out;
}

function protecting(brush: Brush): Brush {
  return brush.filter(({ mode }) => mode === 'protect');
}

/** Draws the area to which a brush limits treatments: everything if no stroke limits them. */
function limited(brush: Brush, photo: Size, window: Bounds, size: Size): Plane {
  const limit = brush.filter(({ mode }) => mode === 'limit');
  if (limit.length === 0) return planeOf(size).fill(1);
  return covered(limit, photo, window, size, softEdge(photo, window, size));
}

/**
 * Two distances from the middle of a stroke, in cells. The value of the stroke falls from 1 at the first distance to 0
 * at the second.
 */
interface Edge {
  readonly from: number;
  readonly to: number;
}

/** Returns the edge of a stroke. `radius` is the radius of the stroke, as a share of the photo's width. */
type EdgeOf = (radius: number) => Edge;

function softEdge(photo: Size, window: Bounds, size: Size): EdgeOf {
  const scale = size.width / (window.right - window.left);
  return (radius) => {
    const to = Math.max(0.5, radius * photo.width * scale);
    return { from: (1 - softShare) * to, to };
  };
}

/** Draws the union of strokes. Each stroke is a chain of capsules. */
function covered(strokes: Brush, photo: Size, window: Bounds, size: Size, edgeOf: EdgeOf): Plane {
  const plane = planeOf(size);
  const scaleX = size.width / (window.right - window.left);
  const scaleY = size.height / (window.bottom - window.top);
  for (const { points, radius } of strokes) {
    const edge = edgeOf(radius);
    const path = points.map(
      ([x, y]) => [(x * photo.width - window.left) * scaleX, (y * photo.height - window.top) * scaleY] as const,
    );
    path.forEach((to, n) => drawCapsule(plane, size, path[Math.max(0, n - 1)]!, to, edge));
  }
  return plane;
}

type XY = readonly [number, number];

function drawCapsule(plane: Plane, { width, height }: Size, [ax, ay]: XY, [bx, by]: XY, edge: Edge): void {
  const lengthSquared = (bx - ax) ** 2 + (by - ay) ** 2;
  const right = Math.min(width, Math.ceil(Math.max(ax, bx) + edge.to));
  const bottom = Math.min(height, Math.ceil(Math.max(ay, by) + edge.to));
  for (let y = Math.max(0, Math.floor(Math.min(ay, by) - edge.to)); y < bottom; y++) {
    for (let x = Math.max(0, Math.floor(Math.min(ax, bx) - edge.to)); x < right; x++) {
      const [px, py] = [x + 0.5 - ax, y + 0.5 - ay];
      const along = lengthSquared > 0 ? Math.min(1, Math.max(0, (px * (bx - ax) + py * (by - ay)) / lengthSquared)) : 0;
      const distance = Math.hypot(px - along * (bx - ax), py - along * (by - ay));
      const value = 1 - smoothstep(edge.from, edge.to, distance);
      const i = y * width + x;
      if (value > plane[i]!) plane[i] = value;
    }
  }
}

function isBetween(value: unknown, low: number, high: number): boolean {
  return typeof value === 'number' && value >= low && value <= high;
}
