import { treatmentNames } from '../dose-response.ts';
import type { TreatmentName } from '../dose-response.ts';
import type { Bounds } from '../maths/plane.ts';
import type { SkinLayers } from '../passes/skin-layers.ts';
import type { SkinPatch } from '../simulate.ts';
import type { LightChange } from '../volume/relight.ts';

/** A square part of a skin patch that is drawn or skipped as a whole. */
export interface Tile extends Bounds {
  /** One bit for each treatment that can change a pixel of the tile, in the order of `treatmentNames`. */
  readonly treatments: number;
}

/**
 * Side of a tile, in pixels of the work area. With smaller tiles, the pass would skip more hair and background, but
 * would have to manage more tiles. At this size, a face has only a few hundred.
 */
const side = 24;

/**
 * Layers that the skin pass of each treatment reads. If all of them are zero in a tile, the treatment changes nothing
 * there. Fillers also change the light, which `relitTiles` compares.
 */
function supportsOf({ skin, regions, spots, redness, underEye, masseter, lipGloss }: SkinLayers) {
  return {
    forehead: [regions.forehead.values],
    glabella: [regions.glabella.values],
    crows_feet: [regions.crowsFeet.values],
    brow_lift: [],
    masseter: [masseter],
    lip_flip: [regions.upperLip.values],
    chin_dimpling: [regions.chin.values],
    neck_bands: [regions.neck.values],
    upper_lip: [regions.upperLip.values],
    lower_lip: [regions.lowerLip.values, lipGloss],
    cheek: [],
    chin: [],
    jawline: [],
    tear_trough: [regions.underEye.values],
    nasolabial: [regions.nasolabial.values],
    marionette: [regions.marionette.values],
    temples: [],
    nose_bridge: [],
    redness: [redness],
    pigment: [spots.light],
    texture: [skin],
    pores: [skin],
    radiance: [skin],
    dark_circles: [underEye.lift, underEye.a, underEye.b],
  } satisfies Record<TreatmentName, readonly ArrayLike<number>[]>;
}

/** Returns the tiles in which at least one treatment can change a pixel. Their bounds are in pixels of the photo. */
export function tilesOf({ area, layers }: SkinPatch): Tile[] {
  const { width, height } = layers.size;
  const supports = Object.entries(supportsOf(layers)).map(
    ([name, planes]) => [1 << treatmentNames.indexOf(name as TreatmentName), planes] as const,
  );
  const tiles: Tile[] = [];
  for (let y = 0; y < height; y += side) {
    for (let x = 0; x < width; x += side) {
      // The searched box is one pixel larger on each side than the tile, because the shader interpolates between the
      // pixels of the layers.
      const reach = {
        left: Math.max(0, x - 1),
        top: Math.max(0, y - 1),
        right: Math.min(width, x + side + 1),
        bottom: Math.min(height, y + side + 1),
      };
      const touched = supports.filter(([, planes]) => planes.some((plane) => hasAny(plane, width, reach)));
      if (touched.length === 0) continue;
      tiles.push({
        left: area.window.left + x * area.factor,
        top: area.window.top + y * area.factor,
        right: area.window.left + Math.min(width, x + side) * area.factor,
        bottom: area.window.top + Math.min(height, y + side) * area.factor,
        treatments: touched.reduce((all, [bit]) => all | bit, 0),
      });
    }
  }
  return tiles;
}

function hasAny(plane: ArrayLike<number>, width: number, { left, top, right, bottom }: Bounds): boolean {
  for (let y = top; y < bottom; y++) {
    for (let i = y * width + left; i < y * width + right; i++) if (plane[i] !== 0) return true;
  }
  return false;
}

/** Returns a function that checks whether two changes of light differ in a tile. */
export function relitTiles(
  { area }: SkinPatch,
  before: LightChange | null,
  now: LightChange | null,
): (tile: Bounds) => boolean {
  const known = now ?? before;
  if (!known || before === now) return () => false;
  const { size, step } = known;
  const { left, top } = area.window;
  const differs = (i: number) => (before?.plane[i] ?? 0) !== (now?.plane[i] ?? 0);
  return (tile) => {
    // The compared range is one value larger on each side than the tile, because the shader interpolates between the
    // values.
    const cell = (at: number, start: number) => (at - start) / area.factor / step;
    const right = Math.min(size.width, Math.ceil(cell(tile.right, left)) + 1);
    const bottom = Math.min(size.height, Math.ceil(cell(tile.bottom, top)) + 1);
    const start = Math.max(0, Math.floor(cell(tile.left, left)) - 1);
    for (let y = Math.max(0, Math.floor(cell(tile.top, top)) - 1); y < bottom; y++)
      for (let x = start; x < right; x++) if (differs(y * size.width + x)) return true;
    return false;
  };
}

/** Returns the smallest box around two boxes. Either may be null. */
export function boxAround(a: Bounds | null, b: Bounds | null): Bounds | null {
  if (!a || !b) return a ?? b;
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}
