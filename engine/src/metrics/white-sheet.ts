import { readLab } from '../maths/lab.ts';
import { planeOf } from '../maths/plane.ts';
import type { Bounds, Plane } from '../maths/plane.ts';
import { fillPolygon, scalePolygon } from '../maths/polygon.ts';
import { median, percentile } from '../maths/statistics.ts';
import { faceOutline } from '../model/landmark-groups.ts';
import type { Landmarks, Picture } from '../picture.ts';
import { interocularDistance } from '../regions/face-frame.ts';
import type { SkinColour } from '../regions/skin-mask.ts';
import { pointsOf } from '../regions/work-area.ts';
import { rescalePart } from './rescale.ts';

/** White paper in a photo, with its colour in this photo. */
export interface WhiteSheet {
  readonly colour: SkinColour;
  /** Difference between the 10th and the 90th percentile of the paper's L*. It is small if the paper is lit evenly. */
  readonly spread: number;
  /** Position of the sheet, in pixels of the photo. */
  readonly bounds: Bounds;
}

/**
 * The reasons why a photo has no usable paper: no paper was found, or the paper is so bright that its colour is lost.
 */
export const sheetFaults = ['not_found', 'overexposed'] as const;
export type SheetFault = (typeof sheetFaults)[number];

export const isSheet = (found: WhiteSheet | SheetFault | null): found is WhiteSheet =>
  typeof found === 'object' && found !== null;

/** Share of visible light that copy paper reflects. Values of real paper are 0.80–0.88. */
export const paperReflectance = 0.85;

/**
 * Distance between the irises, in pixels, in the reduced photo that is searched. A small image is enough, because paper
 * is large. The reduction also averages out the grain.
 */
const distance_px = 40;
/**
 * Margin around the landmarks, in units of d (the distance between the irises). Paper near the face has the same light
 * as the face; paper farther away may not.
 */
const reach = 1.6;
/** Side of a cell in pixels, which is 0.1 d. Only cells of nearly even lightness can be paper. */
const cell = 4;
/** Largest difference of L* within a flat cell, and largest ΔE between neighbouring cells of the same paper. */
const flat = 5;
const step = 4;
/** Number of cells of the smallest paper: 0.5 d², about 4 × 5 cm. */
const leastCells = 50;
/** Minimum difference of L* between paper and skin, because paper reflects more light than any skin. */
const aboveSkin = 6;
/** Largest chroma of paper under a lamp whose colour the camera did not correct. */
const mostChroma = 30;
/**
 * A patch that extends by more than this number of cells to both sides of the middle of the face is a wall behind the
 * head. The number is 1.2 d, the distance from the middle to the edge of the face's outline.
 */
const besides = 12;
/**
 * Factor by which the outline of the face is enlarged. Everything inside the enlarged outline belongs to the person.
 */
const beyondFace = 1.12;
/**
 * Limit for the brightest colour channel of a patch, as a byte. From this value on, the patch is treated as
 * overexposed.
 */
const brightest = 250;

/**
 * Finds a white sheet of paper next to the face: the brightest flat patch near the face that is not overexposed. A wall
 * can look the same, so a person must state that there is paper, and the page must show where the paper was found.
 *
 * @param skin colour of the skin in the same photo
 */
export function findWhiteSheet(photo: Picture, landmarks: Landmarks, skin: SkinColour): WhiteSheet | SheetFault {
  const scale = distance_px / interocularDistance(landmarks);
  const part = partAround(photo, landmarks, reach * interocularDistance(landmarks));
  const small = rescalePart(photo, part, scale);
  const outside = outsideFace(
    small,
    landmarks.map(([x, y, z]) => [(x - part.left) * scale, (y - part.top) * scale, z]),
  );
  const cells = cellsOf(small, outside);
  const middle = median(pointsOf(landmarks, faceOutline).map(([x]) => (x - part.left) * scale)) / cell;
  const patches = patchesOf(cells, (one) => one.l > skin.l + aboveSkin && Math.hypot(one.a, one.b) < mostChroma).filter(
    (one) => !isBehind(one, middle),
  );
  if (patches.length === 0) return 'not_found';
  const [patch] = patches
    .filter((one) => median(one.map(({ top }) => top)) < brightest)
    .toSorted((one, other) => median(other.map(({ l }) => l)) - median(one.map(({ l }) => l)));
  if (!patch) return 'overexposed';
  const lights = patch.map(({ l }) => l);
  const across = patch.map(({ column }) => column);
  const down = patch.map(({ row }) => row);
  const at = (cells: number, start: number) => start + (cells * cell) / scale;
  return {
    colour: { l: median(lights), a: median(patch.map(({ a }) => a)), b: median(patch.map(({ b }) => b)) },
    spread: percentile(lights, 0.9) - percentile(lights, 0.1),
    bounds: {
      left: at(Math.min(...across), part.left),
      top: at(Math.min(...down), part.top),
      right: at(Math.max(...across) + 1, part.left),
      bottom: at(Math.max(...down) + 1, part.top),
    },
  };
}

