import type { Recipe as EngineRecipe } from '#engine/recipe.ts';
import type { DrawSettings } from '#engine/simulate.ts';

/** A request to draw: the doses, the areas that the brush allows, and whether the light of fillers is exaggerated. */
export interface Wanted {
  recipe: EngineRecipe;
  settings: Pick<DrawSettings, 'brush' | 'isClear'>;
}

/** Draws one photo with changing recipes into one canvas. */
export interface Painter {
  /** Requests an image. Of several requests between two frames only the newest is drawn. */
  paint(wanted: Wanted): void;
  dispose(): void;
}

/** The way of drawing. 'stored' images are shown, but not drawn. */
export type PainterKind = 'gpu' | 'cpu' | 'stored';

export interface OpenPainter {
  painter: Painter;
  kind: PainterKind;
  /** True if the engine did not understand the light of the photo well enough to shade fillers in full. */
  isLightDoubted: boolean;
}

/**
 * The longest side of the live image in pixels, with and without a graphics card. Signed images are drawn at stored
 * size.
 */
const LIVE_SIDE_PX = { card: 1600, software: 1024 } as const;

let side: number | undefined;

/**
 * Returns the longest side of the live image. It asks the driver once whether there is a real graphics card. WebGL on
 * the processor must draw fewer pixels to follow a slider.
 */
export function liveSide(): number {
  side ??= hasCard() ? LIVE_SIDE_PX.card : LIVE_SIDE_PX.software;
  return side;
}

function hasCard(): boolean {
  // The canvas is an element, because Safari before 17 has no WebGL on other canvases.
  const gl = document.createElement('canvas').getContext('webgl2');
  if (!gl) return false;
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const name = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return !/swiftshader|llvmpipe|software|basic render/i.test(name);
}
