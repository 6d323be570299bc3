import type { Picture } from '../picture.ts';
import type { RegionOfInterest } from './region-of-interest.ts';

/** More samples a pixel cost time and change nothing that the models see. */
const maxSamples = 6;

/**
 * Cuts a rotated square out of a picture and scales it to `size` × `size` RGB values between `low` and `high`, averaging several bilinear
 * samples where the square is larger. Outside the picture everything is `low`.
 */
export function sampleSquare(
  picture: Picture,
  region: RegionOfInterest,
  size: number,
  low: number,
  high: number,
): Float32Array {
  const out = new Float32Array(size * size * 3);
  const step = region.size / size;
  const samples = Math.max(1, Math.min(maxSamples, Math.round(step)));
  const cos = Math.cos(region.angle) * step;
  const sin = Math.sin(region.angle) * step;
  const scale = (high - low) / (255 * samples * samples);
  const sum = new Float64Array(3);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      sum.fill(0);
      for (let k = 0; k < samples * samples; k++) {
        const across = column + ((k % samples) + 0.5) / samples - size / 2;
        const down = row + (Math.floor(k / samples) + 0.5) / samples - size / 2;
        addSample(picture, region.x + across * cos - down * sin - 0.5, region.y + across * sin + down * cos - 0.5, sum);
      }
      const o = (row * size + column) * 3;
      out[o] = low + sum[0]! * scale;
      out[o + 1] = low + sum[1]! * scale;
      out[o + 2] = low + sum[2]! * scale;
    }
  }
  return out;
}

function addSample({ width, height, data }: Picture, x: number, y: number, sum: Float64Array): void {
  const left = Math.floor(x);
  const top = Math.floor(y);
  const fx = x - left;
  const fy = y - top;
  for (let corner = 0; corner < 4; corner++) {
    const column = left + (corner & 1);
    const row = top + (corner >> 1);
    if (column < 0 || row < 0 || column >= width || row >= height) continue;
    const weight = (corner & 1 ? fx : 1 - fx) * (corner >> 1 ? fy : 1 - fy);
    const o = (row * width + column) * 4;
    sum[0]! += data[o]! * weight;
    sum[1]! += data[o + 1]! * weight;
    sum[2]! += data[o + 2]! * weight;
  }
}
