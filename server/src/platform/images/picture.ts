import { createHash } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import type { PictureBytes } from '../storage/photo-store.ts';

/**
 * Quality 92 without chroma subsampling, so that skin keeps its fine colour. Optimised Huffman tables would make a file
 * 5 % smaller. They would also need 570 MB for an image of 48 megapixels, because the encoder would keep the whole
 * image in memory.
 */
export const JPEG = { quality: 92, chromaSubsampling: '4:4:4', optimizeCoding: false } as const;
const THUMB_PX = 320;
const THUMB_QUALITY = 78;

/** A JPEG that we made, and its sides in pixels. */
export interface EncodedPhoto {
  readonly jpeg: Buffer;
  readonly width: number;
  readonly height: number;
}

export async function encodeJpeg(picture: Sharp): Promise<EncodedPhoto> {
  const { data: jpeg, info } = await picture.jpeg(JPEG).toBuffer({ resolveWithObject: true });
  return { jpeg, width: info.width, height: info.height };
}

/**
 * Adds the small version and the hash to a JPEG that we made.
 *
 * @param xmp metadata of the JPEG, which the small version gets too; undefined if the JPEG has none
 */
export async function toPicture(photo: EncodedPhoto, xmp?: string): Promise<PictureBytes> {
  const small = sharp(photo.jpeg)
    .resize({ width: THUMB_PX, withoutEnlargement: true })
    .webp({ quality: THUMB_QUALITY });
  const thumb = await (xmp ? small.withXmp(xmp) : small).toBuffer();
  return { ...photo, thumb, sha256: createHash('sha256').update(photo.jpeg).digest('hex') };
}
