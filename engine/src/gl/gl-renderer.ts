import type { Bounds } from '../maths/plane.ts';
import type { Picture } from '../picture.ts';
import { emptyRecipe } from '../recipe.ts';
import type { Recipe, Strengths } from '../recipe.ts';
import type { Brush } from '../regions/brush.ts';
import { faceFrame } from '../regions/face-frame.ts';
import { drawnLight, drawnPatches, drawnStrengths, drawnWarp, neckOnly } from '../simulate.ts';
import type { DrawSettings, PreparedFace, SkinPatch } from '../simulate.ts';
import type { Lattice } from '../warp/lattice.ts';
import { fillerNames } from '../volume/fillers.ts';
import type { LightChange } from '../volume/relight.ts';
import { movingTreatments } from '../warp/movers.ts';
import { createCanvasPass } from './canvas-pass.ts';
import { GlUnavailableError } from './program.ts';
import { createSheets } from './sheets.ts';
import { createSkinPass } from './skin-pass.ts';
import type { SkinPass } from './skin-pass.ts';
import type { LayerPrecision } from './textures.ts';
import { boxAround } from './tiles.ts';

export interface DrawOptions extends DrawSettings {
  /** Share of the width, from the left, that shows the untreated photo: 0 (nothing) to 1. */
  readonly split?: number;
}

export interface GlRenderer {
  /** Draws a recipe to the canvas at the photo's size. It is fast enough for a call at every movement of a slider. */
  draw(recipe: Recipe, options?: DrawOptions): void;
  /** Reads the pixels of the canvas, for a comparison or a download. */
  readPicture(): Picture;
  dispose(): void;
}

export interface GlOptions {
  /** Precision of the stored layers. The default is half floats; if the driver refuses them, bytes are used. */
  readonly precision?: LayerPrecision;
  /**
   * Largest side of a texture, in pixels. The default is the graphics card's limit. Larger photos are drawn in tiles.
   */
  readonly largest_px?: number;
}

/**
 * Margin of a sheet around the part of the photo that the sheet draws, in units of d (the distance between the irises).
 * No warp moves a pixel further than this.
 */
const warpReach = 0.14;

/**
 * Creates a renderer that draws with WebGL2. It draws the same image as `render` of simulate.ts, with a peak
 * signal-to-noise ratio of at least 50 dB (45 dB with layers of bytes). It sets the canvas to the photo's size; the
 * page scales the canvas with CSS. If the browser restores a lost graphics context, the renderer uploads everything
 * again and redraws the last recipe.
 *
 * @throws GlUnavailableError when there is no WebGL2, or the graphics card cannot show a canvas of the photo's size.
 */
export function createGlRenderer(
  canvas: HTMLCanvasElement | OffscreenCanvas,
  prepared: PreparedFace,
  options: GlOptions = {},
): GlRenderer {
  const { photo } = prepared;
  canvas.width = photo.width;
  canvas.height = photo.height;
  // The browser preserves the drawing buffer, so that the page can read or copy the canvas at any time.
  const gl = canvas.getContext('webgl2', { antialias: false, alpha: false, depth: false, preserveDrawingBuffer: true });
  if (!gl) throw new GlUnavailableError('WebGL2 is not available');
  if (gl.drawingBufferWidth < photo.width || gl.drawingBufferHeight < photo.height)
    throw new GlUnavailableError(`A canvas of ${photo.width} × ${photo.height} does not fit this card`);

  let scene = upload(gl, prepared, options);
  let last: { recipe: Recipe; options: DrawOptions } = { recipe: emptyRecipe, options: {} };

  // Without `preventDefault` the browser does not restore the context.
  const keepContext = (event: Event) => event.preventDefault();
  const restore = () => {
    scene = upload(gl, prepared, options);
    scene.draw(last.recipe, last.options);
  };
  canvas.addEventListener('webglcontextlost', keepContext);
  canvas.addEventListener('webglcontextrestored', restore);

  return {
    draw(recipe, drawOptions = {}) {
      last = { recipe, options: drawOptions };
      if (!gl.isContextLost()) scene.draw(recipe, drawOptions);
    },
    readPicture: () => readCanvas(gl, photo),
    dispose() {
      canvas.removeEventListener('webglcontextlost', keepContext);
      canvas.removeEventListener('webglcontextrestored', restore);
      gl.getExtension('WEBGL_lose_context')?.loseContext();
    },
  };
}

