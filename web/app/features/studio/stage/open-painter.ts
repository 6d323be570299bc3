import type { Landmarks, Picture } from '#engine/picture.ts';
import { openCpuPainter } from './cpu-painter.ts';
import { openGlPainter } from './gl-painter.ts';
import type { OpenPainter } from './painter.ts';

/** The name of the performance measure of each live image. It lasts from the request to the end of the draw call. */
export const PAINT_MEASURE = 'studio.paint';

/** Waits until the browser has drawn the message about waiting, because the main thread is busy afterwards. */
const nextPaint = () => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done)));

/**
 * Opens the fastest way to draw in this browser. This is the graphics card, or else the processor, which draws the same
 * image a little later.
 */
export async function openPainter(
  makeCanvas: () => HTMLCanvasElement,
  photo: Picture,
  landmarks: Landmarks,
): Promise<OpenPainter> {
  const report = (start: number) => void performance.measure(PAINT_MEASURE, { start, end: performance.now() });
  await nextPaint();
  try {
    return openGlPainter(makeCanvas(), photo, landmarks, report);
  } catch {
    // A canvas with a WebGL context cannot get a context of another kind, so a new canvas is made.
    return await openCpuPainter(makeCanvas(), photo, landmarks, report);
  }
}
