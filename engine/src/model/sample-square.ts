import type { Picture } from '../picture.ts';
import type { RegionOfInterest } from './region-of-interest.ts';

/**
 * Largest number of samples along each axis of one pixel of the result. More samples would take more time, but would
 * move no landmark by even a tenth of a pixel.
 */
const maxSamples = 3;

/**
 * Cuts a rotated square out of an image and scales it to `size` × `size` RGB values between `low` and `high`. If the
 * square is enlarged, or reduced only a little, it interpolates bilinearly. If the square is reduced more, it averages
 * several pixels. Pixels outside the image are `low`.
 */
export function sampleSquare(
  picture: Picture,
  region: RegionOfInterest,
  size: number,
  low: number,
  high: number,
): Float32Array {
  const out = new Float32Array(size * size * 3).fill(low);
  const step = region.size / size;
  const samples = Math.max(1, Math.min(maxSamples, Math.round(step)));
  const scale = (high - low) / 255;
  if (samples === 1) interpolate(picture, region, size, scale, out);
  else average(picture, region, size, samples, scale, out);
  return out;
}

/**
 * Averages samples × samples pixels of the image for each pixel of the result. The sample positions advance step by
 * step along a whole row of the result, and are not computed anew for each pixel.
 */
function average(
  { width, height, data }: Picture,
  region: RegionOfInterest,
  size: number,
  samples: number,
  scale: number,
  out: Float32Array,
): void {
  const step = region.size / size / samples;
  const cos = Math.cos(region.angle) * step;
  const sin = Math.sin(region.angle) * step;
  const share = scale / (samples * samples);
  const middle = (size * samples) / 2;
  const xs = new Float64Array(samples);
  const ys = new Float64Array(samples);
  for (let row = 0, o = 0; row < size; row++) {
    for (let line = 0; line < samples; line++) {
      const down = row * samples + line + 0.5 - middle;
      xs[line] = region.x + (0.5 - middle) * cos - down * sin;
      ys[line] = region.y + (0.5 - middle) * sin + down * cos;
    }
    for (let column = 0; column < size; column++, o += 3) {
      let red = out[o]!;
      let green = out[o + 1]!;
      let blue = out[o + 2]!;
      for (let line = 0; line < samples; line++) {
        let x = xs[line]!;
        let y = ys[line]!;
        for (let k = 0; k < samples; k++, x += cos, y += sin) {
          if (x < 0 || y < 0 || x >= width || y >= height) continue;
          const i = ((y | 0) * width + (x | 0)) * 4;
          red = Math.fround(red + data[i]! * share);
          green = Math.fround(green + data[i + 1]! * share);
          blue = Math.fround(blue + data[i + 2]! * share);
        }
        xs[line] = x;
        ys[line] = y;
      }
      out[o] = red;
      out[o + 1] = green;
      out[o + 2] = blue;
    }
  }
}

function interpolate(picture: Picture, region: RegionOfInterest, size: number, scale: number, out: Float32Array): void {
  const step = region.size / size;
  const cos = Math.cos(region.angle) * step;
  const sin = Math.sin(region.angle) * step;
  for (let row = 0, o = 0; row < size; row++) {
    for (let column = 0; column < size; column++, o += 3) {
      const across = column + 0.5 - size / 2;
      const down = row + 0.5 - size / 2;
      const x = region.x + across * cos - down * sin - 0.5;
      const y = region.y + across * sin + down * cos - 0.5;
      addBilinear(picture, x, y, scale, out, o);
    }
  }
}

function addBilinear(
  { width, height, data }: Picture,
  x: number,
  y: number,
  scale: number,
  out: Float32Array,
  to: number,
): void {
  const left = Math.floor(x);
  const top = Math.floor(y);
  const fx = x - left;
  const fy = y - top;
  for (let corner = 0; corner < 4; corner++) {
    const column = left + (corner & 1);
    const row = top + (corner >> 1);
    if (column < 0 || row < 0 || column >= width || row >= height) continue;
    const weight = (corner & 1 ? fx : 1 - fx) * (corner >> 1 ? fy : 1 - fy) * scale;
    const o = (row * width + column) * 4;
    out[to]! += data[o]! * weight;
    out[to + 1]! += data[o + 1]! * weight;
    out[to + 2]! += data[o + 2]! * weight;
  }
}
