import type { XY } from './strokes.ts';

interface Size {
  width: number;
  height: number;
}

/** The distances by which an arrow key moves the cursor, without and with Shift, as shares of the photo's width. */
const STEP = 0.02;
const FINE_STEP = 0.004;

const ways: Record<string, XY> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Returns the position of the cursor after an arrow key, in pixels of the photo. Returns null for any other key. */
export function movedCursor([x, y]: XY, key: string, isFine: boolean, { width, height }: Size): XY | null {
  const way = ways[key];
  if (!way) return null;
  const step = (isFine ? FINE_STEP : STEP) * width;
  const inside = (value: number, most: number) => Math.min(most, Math.max(0, value));
  return [inside(x + way[0] * step, width), inside(y + way[1] * step, height)];
}
