import type { Picture } from '../picture.ts';
import { emptyRecipe, strengthsOf } from '../recipe.ts';
import type { Recipe, Strengths } from '../recipe.ts';
import type { PreparedFace } from '../simulate.ts';
import { faceWarp } from '../warp/face-warp.ts';
import { movingTreatments } from '../warp/movers.ts';
import { GlUnavailableError } from './program.ts';
import { createSkinPass } from './skin-pass.ts';
import type { SkinPass } from './skin-pass.ts';
import { pictureTexture } from './textures.ts';
import type { LayerPrecision } from './textures.ts';
import { createWarpPass } from './warp-pass.ts';
import type { WarpPass } from './warp-pass.ts';

export interface DrawOptions {
  /** Share of the width, from the left, that shows the photo as it was: 0 (nothing) to 1. */
  readonly split?: number;
}

export interface GlRenderer {
  /** Draws a recipe to the canvas at the photo's size. Cheap to call for every movement of a slider. */
  draw(recipe: Recipe, options?: DrawOptions): void;
  /** What the canvas shows, for a comparison or a download. */
  readPicture(): Picture;
  dispose(): void;
}

export interface GlOptions {
  /** How layers are stored; half floats unless the driver refuses them. */
  readonly precision?: LayerPrecision;
}

/**
 * Live drawing on WebGL2, the same picture as `render` of simulate.ts (at least 45 dB apart). Sets the canvas to the photo's size; scale it
 * with CSS. When the graphics context is lost and given back, everything is uploaded again and the last recipe redrawn.
 *
 * @throws GlUnavailableError when there is no WebGL2, or the photo is larger than the card's textures.
 */
export function createGlRenderer(
  canvas: HTMLCanvasElement | OffscreenCanvas,
  prepared: PreparedFace,
  options: GlOptions = {},
): GlRenderer {
  const { photo } = prepared;
  canvas.width = photo.width;
  canvas.height = photo.height;
  // Kept after drawing, so that the page can read or copy the canvas at any time.
  const gl = canvas.getContext('webgl2', { antialias: false, alpha: false, depth: false, preserveDrawingBuffer: true });
  if (!gl) throw new GlUnavailableError('WebGL2 is not available');
  const largest = gl.getParameter(gl.MAX_TEXTURE_SIZE) as number;
  if (Math.max(photo.width, photo.height) > largest)
    throw new GlUnavailableError(`Photos over ${largest} px do not fit this card`);

  let passes = upload(gl, prepared, options);
  let last: { recipe: Recipe; split: number } = { recipe: emptyRecipe, split: 0 };
  const drawLast = () => drawWith(passes, prepared, strengthsOf(last.recipe), last.split);

  // Without this the browser does not give the context back.
  const keepContext = (event: Event) => event.preventDefault();
  const restore = () => {
    passes = upload(gl, prepared, options);
    drawLast();
  };
  canvas.addEventListener('webglcontextlost', keepContext);
  canvas.addEventListener('webglcontextrestored', restore);

  return {
    draw(recipe, { split = 0 } = {}) {
      last = { recipe, split };
      if (!gl.isContextLost()) drawLast();
    },
    readPicture: () => readCanvas(gl, photo),
    dispose() {
      canvas.removeEventListener('webglcontextlost', keepContext);
      canvas.removeEventListener('webglcontextrestored', restore);
      gl.getExtension('WEBGL_lose_context')?.loseContext();
    },
  };
}

interface Passes {
  readonly skin: SkinPass;
  readonly warp: WarpPass;
  /** What the treated texture and the lattice were last made for. */
  drawnSkin: string;
  drawnWarp: string;
}

function upload(gl: WebGL2RenderingContext, prepared: PreparedFace, { precision = 'half' }: GlOptions): Passes {
  while (gl.getError() !== gl.NO_ERROR);
  const passes = createPasses(gl, prepared, precision);
  if (precision === 'byte' || gl.getError() === gl.NO_ERROR) return passes;
  return createPasses(gl, prepared, 'byte');
}

function createPasses(gl: WebGL2RenderingContext, prepared: PreparedFace, precision: LayerPrecision): Passes {
  const photo = pictureTexture(gl, prepared.photo);
  const skin = createSkinPass(gl, prepared, photo, precision);
  return { skin, warp: createWarpPass(gl, prepared.photo, photo, skin.treated), drawnSkin: '', drawnWarp: '' };
}

/** Repeats only what changed: dragging the split redraws one pass, a skin slider two, a filler all and the lattice. */
function drawWith(passes: Passes, prepared: PreparedFace, strengths: Strengths, split: number): void {
  const skinKey = JSON.stringify(strengths);
  if (passes.drawnSkin !== skinKey) {
    passes.skin.draw(strengths);
    passes.drawnSkin = skinKey;
  }
  const warpKey = JSON.stringify(movingTreatments.map((name) => strengths[name]));
  if (passes.drawnWarp !== warpKey) {
    passes.warp.setLattice(faceWarp(prepared.photo, prepared.landmarks, strengths)?.backward ?? null);
    passes.drawnWarp = warpKey;
  }
  passes.warp.draw(split);
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
