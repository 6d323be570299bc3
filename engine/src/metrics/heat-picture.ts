import { clamp } from '../maths/smoothstep.ts';
import type { Picture } from '../picture.ts';
import type { HeatMap } from './heat-map.ts';

/**
 * Colours (RGBA) from the lowest to the highest value: transparent, yellow, orange, red. The colours also become
 * darker, so that people with red–green colour blindness see the order.
 */
const ramp = [
  [255, 244, 179, 0],
  [255, 221, 92, 130],
  [244, 128, 40, 185],
  [178, 24, 43, 215],
] as const;

/**
 * Draws a heat map as an image, which is shown stretched over the `bounds` of the map. Pixels with the value zero are
 * transparent, so that the skin stays visible.
 */
export function heatPicture({ values, size }: HeatMap): Picture {
  const data = new Uint8ClampedArray(size.width * size.height * 4);
  const steps = ramp.length - 1;
  for (let i = 0; i < values.length; i++) {
    const at = clamp(values[i]!, 0, 1) * steps;
    const n = Math.min(steps - 1, at | 0);
    const [from, to] = [ramp[n]!, ramp[n + 1]!];
    for (let k = 0; k < 4; k++) data[4 * i + k] = from[k]! + (to[k]! - from[k]!) * (at - n);
  }
  return { ...size, data };
}
