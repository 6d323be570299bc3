import type { Recipe as EngineRecipe } from '#engine/recipe.ts';
import type { DrawSettings } from '#engine/simulate.ts';

/**
 * A request to draw. It contains the doses, the areas that the brush allows, and whether fillers change the light more
 * strongly than in reality.
 */
export interface Wanted {
  recipe: EngineRecipe;
  settings: Pick<DrawSettings, 'brush' | 'isClear'>;
}

/** Draws one photo into one canvas, with recipes that change. */
export interface Painter {
  /** Requests an image. If several images are requested between two frames, only the newest one is drawn. */
  paint(wanted: Wanted): void;
  dispose(): void;
}

/**
 * How the image on the canvas is made. The GPU or the CPU draws it. With 'stored', nothing is drawn, and the canvas
 * shows a stored image.
 */
export type PainterKind = 'gpu' | 'cpu' | 'stored';

export interface OpenPainter {
  painter: Painter;
  kind: PainterKind;
  /**
   * True if the engine could not determine the light in the photo well enough. The engine then does not shade fillers
   * fully.
   */
  isLightDoubted: boolean;
}

/**
 * The length of the longer side of the live image in pixels, with and without a graphics card. Signed images are drawn
 * at the size of the stored photo.
 */
const LIVE_SIDE_PX = { card: 1600, software: 1024 } as const;

let side: number | undefined;

/**
 * Returns the longest side of the live image in pixels. The first call checks whether there is a real graphics card.
 * Without one, WebGL runs on the CPU, and only a smaller image can keep up with a slider.
 */
export function liveSide(): number {
  side ??= hasCard() ? LIVE_SIDE_PX.card : LIVE_SIDE_PX.software;
  return side;
}

function hasCard(): boolean {
  // Safari before version 17 has no WebGL on an OffscreenCanvas, so a canvas element is created. It is not added to the
  // page.
  const gl = document.createElement('canvas').getContext('webgl2');
  if (!gl) return false;
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const name = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return !/swiftshader|llvmpipe|software|basic render/i.test(name);
}
