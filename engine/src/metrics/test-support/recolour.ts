import type { Picture } from '../../picture.ts';
import type { SkinColour } from '../../regions/skin-mask.ts';

/** Three skin tones, of L* 65, 45 and 34, in which tests paint the same face. */
export const skinTones: readonly SkinColour[] = [
  { l: 65, a: 13, b: 19 },
  { l: 45, a: 13, b: 18 },
  { l: 34, a: 11, b: 13 },
];

/**
 * `recoloured`: highlights become darker together with the skin, as in a darker photo. `kept`: highlights keep their
 * brightness, as on darker skin under the same lamp.
 */
export const highlightModes = ['recoloured', 'kept'] as const;
export type HighlightMode = (typeof highlightModes)[number];

/**
 * Light is treated as mirrored if it is above this multiple of the skin's brightness. Unlike `separateLight` of the
 * engine, this limit ignores colour.
 */
const mirrors = 1.3;

/** The rows of the photo that are recoloured. All other rows keep their colour. */
export type Rows = readonly [top: number, bottom: number];

/**
 * Recolours a photo so that its skin has another colour. Red, green and blue light are each multiplied by one factor.
 */
export function withSkin(
  photo: Picture,
  from: SkinColour,
  to: SkinColour,
  highlights: HighlightMode,
  [top, bottom]: Rows = [0, photo.height],
): Picture {
  const own = lightOf(from);
  const [red, green, blue] = lightOf(to).map((light, k) => light / own[k]!) as [number, number, number];
  const brightest = highlights === 'kept' ? mirrors * brightness(own[0]!, own[1]!, own[2]!) : Infinity;
  const data = photo.data.slice();
  for (let i = 4 * photo.width * top; i < 4 * photo.width * bottom; i += 4) {
    const [r, g, b] = [lights[data[i]!]!, lights[data[i + 1]!]!, lights[data[i + 2]!]!];
    const mirrored = Math.min(r, g, b, Math.max(0, brightness(r, g, b) - brightest));
    data[i] = 255 * toByte((r - mirrored) * red + mirrored);
    data[i + 1] = 255 * toByte((g - mirrored) * green + mirrored);
    data[i + 2] = 255 * toByte((b - mirrored) * blue + mirrored);
  }
  return { ...photo, data };
}

const brightness = (red: number, green: number, blue: number): number => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

/** Converts a CIELAB colour to red, green and blue of linear sRGB. */
function lightOf({ l, a, b }: SkinColour): number[] {
  const root = (l + 16) / 116;
  const [x, y, z] = [0.95047 * (root + a / 500) ** 3, root ** 3, 1.08883 * (root - b / 200) ** 3];
  return [
    3.2404542 * x - 1.5371385 * y - 0.4985314 * z,
    -0.969266 * x + 1.8760108 * y + 0.041556 * z,
    0.0556434 * x - 0.2040259 * y + 1.0572252 * z,
  ];
}

const toLight = (byte: number): number => (byte <= 0.04045 ? byte / 12.92 : ((byte + 0.055) / 1.055) ** 2.4);
/** Linear light for each byte value. A table is faster, because a photo has millions of bytes. */
const lights = Float64Array.from({ length: 256 }, (_, byte) => toLight(byte / 255));
const toByte = (light: number): number => (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055);