interface Cell extends SkinColour {
  readonly column: number;
  readonly row: number;
  /** Mean of the brightest channel of each pixel, as a byte. */
  readonly top: number;
}

/** Flat cells outside the face, by `row * columns + column`. */
interface Cells {
  readonly columns: number;
  readonly rows: number;
  readonly at: ReadonlyMap<number, Cell>;
}

function cellsOf(picture: Picture, outside: Plane): Cells {
  const columns = Math.floor(picture.width / cell);
  const rows = Math.floor(picture.height / cell);
  const at = new Map<number, Cell>();
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const found = cellAt(picture, outside, column, row);
      if (found) at.set(row * columns + column, found);
    }
  return { columns, rows, at };
}

function cellAt({ data, width }: Picture, outside: Plane, column: number, row: number): Cell | null {
  const lab = new Float32Array(3);
  const sum = { l: 0, a: 0, b: 0, top: 0 };
  let [least, most] = [Infinity, -Infinity];
  for (let y = row * cell; y < (row + 1) * cell; y++)
    for (let x = column * cell; x < (column + 1) * cell; x++) {
      const i = y * width + x;
      if (outside[i] === 0) return null;
      readLab(data, i * 4, lab);
      sum.l += lab[0]!;
      sum.a += lab[1]!;
      sum.b += lab[2]!;
      sum.top += Math.max(data[i * 4]!, data[i * 4 + 1]!, data[i * 4 + 2]!);
      least = Math.min(least, lab[0]!);
      most = Math.max(most, lab[0]!);
    }
  const count = cell * cell;
  if (most - least > flat) return null;
  return { column, row, l: sum.l / count, a: sum.a / count, b: sum.b / count, top: sum.top / count };
}

/**
 * Returns whether a patch is a wall behind the head. Paper lies on one side of the face; a wall continues on both
 * sides.
 */
function isBehind(patch: readonly Cell[], middle: number): boolean {
  const across = patch.map(({ column }) => column);
  return middle - Math.min(...across) > besides && Math.max(...across) - middle > besides;
}

/** Returns groups of neighbouring bright cells whose colours differ little. */
function patchesOf({ columns, rows, at }: Cells, isBright: (cell: Cell) => boolean): Cell[][] {
  const seen = new Set<number>();
  const patches: Cell[][] = [];
  for (const [start, first] of at) {
    if (seen.has(start) || !isBright(first)) continue;
    const patch: Cell[] = [];
    const open = [first];
    seen.add(start);
    for (let one = open.pop(); one; one = open.pop()) {
      patch.push(one);
      for (const [dx, dy] of neighbours) {
        const [column, row] = [one.column + dx, one.row + dy];
        const key = row * columns + column;
        const next = column < 0 || row < 0 || column >= columns || row >= rows ? undefined : at.get(key);
        if (!next || seen.has(key) || !isBright(next) || difference(one, next) > step) continue;
        seen.add(key);
        open.push(next);
      }
    }
    if (patch.length >= leastCells) patches.push(patch);
  }
  return patches;
}

const neighbours = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const;

const difference = (one: SkinColour, other: SkinColour): number =>
  Math.hypot(one.l - other.l, one.a - other.a, one.b - other.b);

function outsideFace(picture: Picture, landmarks: Landmarks): Plane {
  const plane = planeOf(picture).fill(1);
  fillPolygon(plane, picture, scalePolygon(pointsOf(landmarks, faceOutline), beyondFace), 0);
  return plane;
}

function partAround({ width, height }: Picture, landmarks: Landmarks, distance: number): Bounds {
  const outline = pointsOf(landmarks, faceOutline);
  const xs = outline.map(([x]) => x);
  const ys = outline.map(([, y]) => y);
  return {
    left: Math.max(0, Math.floor(Math.min(...xs) - distance)),
    top: Math.max(0, Math.floor(Math.min(...ys) - distance)),
    right: Math.min(width, Math.ceil(Math.max(...xs) + distance)),
    bottom: Math.min(height, Math.ceil(Math.max(...ys) + distance)),
  };
}
