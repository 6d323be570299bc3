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

/** The skin by which a cheek's tone is judged. */
export interface CheekTone {
  /** Indices of the light's grid values that lie on that skin. */
  readonly cells: Uint32Array;
  /** L* at these grid values. */
  readonly l: Float32Array;
  /** The share of the light at each grid value that belongs to the cheek, 0–1. */
  readonly weight: Plane;
}

/**
 * a* that full treatment would remove from lit skin. A higher value is a flush; on dark skin a flush begins lower. A
 * higher limit would count the rim of a flush as untreated skin.
 */
const flushed = 1.8;
/** 0–255. From here on a pixel counts as part of a fold or of the lines beside an eye. If lines disappear, the median moves though the mean stays. */
const inRegion = 50;
/** With fewer values there is no reliable median. */
const leastCells = 50;
/** From this share of the cheek filler's height on, the light belongs entirely to the cheek. */
const wholly = 0.06;

/** Whether a pixel shows the skin's own tone. Pixels in folds, lines beside the eyes, spots and flushes do not. */
export function isOwnTone({ l, redness, regions, spots }: SkinLayers, i: number): boolean {
  return (
    spots.weight[i]! <= 0.3 &&
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

/** The grid values on a cheek's own skin, and L* there. */
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

/** Number of rounds in which the median settles. */
const rounds = 4;

/**
 * Subtracts from a change its effect on the median of each cheek's own skin. Filler lights and shades the bone, and
 * makes the skin neither lighter nor darker.
 *
 * @param plane logarithms of the change
 */
export function keepTone(cheeks: readonly CheekTone[], plane: Plane): void {
  for (const { cells, l, weight } of cheeks) {
    if (cells.length < leastCells) continue;
    // In logarithms a change of light is a sum, so the median pixel stays the same.
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
