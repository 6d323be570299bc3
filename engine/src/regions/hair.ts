import { gaussian } from '../maths/gaussian.ts';
import type { LabPlanes } from '../maths/lab.ts';
import { planeOf } from '../maths/plane.ts';
import type { Plane, Rows, Size } from '../maths/plane.ts';
import { fillDisc, fillPolygon, scalePolygon } from '../maths/polygon.ts';
import type { Point } from '../maths/polygon.ts';
import { enlarge, reduce, reducedSize } from '../maths/resample.ts';
import { smoothstep } from '../maths/smoothstep.ts';
import { median } from '../maths/statistics.ts';
import {
  beardArea,
  faceOutline,
  leftBrow,
  leftCheek,
  leftMarionette,
  leftNasolabial,
  outerLips,
  rightBrow,
  rightCheek,
  rightMarionette,
  rightNasolabial,
} from '../model/landmark-groups.ts';
import type { Landmarks } from '../picture.ts';
import { pointsOf } from './work-area.ts';

interface Ground {
  readonly lab: LabPlanes;
  readonly size: Size;
  readonly landmarks: Landmarks;
  /** Distance between the irises, in pixels. */
  readonly d: number;
  /** Certainty that a pixel has the colour of skin, 0–1. */
  readonly skin: Plane;
}

/**
 * Lengths in units of d (the distance between the irises). `cell` is the side of a cell of the coarse grid. Grain is
 * the detail that a blur with the sigma `grain` removes. `patch` is the sigma of the blur that averages grain.
 */
const cell = 0.018;
const grain = 0.01;
const patch = 0.045;
/** Sigma of the blur that removes dark areas which are too narrow for a beard, in units of d. */
const broadly = 0.05;
/**
 * Grain of a pixel, as a multiple of the grain of the bare cheek. Up to the first value a pixel is not hair; from the
 * second on, its grain is that of hair. A beard has 2 to 5.
 */
const grainRange = [1.9, 2.7] as const;
/**
 * Limits of grain. Smooth skin is assumed to have a grain of at least `leastGrain`, in L*. Grain is limited to
 * `mostGrain` times the grain of smooth skin. This upper limit is needed, because a single crease is rougher than any
 * beard.
 */
const leastGrain = 0.6;
const mostGrain = 4;
/**
 * How much darker than the cheek a pixel is, in L*. Up to the first value it is not hair; from the second on, it is as
 * dark as hair.
 */
const darkRange = [10, 22] as const;
/**
 * Ranges over which a pixel changes from skin to stubble, and from skin to thick hair. The values are shares of the
 * skin's yellow (b*). They state how much more yellow is missing than shade explains.
 */
const stubbleTint = [0.02, 0.14] as const;
const hairTint = [0.15, 0.4] as const;
/** Weight of rough skin that is not greyer than the cheek. It may be stubble of the skin's own tone, or shaded skin. */
const doubtful = 0.6;
/**
 * Factor by which the outline of the lips is enlarged, because lipstick extends beyond it and has as little yellow as
 * hair.
 */
const besideLips = 1.14;
/**
 * Distance within which a beard has clearly visible hair, in units of d. A doubtful patch without clear hair is a fold
 * or shade.
 */
const clumpReach = 0.07;
const clump = [0.35, 0.75] as const;
/**
 * Factor by which the outline of the brows is enlarged.
 */
const besideBrows = 1.45;
/** Sigma of the soft edge of the face outline, in units of d. Hair may hang into the face over this edge. */
const hairline = 0.16;
/**
 * Ranges that distinguish a single dark hair from a crease. `strandRange`: how much darker than its surroundings a hair
 * is, in L*. `creaseRed`: how much redder than its surroundings a crease is, in a*.
 */
const strandRange = [7, 13] as const;
const creaseRed = [1, 3] as const;
const strandReach = 0.04;

/**
 * Returns the certainty that a pixel is hair, 0–1. Below the nose, it finds beard, moustache and stubble by grain,
 * darkness and missing yellow. Near the brows and the outline of the face, it finds single hairs, which are dark and no
 * redder than the skin around. Dark lines elsewhere on a face are creases.
 */
export function findHair(ground: Ground): Plane {
  const { lab, size, d, landmarks } = ground;
  const factor = Math.max(1, Math.round(cell * d));
  const small = reducedSize(size, factor);
  const grid: Grid = {
    size: small,
    factor,
    lab: { l: reduce(lab.l, size, factor), a: reduce(lab.a, size, factor), b: reduce(lab.b, size, factor) },
    area: (outlines, feather) => {
      const area = planeOf(small);
      for (const outline of outlines)
        fillPolygon(
          area,
          small,
          outline.map(([x, y]) => [x / factor, y / factor] as const),
        );
      return gaussian(area, small, (feather * d) / factor);
    },
  };
  const beard = enlarge(beardOf(ground, grid), size, factor);
  const edges = enlarge(hairAreas(landmarks, grid), size, factor);
  addStrands(beard, edges, ground, grid);
  return beard;
}

