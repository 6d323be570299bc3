import { planeOf } from './plane.ts';
import type { Plane, Size } from './plane.ts';

const directions = 12;
/** Value of the pixels outside the mask. They count as dark, so that nothing next to them is filled. */
const dark = -1e9;

/**
 * Fills dark spots with a morphological closing by line segments (Soille 2003). It computes one closing for each
 * direction of a segment, and takes the darkest result at each pixel. A spot that is shorter than a segment in every
 * direction gets the value of its surroundings. A dark line keeps its value, because the segment along the line
 * contains no lighter pixel. Slopes keep their values too.
 *
 * @param inside pixels above 0.5 are searched
 * @param half half of the length of a segment, in pixels
 */
export function closedBySegments(values: Plane, inside: Plane, size: Size, half: number): Plane {
  const pad = half + 1;
  const wide = { width: size.width + 2 * pad, height: size.height + 2 * pad };
  const at = (x: number, y: number) => (y + pad) * wide.width + x + pad;
  const base = planeOf(wide).fill(dark);
  for (let y = 0, i = 0; y < size.height; y++)
    for (let x = 0; x < size.width; x++, i++) if (inside[i]! > 0.5) base[at(x, y)] = values[i]!;
  const closed = planeOf(wide).fill(-dark);
  const most = planeOf(wide);
  const from = at(0, 0);
  const to = at(size.width - 1, size.height - 1) + 1;
  for (let k = 0; k < directions; k++) {
    const [ux, uy] = [Math.cos((Math.PI * k) / directions), Math.sin((Math.PI * k) / directions)];
    const steps = Array.from({ length: 2 * half + 1 }, (_, n) => {
      return Math.round((n - half) * uy) * wide.width + Math.round((n - half) * ux);
    });
    most.fill(dark);
    for (const step of steps) for (let i = from; i < to; i++) if (base[i + step]! > most[i]!) most[i] = base[i + step]!;
    // A closing never makes a pixel darker than its own value. A pixel that already has this value is skipped, because
    // no other direction can lower it.
    for (let i = from; i < to; i++) {
      if (closed[i] === base[i]) continue;
      let least = closed[i]!;
      for (let n = 0; n < steps.length; n++) if (most[i + steps[n]!]! < least) least = most[i + steps[n]!]!;
      closed[i] = least;
    }
  }
  const out = values.slice();
  for (let y = 0, i = 0; y < size.height; y++)
    for (let x = 0; x < size.width; x++, i++) if (inside[i]! > 0.5) out[i] = closed[at(x, y)]!;
  return out;
}
