import type { Bounds } from '../src/maths/plane.ts';
import type { Picture } from '../src/picture.ts';

export interface Comparison {
  /** Peak signal-to-noise ratio over red, green and blue, in dB. It is 99 for equal bytes. */
  readonly psnr_db: number;
  /** The largest difference between two bytes. */
  readonly largest: number;
}

/** Compares a part of two images of the same size. */
export function compare(a: Picture, b: Picture, part: Bounds): Comparison {
  let squares = 0;
  let largest = 0;
  for (let y = part.top; y < part.bottom; y++) {
    for (let x = part.left; x < part.right; x++) {
      for (let o = (y * a.width + x) * 4, end = o + 3; o < end; o++) {
        const difference = Math.abs(a.data[o]! - b.data[o]!);
        squares += difference * difference;
        largest = Math.max(largest, difference);
      }
    }
  }
  const count = (part.right - part.left) * (part.bottom - part.top) * 3;
  return { psnr_db: squares === 0 ? 99 : 10 * Math.log10((255 * 255 * count) / squares), largest };
}

/** Compares the bytes in a loop. This is much faster than a matcher of the test runner on a million numbers. */
export function isSame(a: Picture, b: Picture): boolean {
  return a.width === b.width && a.height === b.height && a.data.every((byte, i) => byte === b.data[i]);
}

export function wholeOf({ width, height }: Picture): Bounds {
  return { left: 0, top: 0, right: width, bottom: height };
}

/**
 * Returns the box around all differences of two images, or the whole image if they are equal. Unchanged pixels outside
 * the box would make a comparison look better than it is.
 */
export function changedBounds(a: Picture, b: Picture): Bounds {
  const box = { left: a.width, top: a.height, right: 0, bottom: 0 };
  for (let i = 0; i < a.data.length; i++) {
    if (a.data[i] === b.data[i]) continue;
    const pixel = i >> 2;
    const [x, y] = [pixel % a.width, Math.floor(pixel / a.width)];
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x + 1);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y + 1);
  }
  return box.right > box.left ? box : wholeOf(a);
}
