import { planeOf } from '../maths/plane.ts';
import type { Plane } from '../maths/plane.ts';
import { fillPolygon } from '../maths/polygon.ts';
import { smoothstep } from '../maths/smoothstep.ts';
import { median } from '../maths/statistics.ts';
import { leftCheek, rightCheek } from '../model/landmark-groups.ts';
import type { SkinLayers } from '../passes/skin-layers.ts';
import { toneOf } from '../regions/lesion-border.ts';
import { pointsOf } from '../regions/work-area.ts';
import type { WorkArea } from '../regions/work-area.ts';
import type { FaceVolumes } from './face-volumes.ts';
import type { LightGrid } from './relight.ts';

/** The skin by which a cheek's tone is judged. */
export interface CheekTone {
  /** Values of the light's grid that lie on it. */
  readonly cells: Uint32Array;
  /** Their L*. */
  readonly l: Float32Array;
  /** How much of each vertex's light is the cheek's, 0–1. */
  readonly vertices: Float32Array;
}

/** L* by which filler may move the median of a cheek. It lights the bone; it does not lighten or darken the skin. */
const mostShift = 0.4;
/** a* that full treatment would take from lit skin: more is a flush, and less is one on dark skin. A higher limit would count its rim as untreated skin. */
const flushed = 1.8;
/** 0–255: from here on a pixel counts as part of a fold or of the lines beside an eye. A median moves when lines go, though the mean stays. */
const inRegion = 50;
/** Fewer values tell no median. */
const leastCells = 50;
/** Share of the cheek filler's height from which the light is all the cheek's. */
const wholly = 0.2;

/** Whether a pixel shows the skin's own tone: outside folds, lines beside the eyes, spots and flushes. */
export function isOwnTone({ l, redness, regions, spots }: SkinLayers, i: number): boolean {
  return (
    spots.weight[i]! <= 0.3 &&
    redness[i]! <= flushed * Math.min(1, toneOf(l[i]!)) &&
    Math.max(regions.nasolabial.values[i]!, regions.crowsFeet.values[i]!) <= inRegion
  );
}

export function cheekTones(area: WorkArea, layers: SkinLayers, volumes: FaceVolumes, grid: LightGrid): CheekTone[] {
  return (['right', 'left'] as const).map((side) => {
    const inside = planeOf(area.size);
    fillPolygon(inside, area.size, pointsOf(area.landmarks, side === 'right' ? rightCheek : leftCheek));
    const cells: number[] = [];
    const l: number[] = [];
    for (let row = 0, cell = 0; row < grid.size.height; row++) {
      for (let column = 0; column < grid.size.width; column++, cell++) {
        const x = Math.min(area.size.width - 1, Math.floor((column + 0.5) * grid.step));
        const y = Math.min(area.size.height - 1, Math.floor((row + 0.5) * grid.step));
        const i = y * area.size.width + x;
        if (inside[i] === 0 || layers.skin[i]! < 0.5 || !isOwnTone(layers, i)) continue;
        cells.push(cell);
        l.push(area.lab.l[i]!);
      }
    }
    const vertices = volumes.cheekOf(side).map((share) => smoothstep(0, wholly, share));
    return { cells: Uint32Array.from(cells), l: Float32Array.from(l), vertices };
  });
}

/** Share of a cheek's light that may be drawn so that its median stays. @param plane logarithms of the change */
export function keptShare({ cells, l }: CheekTone, plane: Plane): number {
  if (cells.length < leastCells) return 1;
  const after = l.map((value, n) => value + (value + 16) * (Math.exp(plane[cells[n]!]! / 3) - 1));
  const shift = Math.abs(median(after) - median(l));
  return shift > mostShift ? mostShift / shift : 1;
}
