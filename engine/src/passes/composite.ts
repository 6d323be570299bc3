import { readLab, writeLab } from '../maths/lab.ts';
import { enlarge } from '../maths/resample.ts';
import type { Size } from '../maths/plane.ts';
import type { Picture } from '../picture.ts';
import type { WorkArea } from '../regions/work-area.ts';
import type { LabChange } from './skin-layers.ts';

/** Changes below this are no change: pixels without any keep their bytes. */
const nothing = 1e-4;

/** A copy of the photo with the change added to every pixel's Lab colour. */
export function writeChange(photo: Picture, area: WorkArea, change: LabChange): Picture {
  const data = new Uint8ClampedArray(photo.data);
  if (area.factor === 1) writeAtWorkSize(photo, area, change, data);
  else writeEnlarged(photo, area, change, data);
  return { width: photo.width, height: photo.height, data };
}

function writeAtWorkSize(
  photo: Picture,
  { window, size, lab }: WorkArea,
  { l, a, b }: LabChange,
  data: Uint8ClampedArray,
): void {
  for (let y = 0; y < size.height; y++) {
    let o = ((window.top + y) * photo.width + window.left) * 4;
    for (let i = y * size.width; i < (y + 1) * size.width; i++, o += 4) {
      if (isNothing(l[i]!, a[i]!, b[i]!)) continue;
      writeLab(lab.l[i]! + l[i]!, lab.a[i]! + a[i]!, lab.b[i]! + b[i]!, data, o);
    }
  }
}

/** Very large photos: the change was computed on a smaller plane and is laid over the full-size colours. */
function writeEnlarged(photo: Picture, { window, factor }: WorkArea, change: LabChange, data: Uint8ClampedArray): void {
  const size: Size = { width: window.right - window.left, height: window.bottom - window.top };
  const [l, a, b] = [enlarge(change.l, size, factor), enlarge(change.a, size, factor), enlarge(change.b, size, factor)];
  const colour = new Float32Array(3);
  for (let y = 0; y < size.height; y++) {
    let o = ((window.top + y) * photo.width + window.left) * 4;
    for (let i = y * size.width; i < (y + 1) * size.width; i++, o += 4) {
      if (isNothing(l[i]!, a[i]!, b[i]!)) continue;
      readLab(photo.data, o, colour);
      writeLab(colour[0]! + l[i]!, colour[1]! + a[i]!, colour[2]! + b[i]!, data, o);
    }
  }
}

function isNothing(l: number, a: number, b: number): boolean {
  return Math.abs(l) < nothing && Math.abs(a) < nothing && Math.abs(b) < nothing;
}
