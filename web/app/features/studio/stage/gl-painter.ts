import { createGlRenderer, type GlRenderer } from '#engine/gl/gl-renderer.ts';
import type { Landmarks, Picture } from '#engine/picture.ts';
import { isLightDoubted, prepare } from '#engine/simulate.ts';
import type { OpenPainter, Painter, Wanted } from './painter.ts';

/**
 * Draws live images on the graphics card, at most one for each screen frame. If several images are requested before the
 * next frame, only the newest request is drawn.
 * @throws GlUnavailableError if the browser has no WebGL2
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
  let wanted: (Wanted & { since: number }) | null = null;
  let frame = 0;

  const draw = () => {
    frame = 0;
    if (!wanted) return;
    const { recipe, settings, since } = wanted;
    wanted = null;
    renderer.draw(recipe, settings);
    report(since);
  };
  return {
    paint(next) {
      wanted = { ...next, since: wanted?.since ?? performance.now() };
      frame ||= requestAnimationFrame(draw);
    },
    dispose() {
      cancelAnimationFrame(frame);
      renderer.dispose();
    },
  };
}