interface Grid {
  readonly size: Size;
  readonly factor: number;
  /** The photo's colours on the grid. */
  readonly lab: LabPlanes;
  /** Fills outlines and softens them. `feather` is the sigma of the soft edge, in units of d. */
  area(outlines: readonly (readonly Point[])[], feather: number): Plane;
}

function beardOf(ground: Ground, grid: Grid): Plane {
  const { size, d, landmarks, skin } = ground;
  const outlined = (...groups: readonly (readonly number[])[]) => groups.map((group) => pointsOf(landmarks, group));
  const inside = grid.area(outlined(beardArea), 0.03);
  const lips = grid.area([scalePolygon(pointsOf(landmarks, outerLips), besideLips)], 0.01);
  const folds = grid.area(outlined(rightNasolabial, leftNasolabial, rightMarionette, leftMarionette), 0.03);
  const cheek = grid.area(outlined(rightCheek, leftCheek), 0);
  const bare = reduce(skin, size, grid.factor);
  const sure = Array.from(cheek.keys()).filter((i) => cheek[i]! > 0 && bare[i]! > 0.9);
  const usual = (plane: Plane) => median(sure.map((i) => plane[i]!));

  const rows = rowsOf([inside, cheek], grid, size);
  const fine = reduce(roughness(ground, rows), size, grid.factor);
  const smooth = Math.max(leastGrain, usual(fine));
  for (let i = 0; i < fine.length; i++) fine[i] = Math.min(fine[i]!, mostGrain * smooth);
  const rough = gaussian(fine, grid.size, (patch * d) / grid.factor);
  const { l, b } = grid.lab;
  const [light, yellow] = [usual(l), Math.max(4, usual(b))];
  const grizzled = planeOf(grid.size);
  const dark = planeOf(grid.size);
  for (let i = 0; i < dark.length; i++) {
    if (inside[i]! <= 0.02) continue;
    const shade = (l[i]! + 16) / (light + 16);
    // Shade reduces lightness and yellow equally; hair reduces yellow more.
    const lost = 1 - b[i]! / (yellow * Math.max(0.3, shade));
    grizzled[i] =
      smoothstep(grainRange[0], grainRange[1], rough[i]! / smooth) *
      Math.max(smoothstep(stubbleTint[0], stubbleTint[1], lost), doubtful * (1 - folds[i]!));
    dark[i] =
      (1 - lips[i]!) *
      smoothstep(darkRange[0], darkRange[1], 84 * (1 - shade)) *
      smoothstep(hairTint[0], hairTint[1], lost);
  }
  // The corner at the end of a fold is as dark as a moustache, but smaller.
  const broad = gaussian(dark, grid.size, (broadly * d) / grid.factor);
  const out = planeOf(grid.size);
  for (let i = 0; i < out.length; i++) {
    const hairy = Math.max(grizzled[i]!, Math.min(dark[i]!, 1.6 * broad[i]!));
    out[i] = smoothstep(0.1, 0.6, inside[i]!) * (1 - lips[i]!) * smoothstep(0.25, 0.7, hairy);
  }
  const corners = planeOf(grid.size);
  for (const [ends, radius] of foldEnds)
    for (const [x, y] of pointsOf(landmarks, ends))
      fillDisc(corners, grid.size, [x / grid.factor, y / grid.factor], (radius * d) / grid.factor);
  const shades = folds.map((value, i) => Math.max(value, corners[i]!));
  dropShades(out, shades, grid.size, d / grid.factor);
  const strongest = greatestNear(out, grid.size, Math.round(clumpReach / cell));
  for (let i = 0; i < out.length; i++) out[i]! *= smoothstep(clump[0], clump[1], strongest[i]!);
  return gaussian(out, grid.size, 0.7);
}

/**
 * Largest area of a patch that counts as the deepest part of a fold, in units of d². The limit is the first value, or
 * the second value multiplied by the share of the patch that lies in folds, if that is larger. The deepest part of a
 * fold is as dark and grey as a moustache, but small and isolated.
 */
const largestShade = [0.04, 0.08] as const;
/**
 * Neighbouring cells above `patchFrom` form a patch. The patch is shade if more than the share `shareInFold` lies in
 * the regions of folds.
 */
const patchFrom = 0.1;
const shareInFold = 0.3;
/**
 * Landmarks where folds begin and end (corners of the mouth, wings of the nose). Each pair, one landmark for each side,
 * has the radius of the shade around it, in units of d.
 */
const foldEnds = [
  [[61, 291], 0.12],
  [[64, 294], 0.1],
] as const;

/**
 * Removes from the hair mask the small patches that lie in folds of the skin, because they are shade. Hair that reaches
 * into a fold belongs to a larger patch.
 */
