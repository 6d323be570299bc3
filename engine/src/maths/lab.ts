import type { Picture } from '../picture.ts';
import type { Bounds, Plane } from './plane.ts';

/**
 * Planes of CIELAB values, converted from sRGB with the D65 white (IEC 61966-2-1, CIE 15). Tables replace the power
 * functions; their error is below a tenth of an 8-bit step. L* is 0–100. a* and b* are signed; both are positive for
 * skin.
 */
export interface LabPlanes {
  readonly l: Plane;
  readonly a: Plane;
  readonly b: Plane;
}

const whiteX = 0.95047;
const whiteZ = 1.08883;
const epsilon = 216 / 24389;
const kappa = 24389 / 27;
const fEpsilon = 6 / 29;

const tableSize = 4096;
const linearOf = Float32Array.from({ length: 256 }, (_, i) => toLinear(i / 255));
const cubeRoot = Float32Array.from({ length: tableSize + 2 }, (_, i) => labCurve(i / tableSize));
const byteOf = Float32Array.from({ length: tableSize + 2 }, (_, i) => 255 * toGamma(i / tableSize));
/**
 * Below this linear light, the gamma curve is computed instead of read from the table. Near black, the curve bends too
 * sharply for a table of this size.
 */
const exactBelow = 0.01;

/** Converts a part of an image to CIELAB. */
export function labOfPicture(picture: Picture, part: Bounds): LabPlanes {
  const width = part.right - part.left;
  const count = width * (part.bottom - part.top);
  const l = new Float32Array(count);
  const a = new Float32Array(count);
  const b = new Float32Array(count);
  const { data } = picture;
  let i = 0;
  for (let y = part.top; y < part.bottom; y++) {
    let o = (y * picture.width + part.left) * 4;
    for (let x = 0; x < width; x++, o += 4, i++) {
      const red = linearOf[data[o]!]!;
      const green = linearOf[data[o + 1]!]!;
      const blue = linearOf[data[o + 2]!]!;
      const fx = fromTable(cubeRoot, (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / whiteX);
      const fy = fromTable(cubeRoot, 0.2126729 * red + 0.7151522 * green + 0.072175 * blue);
      const fz = fromTable(cubeRoot, (0.0193339 * red + 0.119192 * green + 0.9503041 * blue) / whiteZ);
      l[i] = 116 * fy - 16;
      a[i] = 500 * (fx - fy);
      b[i] = 200 * (fy - fz);
    }
  }
  return { l, a, b };
}

/** Writes one colour as three rounded bytes. Colours outside sRGB are clipped. */
export function writeLab(l: number, a: number, b: number, out: Uint8ClampedArray, offset: number): void {
  const fy = (l + 16) / 116;
  const x = whiteX * inverseCurve(fy + a / 500);
  const y = inverseCurve(fy);
  const z = whiteZ * inverseCurve(fy - b / 200);
  out[offset] = toByte(3.2404542 * x - 1.5371385 * y - 0.4985314 * z);
  out[offset + 1] = toByte(-0.969266 * x + 1.8760108 * y + 0.041556 * z);
  out[offset + 2] = toByte(0.0556434 * x - 0.2040259 * y + 1.0572252 * z);
}

/** Writes L*, a* and b* of one pixel of an RGBA buffer into `out`. */
export function readLab(data: Uint8ClampedArray, offset: number, out: Float32Array): void {
  const red = linearOf[data[offset]!]!;
  const green = linearOf[data[offset + 1]!]!;
  const blue = linearOf[data[offset + 2]!]!;
  const fx = fromTable(cubeRoot, (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / whiteX);
  const fy = fromTable(cubeRoot, 0.2126729 * red + 0.7151522 * green + 0.072175 * blue);
  const fz = fromTable(cubeRoot, (0.0193339 * red + 0.119192 * green + 0.9503041 * blue) / whiteZ);
  out[0] = 116 * fy - 16;
  out[1] = 500 * (fx - fy);
  out[2] = 200 * (fy - fz);
}

function toLinear(c: number): number {
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
}

function toGamma(c: number): number {
  return c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055;
}

function labCurve(t: number): number {
  return t > epsilon ? Math.cbrt(t) : (kappa * t + 16) / 116;
}

function inverseCurve(f: number): number {
  return f > fEpsilon ? f * f * f : (116 * f - 16) / kappa;
}

function toByte(c: number): number {
  if (c <= 0) return 0;
  if (c >= 1) return 255;
  return c < exactBelow ? 255 * toGamma(c) : fromTable(byteOf, c);
}

function fromTable(table: Float32Array, t: number): number {
  const x = t <= 0 ? 0 : t >= 1 ? tableSize : t * tableSize;
  const i = x | 0;
  return table[i]! + (table[i + 1]! - table[i]!) * (x - i);
}
