import type { Landmarks, Picture } from '#engine/picture.ts';
import { openCpuPainter } from './cpu-painter.ts';
import type { Painter, PainterKind } from './painter.ts';

/** Name of the performance measure around each live picture. */
export const PAINT_MEASURE = 'studio.paint';

/** The fastest painter this browser has. */
export async function openPainter(
  canvas: HTMLCanvasElement,
  photo: Picture,
  landmarks: Landmarks,
): Promise<{ painter: Painter; kind: PainterKind }> {
  const report = (start: number) => void performance.measure(PAINT_MEASURE, { start, end: performance.now() });
  return { painter: await openCpuPainter(canvas, photo, landmarks, report), kind: 'cpu' };
}
