import { planeOf } from './maths/plane.ts';
import { writeChange } from './passes/composite.ts';
import { fillNasolabialFold } from './passes/nasolabial-fold.ts';
import { plumpLips } from './passes/lips.ts';
import { fadePigment } from './passes/pigment.ts';
import { calmRedness } from './passes/redness.ts';
import { skinLayersOf } from './passes/prepare-skin.ts';
import type { LabChange, SkinLayers } from './passes/skin-layers.ts';
import { refineTexture } from './passes/texture.ts';
import { brightenUnderEyes } from './passes/under-eye.ts';
import { shadeFillers } from './passes/volume.ts';
import { softenWrinkles } from './passes/wrinkles.ts';
import { assertPicture, landmarkCount } from './picture.ts';
import type { Landmarks, Picture } from './picture.ts';
import { strengthsOf } from './recipe.ts';
import type { Recipe, Strengths } from './recipe.ts';
import { workAreaOf } from './regions/work-area.ts';
import type { WorkArea } from './regions/work-area.ts';
import type { StageProgress } from './stages.ts';
import { faceWarp } from './warp/face-warp.ts';
import { warpPicture } from './warp/resample-warp.ts';

/** A photo read once: every recipe is then drawn from it. Holds about 25 planes of the face's window. */
export interface PreparedFace {
  readonly photo: Picture;
  readonly landmarks: Landmarks;
  readonly area: WorkArea;
  readonly layers: SkinLayers;
}

export interface RenderOptions {
  /** Checked between stages. */
  readonly signal?: AbortSignal;
  /** Called after each stage. */
  readonly onStage?: (progress: StageProgress) => void;
}

/**
 * Finds skin, bands, creases, spots and tones of a photo. The photo's buffer is kept, not copied: do not write to it afterwards.
 *
 * @param landmarks all 478, in pixels of the photo
 * @throws RangeError when the buffer does not match its size, landmarks are missing or not finite, or the face lies outside the photo.
 */
export function prepare(photo: Picture, landmarks: Landmarks): PreparedFace {
  assertPicture(photo);
  if (landmarks.length !== landmarkCount)
    throw new RangeError(`${landmarkCount} landmarks expected, got ${landmarks.length}`);
  if (landmarks.some((point) => !point.every(Number.isFinite)))
    throw new RangeError('Landmarks must be finite numbers');
  const area = workAreaOf(photo, landmarks);
  return { photo, landmarks, area, layers: skinLayersOf(area) };
}

/**
 * Draws a recipe: the photo with the treatments' usual effect, in the photo's own size. Deterministic: the same photo, landmarks and recipe
 * give the same bytes on every machine. What a recipe does not touch keeps its bytes.
 *
 * @throws AbortError (DOMException) once the signal has fired.
 */
export function render(prepared: PreparedFace, recipe: Recipe, { signal, onStage }: RenderOptions = {}): Picture {
  const steps = renderSteps(prepared, recipe);
  for (;;) {
    if (signal?.aborted) throw new DOMException('The rendering was cancelled', 'AbortError');
    const step = steps.next();
    if (step.done) return step.value;
    onStage?.(step.value);
  }
}

/** `render` in stages of some ten milliseconds, for a worker that wants to hear a cancellation between them. */
export function* renderSteps(prepared: PreparedFace, recipe: Recipe): Generator<StageProgress, Picture> {
  const strengths = strengthsOf(recipe);
  const { layers } = prepared;
  const change: LabChange = { l: planeOf(layers.size), a: planeOf(layers.size), b: planeOf(layers.size) };

  treatSkin(change, layers, strengths);
  yield { stage: 'skin', done: 0.3 };
  shadeFillers(change, layers, strengths);
  yield { stage: 'volume', done: 0.35 };
  plumpLips(change, layers, strengths);
  yield { stage: 'lips', done: 0.4 };
  const treated = writeChange(prepared.photo, prepared.area, change);
  yield { stage: 'colour', done: 0.7 };
  const warp = faceWarp(prepared.photo, prepared.landmarks, strengths);
  const shaped = warp ? warpPicture(treated, warp.backward) : treated;
  yield { stage: 'shape', done: 1 };
  return shaped;
}

/** The order matters: spots are judged by what the wrinkle passes left of them. */
function treatSkin(change: LabChange, layers: SkinLayers, strengths: Strengths): void {
  const smoothed = softenWrinkles(change, layers, strengths);
  fillNasolabialFold(change, layers, strengths);
  fadePigment(change, layers, strengths);
  refineTexture(change, layers, strengths, smoothed);
  calmRedness(change, layers, strengths);
  brightenUnderEyes(change, layers, strengths);
}
