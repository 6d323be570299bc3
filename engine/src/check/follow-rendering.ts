import { labOfPicture, readLab } from '../maths/lab.ts';
import type { LabPlanes } from '../maths/lab.ts';
import { planeOf } from '../maths/plane.ts';
import type { Picture } from '../picture.ts';
import { shrinkPicture } from '../regions/shrink-picture.ts';
import type { WorkArea } from '../regions/work-area.ts';
import type { FaceWarp } from '../warp/face-warp.ts';
import { displacementAt } from '../warp/lattice.ts';

/**
 * The colours of a rendering after its warp has been undone. Each pixel of the work area contains the colour that the
 * rendering gives to the skin of this pixel.
 */
export type Followed = LabPlanes;

/**
 * Returns the colours of a rendering after its warp has been undone. For each pixel of the work area, it finds the
 * position to which the warp moved this pixel, and interpolates the colour there bilinearly. Without a warp, it reads
 * the pixel at the same position.
 */
export function followed(rendering: Picture, { window, size, factor }: WorkArea, warp: FaceWarp | null): Followed {
  const part = factor === 1 ? rendering : shrinkPicture(rendering, window, factor);
  const whole = factor === 1 ? window : { left: 0, top: 0, right: size.width, bottom: size.height };
  if (!warp) return labOfPicture(part, whole);
  const out = { l: planeOf(size), a: planeOf(size), b: planeOf(size) };
  const at = new Float64Array(2);
  const colour = new Float32Array(3);
  for (let y = 0, i = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++, i++) {
      displacementAt(warp.forward, window.left + (x + 0.5) * factor, window.top + (y + 0.5) * factor, at);
      readBetween(part, whole.left + x + at[0]! / factor, whole.top + y + at[1]! / factor, colour);
      out.l[i] = colour[0]!;
      out.a[i] = colour[1]!;
      out.b[i] = colour[2]!;
    }
  }
  return out;
}

const corner = new Float32Array(3);

function readBetween({ width, height, data }: Picture, x: number, y: number, out: Float32Array): void {
  const column = Math.min(width - 2, Math.max(0, Math.floor(x)));
  const row = Math.min(height - 2, Math.max(0, Math.floor(y)));
  const [u, v] = [Math.min(1, Math.max(0, x - column)), Math.min(1, Math.max(0, y - row))];
  out.fill(0);
  for (let k = 0; k < 4; k++) {
    const weight = (k % 2 === 0 ? 1 - u : u) * (k < 2 ? 1 - v : v);
    if (weight === 0) continue;
    readLab(data, ((row + (k >> 1)) * width + column + (k % 2)) * 4, corner);
    for (let c = 0; c < 3; c++) out[c]! += weight * corner[c]!;
  }
}
