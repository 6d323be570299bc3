import type { DoseTable } from './dose-response.ts';
import { planeOf } from './maths/plane.ts';
import { writeChange } from './passes/composite.ts';
import { fillFolds } from './passes/folds.ts';
import { plumpLips } from './passes/lips.ts';
import { flattenCords } from './passes/neck.ts';
import { fadePigment } from './passes/pigment.ts';
import { neckLayersOf, skinLayersOf } from './passes/prepare-skin.ts';
import { addRadiance } from './passes/radiance.ts';
import { calmRedness } from './passes/redness.ts';
import { smoothRelief } from './passes/relief.ts';
import type { LabChange, SkinLayers } from './passes/skin-layers.ts';
import { brightenUnderEyes } from './passes/under-eye.ts';
import { colourShade, relightSkin, slimJaw } from './passes/volume.ts';
import { assertPicture, landmarkCount } from './picture.ts';
import type { Landmarks, Picture } from './picture.ts';
import { strengthsOf } from './recipe.ts';
import type { Recipe, Strengths } from './recipe.ts';
import { brushMask } from './regions/brush.ts';
import type { Brush } from './regions/brush.ts';
import { wearsGlasses } from './regions/glasses.ts';
import { findNeck } from './regions/neck.ts';
import { workAreaOf } from './regions/work-area.ts';
import type { WorkArea } from './regions/work-area.ts';
import type { StageProgress } from './stages.ts';
import { faceVolumes } from './volume/face-volumes.ts';
import { fitLight } from './volume/fit-light.ts';
import type { FaceLight } from './volume/fit-light.ts';
import { cheekTones } from './volume/keep-tone.ts';
import type { CheekTone } from './volume/keep-tone.ts';
import { lightGrid } from './volume/light-grid.ts';
import { leastExplained, relight, shownClearly } from './volume/relight.ts';
import type { LightChange } from './volume/relight.ts';
import type { FaceVolumes } from './volume/face-volumes.ts';
import { faceWarp } from './warp/face-warp.ts';
import { warpRows } from './warp/resample-warp.ts';

/** A window of the photo and the layers of its skin, which do not depend on a dose. */
export interface SkinPatch {
  readonly area: WorkArea;
  readonly layers: SkinLayers;
}

/**
 * A photo that was analysed once, so that any recipe can be drawn on it. It contains about 35 planes, each as large as
 * the face's window.
 */
export interface PreparedFace extends SkinPatch {
  readonly photo: Picture;
  readonly landmarks: Landmarks;
  /** Returns the neck, which is analysed at the first call. Null if the photo shows no bare neck. */
  neck(): SkinPatch | null;
  /** Returns the face's surface and the effect of fillers on it, computed at the first call. */
  volumes(): FaceVolumes;
  /** Returns the light of the photo, fitted at the first call. */
  light(): FaceLight;
  /** Returns the tone of the cheeks, which fillers must not change. */
  cheeks(): readonly CheekTone[];
  /** If true, the engine draws no brow lift, because it would bend the rims of the glasses. */
  readonly wearsGlasses: boolean;
}

/** Settings for drawing a recipe, the same for both renderers. */
export interface DrawSettings {
  /** A doctor's own dose-response table. */
  readonly table?: DoseTable;
  /** The doctor's strokes on this photo, which limit the area that treatments may change. */
  readonly brush?: Brush;
  /**
   * If true, fillers change the light `clearFactor` times as strongly. Signed images are never drawn with this setting,
   * because they must not exaggerate.
   */
  readonly isClear?: boolean;
}

export interface RenderOptions extends DrawSettings {
  /** Cancels the rendering. The engine checks the signal between steps. */
  readonly signal?: AbortSignal;
  /** Called after each step. */
  readonly onStage?: (progress: StageProgress) => void;
}

/**
 * Finds skin, bands, creases, spots and tones of a photo. The result refers to the photo's buffer without a copy, so
 * the caller must not write to the buffer afterwards.
 *
 * @param landmarks all 478 landmarks, in pixels of the photo
 * @throws RangeError when the buffer does not match its size, landmarks are missing or not finite, or the face lies outside the photo.
 */
