import type { LabPlanes } from '../maths/lab.ts';
import { createMaskedBlur } from '../maths/masked-blur.ts';
import { planeOf } from '../maths/plane.ts';
import type { Plane, Size } from '../maths/plane.ts';
import type { SkinColour } from '../regions/skin-mask.ts';

/** Colour to which the skin of every photo is converted before the measurement: ordinary skin in ordinary light. */
const measuredSkin: SkinColour = { l: 60, a: 13, b: 18 };

/**
 * Converts a photo to a light in which its skin has the colour `measuredSkin`. Red, green and blue light are each
 * multiplied by a factor, as an aperture and a filter in front of the camera would do. Every contrast of L*, a* and b*
 * is then multiplied by 76 / (L* + 16), where L* is that of the skin. This is Weber's law, because L* + 16 is
 * proportional to the cube root of light. Two faces have equal values if they differ only in how much light their skin
 * reflects. Two photos of one face have equal values if they differ only in exposure or tint.
 */
export function inCommonLight(lab: LabPlanes, colour: SkinColour): LabPlanes {
  return inLightThatShows(lab, colour, measuredSkin);
}

/**
 * Converts colours to a light in which the colour `from` becomes `to`. Red, green and blue light are each multiplied by
 * a factor.
 */
export function inLightThatShows({ l, a, b }: LabPlanes, from: SkinColour, to: SkinColour): LabPlanes {
  const given = lightOf(rootsOf({ ...from, l: Math.max(1, from.l) }));
  const wanted = lightOf(rootsOf(to));
  const gain = [wanted[0] / given[0], wanted[1] / given[1], wanted[2] / given[2]] as const;
  const out = { l: new Float32Array(l.length), a: new Float32Array(l.length), b: new Float32Array(l.length) };
  for (let i = 0; i < l.length; i++) {
    const root = (l[i]! + 16) / 116;
    const [x, y, z] = [(root + a[i]! / 500) ** 3, root ** 3, (root - b[i]! / 200) ** 3];
    const red = gain[0] * (toRed[0] * x + toRed[1] * y + toRed[2] * z);
    const green = gain[1] * (toGreen[0] * x + toGreen[1] * y + toGreen[2] * z);
    const blue = gain[2] * (toBlue[0] * x + toBlue[1] * y + toBlue[2] * z);
    const newX = Math.cbrt(ofX[0] * red + ofX[1] * green + ofX[2] * blue);
    const newY = Math.cbrt(ofY[0] * red + ofY[1] * green + ofY[2] * blue);
    const newZ = Math.cbrt(ofZ[0] * red + ofZ[1] * green + ofZ[2] * blue);
    out.l[i] = 116 * newY - 16;
    out.a[i] = 500 * (newX - newY);
    out.b[i] = 200 * (newY - newZ);
  }
  return out;
}

/** Matrices from X, Y and Z, relative to the D65 white, to linear sRGB, and back. */
const toRed = [3.0803988, -1.5373828, -0.543016] as const;
const toGreen = [-0.9212232, 1.8759673, 0.0452559] as const;
const toBlue = [0.052874, -0.203977, 1.151103] as const;
const ofX = [0.4338874, 0.376224, 0.1898887] as const;
const ofY = [0.212639, 0.7151687, 0.0721923] as const;
const ofZ = [0.01775, 0.1094476, 0.8728023] as const;

const lightOf = ({ x, y, z }: { x: number; y: number; z: number }): [number, number, number] => {
  const of = (row: readonly [number, number, number]) =>
    Math.max(1e-4, row[0] * x ** 3 + row[1] * y ** 3 + row[2] * z ** 3);
  return [of(toRed), of(toGreen), of(toBlue)];
};

/**
 * Returns x, y and z, which are the cube roots of X, Y and Z relative to white: L* = 116 y − 16, a* = 500 (x − y), b* =
 * 200 (y − z).
 */
function rootsOf({ l, a, b }: SkinColour): { x: number; y: number; z: number } {
  const y = (l + 16) / 116;
  return { x: y + a / 500, y, z: y - b / 200 };
}

export interface SeparatedLight {
  /** Light that the skin scatters back, without mirrored light. */
  readonly diffuse: LabPlanes;
  /** Mirrored light, as a share of the luminance of white (L* 100 on the scale of `diffuse`). */
  readonly mirrored: Plane;
}

/**
 * Sigma of the blur that finds the brightness of the skin around a pixel, in units of d (the distance between the
 * irises). Every highlight of a face is narrower than this.
 */
const surroundings = 0.18;
const leastLight = 1e-4;
const own = rootsOf(measuredSkin);
/** Ratio of blue to red in light that was scattered inside the skin. */
const ratio = (own.z / own.x) ** 3;

/**
 * Separates scattered from mirrored light by the dichromatic model (Shafer 1985). Light that enters the skin takes on
 * the colour of the skin. The surface mirrors the light of the lamp, which is white. Mirrored light raises the ratio of
 * blue to red above that of the skin. The mirrored light is at most the amount by which the pixel is brighter than the
 * skin around it. So a pixel counts as shiny only if it is both closer to white than skin and brighter than the skin
 * around it.
 */
export function separateLight(lab: LabPlanes, skin: Plane, size: Size, d: number): SeparatedLight {
  const blur = createMaskedBlur(skin, size, surroundings * d);
  const around = blur.full(blur.blur(lab.l));
  const mirrored = planeOf(size);
  const diffuse = { l: lab.l.slice(), a: lab.a.slice(), b: lab.b.slice() };
  for (let i = 0; i < mirrored.length; i++) {
    const root = (lab.l[i]! + 16) / 116;
    const [red, green, blue] = [(root + lab.a[i]! / 500) ** 3, root ** 3, (root - lab.b[i]! / 200) ** 3];
    const white = Math.min((blue - ratio * red) / (1 - ratio), green - ((around[i]! + 16) / 116) ** 3);
    if (white <= 0) continue;
    mirrored[i] = white;
    const y = Math.cbrt(Math.max(leastLight, green - white));
    diffuse.l[i] = 116 * y - 16;
    diffuse.a[i] = 500 * (Math.cbrt(Math.max(leastLight, red - white)) - y);
    diffuse.b[i] = 200 * (y - Math.cbrt(Math.max(leastLight, blue - white)));
  }
  return { diffuse, mirrored };
}
