import type { Bounds } from '../maths/plane.ts';
import type { Picture } from '../picture.ts';

/**
 * Reduces a part of an image. Each pixel is the mean of factor × factor pixels, or of fewer at the right and bottom
 * edge.
 */
export function shrinkPicture(picture: Picture, part: Bounds, factor: number): Picture {
  const width = Math.ceil((part.right - part.left) / factor);
  const height = Math.ceil((part.bottom - part.top) / factor);
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const left = part.left + x * factor;
      const top = part.top + y * factor;
      const cell = {
        left,
        top,
        right: Math.min(left + factor, part.right),
        bottom: Math.min(top + factor, part.bottom),
      };
      writeMean(picture, cell, data, (y * width + x) * 4);
    }
  }
  return { width, height, data };
}

function writeMean(picture: Picture, cell: Bounds, out: Uint8ClampedArray, offset: number): void {
  let red = 0;
  let green = 0;
  let blue = 0;
  for (let y = cell.top; y < cell.bottom; y++) {
    for (let x = cell.left; x < cell.right; x++) {
      const o = (y * picture.width + x) * 4;
      red += picture.data[o]!;
      green += picture.data[o + 1]!;
      blue += picture.data[o + 2]!;
    }
  }
  const count = (cell.right - cell.left) * (cell.bottom - cell.top);
  out[offset] = red / count;
  out[offset + 1] = green / count;
  out[offset + 2] = blue / count;
  out[offset + 3] = 255;
}