export function prepare(photo: Picture, landmarks: Landmarks): PreparedFace {
  assertPicture(photo);
  if (landmarks.length !== landmarkCount)
    throw new RangeError(`${landmarkCount} landmarks expected, got ${landmarks.length}`);
  if (landmarks.some((point) => !point.every(Number.isFinite)))
    throw new RangeError('Landmarks must be finite numbers');
  const area = workAreaOf(photo, landmarks);
  const layers = skinLayersOf(area);
  let neck: SkinPatch | null | undefined;
  let known: FaceVolumes | undefined;
  let light: FaceLight | undefined;
  let cheeks: CheekTone[] | undefined;
  const volumes = () => (known ??= faceVolumes(landmarks));
  return {
    photo,
    landmarks,
    area,
    layers,
    wearsGlasses: wearsGlasses(area),
    volumes,
    light: () => (light ??= fitLight(volumes().mesh, area, layers.skin)),
    cheeks: () => (cheeks ??= cheekTones(area, layers, volumes(), lightGrid(volumes().mesh, area))),
    neck() {
      if (neck === undefined) {
        const found = findNeck(photo, landmarks, { area, skin: layers.skin, hair: layers.hair });
        neck = found && { area: found.area, layers: neckLayersOf(found.area, found.neck) };
      }
      return neck;
    },
  };
}

/**
 * Draws the photo, at its full size, with the usual effect of a recipe's treatments. The same photo, landmarks and
 * recipe give the same bytes on every machine. Pixels that a recipe does not change keep their bytes.
 *
 * @throws AbortError (DOMException) when the signal is aborted.
 */
export function render(
  prepared: PreparedFace,
  recipe: Recipe,
  { signal, onStage, ...settings }: RenderOptions = {},
): Picture {
  const steps = renderSteps(prepared, recipe, settings);
  for (;;) {
    if (signal?.aborted) throw new DOMException('The rendering was cancelled', 'AbortError');
    const step = steps.next();
    if (step.done) return step.value;
    onStage?.(step.value);
  }
}

/** Number of rows of the image in one step. A step takes some tens of milliseconds even at 12 megapixels. */
const bandRows = 512;

/**
 * Does the work of `render` in steps of some tens of milliseconds, so that a worker can check for a cancellation
 * between the steps. A stage of a large photo needs several steps.
 */
export function* renderSteps(
  prepared: PreparedFace,
  recipe: Recipe,
  settings: DrawSettings = {},
): Generator<StageProgress, Picture> {
  const { photo } = prepared;
  const strengths = drawnStrengths(prepared, recipe, settings.table);
  // Width and height are copied by name, because the photo may be an ImageData. The spread syntax does not copy the
  // width and height of an ImageData.
  const { width, height } = photo;
  const treated: Picture = { width, height, data: new Uint8ClampedArray(photo.data) };
  const patches = drawnPatches(prepared, strengths);
  for (const [n, patch] of patches.entries()) {
    const from = 0.55 * (n / patches.length);
    const change =
      n === 0
        ? changeOf(patch.layers, strengths, drawnLight(prepared, strengths, settings.isClear))
        : changeOf(patch.layers, neckOnly(strengths), null);
    if (settings.brush) hold(change, brushMask(settings.brush, photo, patch.area.window, patch.layers.size));
    yield { stage: 'skin', done: from + 0.3 / patches.length };
    const { top, bottom } = patch.area.window;
    for (let y = top; y < bottom; y += bandRows) {
      writeChange(treated, photo, patch.area, change, { top: y, bottom: Math.min(bottom, y + bandRows) });
      yield {
        stage: 'colour',
        done: from + (0.3 + (0.25 * (Math.min(bottom, y + bandRows) - top)) / (bottom - top)) / patches.length,
      };
    }
  }
  const warp = drawnWarp(prepared, strengths, settings.brush);
  if (!warp) {
    yield { stage: 'shape', done: 1 };
    return treated;
  }
  yield { stage: 'shape', done: 0.6 };
  const shaped: Picture = { ...treated, data: new Uint8ClampedArray(treated.data) };
  const { top, bottom } = warp.backward.window;
  for (let y = top; y < bottom; y += bandRows) {
    const end = Math.min(bottom, y + bandRows);
    warpRows(treated, warp.backward, shaped, { top: y, bottom: end });
    yield { stage: 'shape', done: 0.6 + (0.4 * (end - top)) / (bottom - top) };
  }
  return shaped;
}