function dropShades(hair: Plane, folds: Plane, { width, height }: Size, d: number): void {
  const isSeen = new Uint8Array(hair.length);
  for (let start = 0; start < hair.length; start++) {
    if (isSeen[start] || hair[start]! < patchFrom) continue;
    const cells = [start];
    let inFold = 0;
    isSeen[start] = 1;
    for (let n = 0; n < cells.length; n++) {
      const i = cells[n]!;
      const [x, y] = [i % width, Math.floor(i / width)];
      inFold += folds[i]!;
      for (const [u, v] of [
        [x - 1, y],
        [x + 1, y],
        [x, y - 1],
        [x, y + 1],
      ] as const) {
        const near = v * width + u;
        if (u < 0 || v < 0 || u >= width || v >= height || isSeen[near] || hair[near]! < patchFrom) continue;
        isSeen[near] = 1;
        cells.push(near);
      }
    }
    const share = inFold / cells.length;
    const [least, most] = largestShade;
    if (share > shareInFold && cells.length < Math.max(least, most * share) * d * d) for (const i of cells) hair[i] = 0;
  }
}

/** Returns, for each cell, the greatest value in the square that extends `reach` cells to each side. */
function greatestNear(plane: Plane, { width, height }: Size, reach: number): Plane {
  const rows = plane.slice();
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let k = Math.max(0, x - reach); k <= Math.min(width - 1, x + reach); k++)
        rows[y * width + x] = Math.max(rows[y * width + x]!, plane[y * width + k]!);
  const out = rows.slice();
  for (let y = 0; y < height; y++)
    for (let k = Math.max(0, y - reach); k <= Math.min(height - 1, y + reach); k++)
      for (let x = 0; x < width; x++) out[y * width + x] = Math.max(out[y * width + x]!, rows[k * width + x]!);
  return out;
}

/** Returns the rows of the photo that contain any of these areas, with a margin. */
function rowsOf(areas: readonly Plane[], { size: small, factor }: Grid, { height }: Size): Rows {
  const used = Array.from({ length: small.height }, (_, y) => y).filter((y) =>
    areas.some((area) => area.subarray(y * small.width, (y + 1) * small.width).some((value) => value > 0.01)),
  );
  const reach = Math.ceil((3 * patch) / cell) + 2;
  return {
    top: Math.max(0, ((used[0] ?? 0) - reach) * factor),
    bottom: Math.min(height, ((used.at(-1) ?? 0) + reach) * factor),
  };
}

/** Returns the contrast of the finest detail, converted to skin of L* 68. It is 0 outside the given rows. */
function roughness({ lab: { l }, size, d }: Ground, { top, bottom }: Rows): Plane {
  const out = planeOf(size);
  const part = l.subarray(top * size.width, bottom * size.width);
  const soft = gaussian(part, { width: size.width, height: bottom - top }, grain * d);
  for (let i = 0, o = top * size.width; i < soft.length; i++, o++)
    out[o] = (Math.abs(part[i]! - soft[i]!) * 84) / (soft[i]! + 16);
  return out;
}

/** Returns 1 around the brows and along the outline of the face, where hair may hang, and 0 further inside. */
function hairAreas(landmarks: Landmarks, grid: Grid): Plane {
  const brows = [rightBrow, leftBrow].map((brow) => scalePolygon(pointsOf(landmarks, brow), besideBrows));
  const out = grid.area(brows, 0.02);
  const inside = grid.area([pointsOf(landmarks, faceOutline)], hairline);
  for (let i = 0; i < out.length; i++) out[i] = Math.max(out[i]!, 1 - smoothstep(0.6, 0.9, inside[i]!));
  return out;
}

/** Adds dark pixels that are no redder than their surroundings, in areas where hair may hang. */
function addStrands(
  hair: Plane,
  areas: Plane,
  { lab, size, d }: Ground,
  { size: small, factor, lab: grid }: Grid,
): void {
  const soft = (plane: Plane) => enlarge(gaussian(plane, small, (strandReach * d) / factor), size, factor);
  const [l, a] = [soft(grid.l), soft(grid.a)];
  const strands = planeOf(size);
  for (let i = 0; i < strands.length; i++) {
    if (areas[i]! < 0.02) continue;
    const dark = ((l[i]! - lab.l[i]!) * 84) / (l[i]! + 16);
    if (dark <= strandRange[0]) continue;
    strands[i] =
      areas[i]! *
      smoothstep(strandRange[0], strandRange[1], dark) *
      (1 - smoothstep(creaseRed[0], creaseRed[1], lab.a[i]! - a[i]!));
  }
  const half = reducedSize(size, 2);
  const wide = enlarge(gaussian(reduce(strands, size, 2), half, 0.0033 * d), size, 2);
  for (let i = 0; i < hair.length; i++) hair[i] = Math.max(hair[i]!, Math.min(1, 2.2 * wide[i]!));
}
