import { createGlRenderer, type GlRenderer } from '#engine/gl/gl-renderer.ts';
import type { Landmarks, Picture } from '#engine/picture.ts';
import type { Recipe as EngineRecipe } from '#engine/recipe.ts';
import { isLightDoubted, prepare } from '#engine/simulate.ts';
import type { Brush } from '#engine/regions/brush.ts';
import type { OpenPainter, Painter } from './painter.ts';

/**
 * Live pictures on the graphics card: at most one in each frame, always of the newest recipe.
 * @throws GlUnavailableError when the browser has no WebGL2
 */
export function openGlPainter(
  canvas: HTMLCanvasElement,
  photo: Picture,
  landmarks: Landmarks,
  report: (start: number) => void,
): OpenPainter {
  const face = prepare(photo, landmarks);
  const painter = glPainter(createGlRenderer(canvas, face), report);
  return { painter, kind: 'gpu', isLightDoubted: isLightDoubted(face) };
}

function glPainter(renderer: GlRenderer, report: (start: number) => void): Painter {
  let wanted: { recipe: EngineRecipe; brush: Brush | undefined; since: number } | null = null;
  let frame = 0;

  const draw = () => {
    frame = 0;
    if (!wanted) return;
    const { recipe, brush, since } = wanted;
    wanted = null;
    renderer.draw(recipe, brush && { brush });
    report(since);
  };
  return {
    paint(recipe, brush) {
      wanted = { recipe, brush, since: wanted?.since ?? performance.now() };
      frame ||= requestAnimationFrame(draw);
    },
    dispose() {
      cancelAnimationFrame(frame);
      renderer.dispose();
    },
  };
}
