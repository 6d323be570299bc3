import type { Landmarks, Picture } from '#engine/picture.ts';
import { openCpuPainter } from './cpu-painter.ts';
import { openGlPainter } from './gl-painter.ts';
import type { OpenPainter } from './painter.ts';

/**
 * The name of the performance measure for each live image. It measures the time from the request to the end of the draw
 * call.
 */
export const PAINT_MEASURE = 'studio.paint';

/** Waits until the browser has drawn the progress message. Afterwards the main thread is busy and draws nothing. */
const nextPaint = () => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done)));

/**
 * Opens the fastest painter for this browser. It uses the graphics card if possible. Otherwise it uses the CPU, which
 * draws the same image a little later.
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
