import sharp from 'sharp';
import { measureZones, type ZoneReading } from '#engine/evidence/measure-zones.ts';
import { skinSurfaceOf } from '#engine/metrics/skin-surface.ts';
import { type ToneGroup, toneBeside } from '#engine/metrics/skin-tone.ts';
import { isSheet } from '#engine/metrics/white-sheet.ts';
import type { FaceModel } from '#engine/model/face-model.ts';
import { createNodeFaceModel } from '#engine/model/node.ts';
import type { Recipe } from '#engine/recipe.ts';
import { prepare, type PreparedFace } from '#engine/simulate.ts';

/** The input of `measureFace`. This function runs in a worker thread. */
export interface ToMeasure {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  /** Further photos that were taken on the same day as the photo before the treatment. */
  readonly repeats: readonly Uint8Array[];
  readonly given: Recipe;
}

export interface Read {
  readonly outcome: 'measured' | 'turned' | 'no_face';
  readonly zones: readonly ZoneReading[];
  readonly tone: ToneGroup | null;
}

/** The length of the longer side in pixels. A larger photo does not make the landmarks more exact. */
const SIDE_PX = 1280;

let model: Promise<FaceModel> | undefined;

/** Measures each treated zone on the photos. No pixel and no landmark is returned from the worker thread. */
export async function measureFace({ before, after, repeats, given }: ToMeasure): Promise<Read> {
  const [was, now] = [await readFace(before), await readFace(after)];
  if (!was || !now) return { outcome: 'no_face', zones: [], tone: null };
  const again = [];
  for (const photo of repeats) {
    const face = await readFace(photo);
    if (face) again.push(face);
  }
  const zones = measureZones(was, now, given, again);
  if (zones === 'turned') return { outcome: 'turned', zones: [], tone: null };
  return { outcome: 'measured', zones, tone: toneIn([was, now]) };
}

/**
 * Returns the skin tone group if both photos show the skin next to white paper and give the same group. A white wall
 * can be mistaken for paper, but two photos with such a mistake are unlikely to give the same group.
 */
function toneIn(faces: readonly PreparedFace[]): ToneGroup | null {
  const groups = faces.map(({ photo, landmarks }) => {
    const { colour, sheet } = skinSurfaceOf(photo, landmarks, true);
    return isSheet(sheet) ? toneBeside(colour, sheet).group : null;
  });
  return groups.every((group) => group === groups[0]) ? (groups[0] ?? null) : null;
}

async function readFace(photo: Uint8Array): Promise<PreparedFace | null> {
  const { data, info } = await sharp(photo)
    .resize({ width: SIDE_PX, height: SIDE_PX, fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const picture = {
    width: info.width,
    height: info.height,
    data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.length),
  };
  const landmarks = await (await (model ??= createNodeFaceModel())).findLandmarks(picture);
  return landmarks && prepare(picture, landmarks);
}
