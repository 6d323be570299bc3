import type { Landmarks, Picture } from '#engine/picture.ts';
import { openCpuPainter } from './cpu-painter.ts';
import { openGlPainter } from './gl-painter.ts';
import type { OpenPainter } from './painter.ts';

/** Name of the performance measure around each live picture, from the request to the draw call's return. */
export const PAINT_MEASURE = 'studio.paint';

/** Lets the browser show what is being waited for before the main thread gets busy. */
const nextPaint = () => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done)));

/** The fastest painter this browser has: the graphics card, or else the processor with the same picture a little later. */
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
    // A canvas that has a WebGL context cannot get another kind, hence a new one.
    return await openCpuPainter(makeCanvas(), photo, landmarks, report);
  }
}
