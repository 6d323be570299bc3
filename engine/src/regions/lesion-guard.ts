import { planeOf } from '../maths/plane.ts';
import type { Plane, Size } from '../maths/plane.ts';
import { smoothstep } from '../maths/smoothstep.ts';
import type { Mark } from './lesion-border.ts';

/**
 * Two widths, in units of d (the distance between the irises). `margin` is the rim around a mark that no treatment
 * changes. `feather` is the transition from this rim to full treatment.
 */
const margin = 0.006;
const feather = 0.03;

/**
 * Returns a mask of the skin that no treatment may change: 1 on marks and their rims, decreasing to 0 over the skin
 * around them.
 */
export function guardOf(marks: readonly Mark[], size: Size, d: number): Plane {
  const out = planeOf(size);
  for (const mark of marks) {
    const reach = Math.max(...mark.reach) + (margin + feather) * d;
    const bottom = Math.min(size.height - 1, Math.ceil(mark.y + reach));
    const right = Math.min(size.width - 1, Math.ceil(mark.x + reach));
    for (let y = Math.max(0, Math.floor(mark.y - reach)); y <= bottom; y++) {
      for (let x = Math.max(0, Math.floor(mark.x - reach)); x <= right; x++) {
        const beyond = distanceFrom(mark, x, y) - margin * d;
        const value = 1 - smoothstep(0, feather * d, beyond);
        const i = y * size.width + x;
        if (value > out[i]!) out[i] = value;
      }
    }
  }
  return out;
}

/** Returns the distance in pixels from the outer end of a mark's border. It is negative inside the mark. */
function distanceFrom({ x: cx, y: cy, reach }: Mark, x: number, y: number): number {
  const turn = (Math.atan2(y - cy, x - cx) / (2 * Math.PI)) * reach.length + reach.length;
  const k = Math.floor(turn);
  const share = turn - k;
  const rimAt = reach[k % reach.length]! * (1 - share) + reach[(k + 1) % reach.length]! * share;
  return Math.hypot(x - cx, y - cy) - rimAt;
}
