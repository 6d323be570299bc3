import { readLab, writeLab } from '../maths/lab.ts';
import { enlargeRows } from '../maths/resample.ts';
import type { Plane, Rows, Size } from '../maths/plane.ts';
import type { Picture } from '../picture.ts';
import type { WorkArea } from '../regions/work-area.ts';
import type { LabChange } from './skin-layers.ts';

/** Smallest change of L*, a* or b* that is drawn. A pixel with a smaller change keeps its bytes. */
const nothing = 1e-4;

/**
 * Adds the change to the CIELAB colours of a band of rows. Writes the result to `out`, which begins as a copy of the
 * photo.
 */
export function writeChange(out: Picture, photo: Picture, area: WorkArea, change: LabChange, band: Rows): void {
  if (area.factor === 1) writeAtWorkSize(out, area, change, band);
  else writeEnlarged(out, photo, area, change, band);
}

function writeAtWorkSize(out: Picture, { window, size, lab }: WorkArea, { l, a, b }: LabChange, band: Rows): void {
  for (let row = band.top; row < band.bottom; row++) {
    const y = row - window.top;
    let o = (row * out.width + window.left) * 4;
    for (let i = y * size.width; i < (y + 1) * size.width; i++, o += 4) {
      if (isNothing(l[i]!, a[i]!, b[i]!)) continue;
      writeLab(lab.l[i]! + l[i]!, lab.a[i]! + a[i]!, lab.b[i]! + b[i]!, out.data, o);
    }
  }
}

/**
 * Writes the change of a large photo. The change was computed on smaller planes. It is enlarged, then added to the
 * colours at full size.
 */
function writeEnlarged(
  out: Picture,
  photo: Picture,
  { window, factor }: WorkArea,
  change: LabChange,
  band: Rows,
): void {
  const size: Size = { width: window.right - window.left, height: window.bottom - window.top };
  const rows = { top: band.top - window.top, bottom: band.bottom - window.top };
  const [l, a, b] = [change.l, change.a, change.b].map((plane) => enlargeRows(plane, size, factor, rows)) as [
    Plane,
    Plane,
    Plane,
  ];
  const colour = new Float32Array(3);
  for (let y = 0; y < rows.bottom - rows.top; y++) {
    let o = ((band.top + y) * out.width + window.left) * 4;
    for (let i = y * size.width; i < (y + 1) * size.width; i++, o += 4) {
      if (isNothing(l[i]!, a[i]!, b[i]!)) continue;
      readLab(photo.data, o, colour);
      writeLab(colour[0]! + l[i]!, colour[1]! + a[i]!, colour[2]! + b[i]!, out.data, o);
    }
  }
}

function isNothing(l: number, a: number, b: number): boolean {
  return Math.abs(l) < nothing && Math.abs(a) < nothing && Math.abs(b) < nothing;
}
