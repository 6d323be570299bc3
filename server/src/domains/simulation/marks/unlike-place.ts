import type { Picture } from '#engine/picture.ts';

/**
 * The width and height of the compared cells, in pixels. Compression hardly changes the mean value of a cell, but a
 * drawn change does.
 */
const CELL_PX = 16;
/**
 * The maximum allowed difference between the mean values of a cell, in levels from 0 to 255. JPEG compression at
 * quality 92 and a different decoder cause a difference below 3.
 */
const MOST = 8;

export interface UnlikePlace {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly amount: number;
}

/**
 * Returns the place at which an image differs most from the engine's drawing. Returns null if no cell differs by more
 * than `MOST`.
 */
export function unlikePlace(drawn: Picture, given: Picture): UnlikePlace | null {
  if (drawn.width !== given.width || drawn.height !== given.height) return { x: 0.5, y: 0.5, radius: 0, amount: 255 };
  const { width, height } = drawn;
  let worst = { amount: 0, x: 0, y: 0 };
  for (let y = 0; y + CELL_PX <= height; y += CELL_PX) {
    for (let x = 0; x + CELL_PX <= width; x += CELL_PX) {
      const amount = differenceOf(drawn, given, x, y);
      if (amount > worst.amount) worst = { amount, x: (x + CELL_PX / 2) / width, y: (y + CELL_PX / 2) / height };
    }
  }
  return worst.amount > MOST ? { ...worst, radius: (2 * CELL_PX) / width } : null;
}

/**
 * Returns the difference between the mean values of a cell in two images. Of the three colour channels, the one with
 * the largest difference counts.
 */
function differenceOf(p: Picture, q: Picture, left: number, top: number): number {
  const sums = [0, 1, 2].map((channel) => {
    let sum = 0;
    for (let y = top; y < top + CELL_PX; y++) {
      const start = (y * p.width + left) * 4 + channel;
      for (let i = start; i < start + CELL_PX * 4; i += 4) sum += (p.data[i] ?? 0) - (q.data[i] ?? 0);
    }
    return Math.abs(sum);
  });
  return Math.max(...sums) / CELL_PX ** 2;
}
