import sharp from 'sharp';
import type { Sharp } from 'sharp';
import type { Picture } from '../../picture.ts';

/**
 * Functions that simulate another photo of the same face. They imitate the differences between two photos that were
 * taken on the same morning. No metric may report these differences as a change of the skin.
 */
export const retakes = {
  'exposure +10 %': (picture) => recoloured(picture, [1.1, 1.1, 1.1]),
  'exposure -10 %': (picture) => recoloured(picture, [0.9, 0.9, 0.9]),
  'JPEG 75': (picture) => asJpeg(picture, 75),
  'JPEG 50': (picture) => asJpeg(picture, 50),
  'scale 80 %': (picture) => read(resized(picture, 0.8)),
  'scale 120 %': (picture) => read(resized(picture, 1.2)),
  'rotation 3°': (picture) => read(imageOf(picture).rotate(3, { background: '#888888' })),
  'white warm 5 %': (picture) => recoloured(picture, [1.025, 1, 0.975]),
  'white cool 5 %': (picture) => recoloured(picture, [0.975, 1, 1.025]),
} as const satisfies Record<string, (picture: Picture) => Promise<Picture>>;

export type RetakeName = keyof typeof retakes;
export const retakeNames = Object.keys(retakes) as RetakeName[];

function imageOf({ width, height, data }: Picture): Sharp {
  return sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
}

function resized(picture: Picture, factor: number): Sharp {
  return imageOf(picture).resize(Math.round(picture.width * factor), Math.round(picture.height * factor));
}

/**
 * Multiplies the bytes of each channel by its gain. A difference of 5 % between red and blue corresponds to an error
 * of the white balance of about 300 K.
 */
async function recoloured(picture: Picture, gains: readonly [number, number, number]): Promise<Picture> {
  const data = picture.data.map((byte, i) => (i % 4 === 3 ? byte : Math.round(byte * gains[i % 4]!)));
  return { ...picture, data };
}

async function asJpeg(picture: Picture, quality: number): Promise<Picture> {
  return read(sharp(await imageOf(picture).jpeg({ quality }).toBuffer()));
}

async function read(image: Sharp): Promise<Picture> {
  const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8ClampedArray(data) };
}