/**
 * Returns the strengths with which a recipe is drawn on this face. If the person wears glasses, the brow lift is 0,
 * because it would bend the rims.
 */
export function drawnStrengths(prepared: PreparedFace, recipe: Recipe, table?: DoseTable): Strengths {
  const strengths = strengthsOf(recipe, table);
  return prepared.wearsGlasses ? { ...strengths, brow_lift: { right: 0, left: 0 } } : strengths;
}

/** Returns the warp of this face for a recipe; null if nothing moves. Each lesion moves as a whole. */
export function drawnWarp(prepared: PreparedFace, strengths: Strengths, brush?: Brush) {
  const { photo, landmarks, area, layers } = prepared;
  const { window, factor } = area;
  const lesions = layers.marks
    .filter(({ kind }) => kind === 'lesion')
    .map(({ x, y, reach }) => ({
      x: window.left + (x + 0.5) * factor,
      y: window.top + (y + 0.5) * factor,
      radius: Math.max(...reach) * factor,
    }));
  return faceWarp(photo, landmarks, strengths, brush, lesions, prepared.volumes);
}

/**
 * Returns whether the fitted light explains too little of the skin's brightness. Fillers then change the light less.
 */
export function isLightDoubted({ light }: PreparedFace): boolean {
  return light().explained < leastExplained;
}

/** Returns the change of light from a recipe's fillers; null without fillers. */
export function drawnLight(
  { volumes, light, cheeks, area }: PreparedFace,
  strengths: Strengths,
  isClear = false,
): LightChange | null {
  const { mesh, movesOf, lipsOf } = volumes();
  const moves = movesOf(strengths);
  if (!moves) return null;
  const change = relight(mesh, light(), moves, lipsOf(strengths), area, cheeks());
  return isClear ? shownClearly(change) : change;
}

/** Returns the windows of the photo to draw: the face, and the neck if it is treated and visible. */
export function drawnPatches(prepared: PreparedFace, { neck_bands }: Strengths): SkinPatch[] {
  const neck = neck_bands.right > 0 || neck_bands.left > 0 ? prepared.neck() : null;
  return neck ? [prepared, neck] : [prepared];
}

/** Returns only the strength of the neck bands, so that no treatment of the face changes the neck. */
export function neckOnly(strengths: Strengths): Strengths {
  const none = Object.fromEntries(Object.keys(strengths).map((name) => [name, { right: 0, left: 0 }]));
  return { ...none, neck_bands: strengths.neck_bands } as unknown as Strengths;
}

/**
 * Returns the change that all passes together make to the colours of one window of the photo. The order of the passes
 * matters, because the fading of spots depends on what the earlier passes changed.
 */
function changeOf(layers: SkinLayers, strengths: Strengths, light: LightChange | null): LabChange {
  const change: LabChange = { l: planeOf(layers.size), a: planeOf(layers.size), b: planeOf(layers.size) };
  smoothRelief(change, layers, strengths);
  flattenCords(change, layers, strengths);
  fillFolds(change, layers, strengths);
  fadePigment(change, layers, strengths);
  calmRedness(change, layers, strengths);
  brightenUnderEyes(change, layers, strengths);
  addRadiance(change, layers, strengths);
  slimJaw(change, layers, strengths);
  colourShade(change, layers);
  plumpLips(change, layers, strengths);
  relightSkin(change, layers, light);
  return change;
}

function hold({ l, a, b }: LabChange, brush: Uint8Array): void {
  for (let i = 0; i < brush.length; i++) {
    const share = brush[i]! / 255;
    l[i]! *= share;
    a[i]! *= share;
    b[i]! *= share;
  }
}