interface Scene {
  draw(recipe: Recipe, options: DrawOptions): void;
}

function upload(gl: WebGL2RenderingContext, prepared: PreparedFace, options: GlOptions): Scene {
  while (gl.getError() !== gl.NO_ERROR);
  const scene = createScene(gl, prepared, options);
  if (options.precision === 'byte' || gl.getError() === gl.NO_ERROR) return scene;
  return createScene(gl, prepared, { ...options, precision: 'byte' });
}

function createScene(gl: WebGL2RenderingContext, prepared: PreparedFace, options: GlOptions): Scene {
  const { photo, landmarks } = prepared;
  const largest = options.largest_px ?? (gl.getParameter(gl.MAX_TEXTURE_SIZE) as number);
  const reach = Math.ceil(warpReach * faceFrame(landmarks).d) + 3;
  const sheets = createSheets(gl, photo, largest, reach);
  const passFor = (patch: SkinPatch) => createSkinPass(gl, photo, patch, sheets, options.precision ?? 'half');
  const face = passFor(prepared);
  const shown = createCanvasPass(gl, photo, sheets);
  const whole: Bounds = { left: 0, top: 0, right: photo.width, bottom: photo.height };
  let neck: SkinPass | null = null;
  let lattice: Lattice | null = null;
  const drawn = {
    brush: undefined as Brush | undefined,
    split: -1,
    moves: '',
    fillers: '',
    light: null as LightChange | null,
  };

  /** Prepares and uploads the neck when a recipe treats it for the first time. */
  function neckPass(strengths: Strengths): SkinPass | null {
    const patch = neck ? null : drawnPatches(prepared, strengths)[1];
    if (patch) {
      neck = passFor(patch);
      neck.setBrush(drawn.brush);
    }
    return neck;
  }

  function setBrush(brush: Brush | undefined): void {
    if (drawn.brush === brush) return;
    Object.assign(drawn, { brush, moves: '' });
    face.setBrush(brush);
    neck?.setBrush(brush);
  }

  /**
   * Sets the warp for these strengths.
   * @returns the part of the photo that the old or the new warp moves; null if the warp has not changed
   */
  function setMoves(strengths: Strengths): Bounds | null {
    const moves = JSON.stringify(movingTreatments.map((name) => strengths[name]));
    if (drawn.moves === moves) return null;
    drawn.moves = moves;
    const before = lattice;
    lattice = drawnWarp(prepared, strengths, drawn.brush)?.backward ?? null;
    shown.setLattice(lattice);
    return (lattice ?? before)?.window ?? null;
  }

  return {
    draw(recipe, { split = 0, table, brush, isClear = false }) {
      const strengths = drawnStrengths(prepared, recipe, table);
      setBrush(brush);
      const fillers = JSON.stringify([isClear, ...fillerNames.map((name) => strengths[name])]);
      if (drawn.fillers !== fillers) Object.assign(drawn, { fillers, light: drawnLight(prepared, strengths, isClear) });
      const neckTreated = neckPass(strengths)?.draw(neckOnly(strengths), null) ?? null;
      const treated = boxAround(face.draw(strengths, drawn.light), neckTreated);
      const moved = setMoves(strengths);
      const changed = boxAround(treated && grown(treated, reach), moved);
      const part = drawn.split === split ? changed : whole;
      drawn.split = split;
      if (part) shown.draw(split, part);
    },
  };
}

function grown({ left, top, right, bottom }: Bounds, by: number): Bounds {
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by };
}

function readCanvas(gl: WebGL2RenderingContext, { width, height }: Picture): Picture {
  const upsideDown = new Uint8Array(width * height * 4);
  gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, upsideDown);
  const data = new Uint8ClampedArray(upsideDown.length);
  for (let y = 0; y < height; y++) {
    data.set(upsideDown.subarray((height - 1 - y) * width * 4, (height - y) * width * 4), y * width * 4);
  }
  return { width, height, data };
}
