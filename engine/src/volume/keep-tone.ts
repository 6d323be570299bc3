import { planeOf } from '../maths/plane.ts';
import type { Plane } from '../maths/plane.ts';
import { fillPolygon } from '../maths/polygon.ts';
import type { Point } from '../maths/polygon.ts';
import { smoothstep } from '../maths/smoothstep.ts';
import { median } from '../maths/statistics.ts';
import { leftCheek, rightCheek } from '../model/landmark-groups.ts';
import type { SkinLayers } from '../passes/skin-layers.ts';
import type { Side } from '../picture.ts';
import { toneOf } from '../regions/lesion-border.ts';
import { pointsOf } from '../regions/work-area.ts';
import type { WorkArea } from '../regions/work-area.ts';
import type { FaceVolumes } from './face-volumes.ts';
import { drawLight } from './light-grid.ts';
import type { LightGrid } from './light-grid.ts';

/** The skin of one cheek, whose tone fillers must not change. */
export interface CheekTone {
  /** Indices of the values of the light grid that lie on this skin. */
  readonly cells: Uint32Array;
  /** L* at the values in `cells`. */
  readonly l: Float32Array;
  /** For each value of the light grid, the share of this cheek's correction that applies there, 0–1. */
  readonly weight: Plane;
}

/**
 * Lit skin is flushed if full redness treatment would remove more a* than this. On dark skin the limit is lower. With a
 * higher limit, the rim of a flush would count as the skin's own tone.
 */
const flushed = 1.8;
/**
 * Value of a region (0–255) above which a pixel belongs to a fold or to the lines next to an eye. Such pixels do not
 * show the skin's own tone. When a treatment removes lines there, the median changes even if the mean does not.
 */
const inRegion = 50;
/** Minimum number of values for a reliable median. */
const leastCells = 50;
/** Above this share of the cheek filler's greatest height, the correction of the cheek applies fully. */
const wholly = 0.06;

/**
 * Returns whether a pixel shows the skin's own tone. Pixels in folds, lines next to the eyes, spots and flushes do not.
 */
export function isOwnTone({ l, redness, regions, spots }: SkinLayers, i: number): boolean {
  return (
    spots.measured[i]! <= 0.3 &&
    redness[i]! <= flushed * Math.min(1, toneOf(l[i]!)) &&
    Math.max(regions.nasolabial.values[i]!, regions.crowsFeet.values[i]!) <= inRegion
  );
}

const sides = ['right', 'left'] as const;

export function cheekTones(area: WorkArea, layers: SkinLayers, volumes: FaceVolumes, grid: LightGrid): CheekTone[] {
  const heights = sides.map((side) => volumes.cheekOf(side).map((share) => smoothstep(0, wholly, share)));
  const weights = drawLight(volumes.mesh, area, grid, heights);
  return sides.map((side, n) => ({ ...ownSkin(area, layers, side, grid), weight: weights[n]! }));
}

/** Returns the grid values on the skin of a cheek, and L* at these values. */
function ownSkin(area: WorkArea, layers: SkinLayers, side: Side, { size, step }: LightGrid) {
  const outline = pointsOf(area.landmarks, side === 'right' ? rightCheek : leftCheek);
  const inside = planeOf(size);
  fillPolygon(
    inside,
    size,
    outline.map(([x, y]): Point => [x / step, y / step]),
  );
  const cells: number[] = [];
  const l: number[] = [];
  for (let row = 0, cell = 0; row < size.height; row++) {
    for (let column = 0; column < size.width; column++, cell++) {
      if (inside[cell] === 0) continue;
      const x = Math.min(area.size.width - 1, Math.floor((column + 0.5) * step));
      const y = Math.min(area.size.height - 1, Math.floor((row + 0.5) * step));
      const i = y * area.size.width + x;
      if (layers.skin[i]! < 0.5 || !isOwnTone(layers, i)) continue;
      cells.push(cell);
      l.push(area.lab.l[i]!);
    }
  }
  return { cells: Uint32Array.from(cells), l: Float32Array.from(l) };
}

/** Number of rounds after which the median no longer changes. */
const rounds = 4;

/**
 * Corrects a change of light so that the median lightness of each cheek's own skin stays the same. Filler changes the
 * light on the cheekbone, but does not make the skin lighter or darker as a whole.
 *
 * @param plane logarithms of the change of light
 */
export function keepTone(cheeks: readonly CheekTone[], plane: Plane): void {
  for (const { cells, l, weight } of cheeks) {
    if (cells.length < leastCells) continue;
    // On a logarithmic scale a change of light is added, so a shift of all values shifts the median by the same amount.
    const before = l.map((value) => 3 * Math.log(value + 16));
    const middle = median(before);
    const after = new Float32Array(before.length);
    for (let round = 0; round < rounds; round++) {
      for (let n = 0; n < after.length; n++) after[n] = before[n]! + plane[cells[n]!]!;
      const shift = median(after) - middle;
      for (let i = 0; i < plane.length; i++) plane[i]! -= shift * weight[i]!;
    }
  }
}
