import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { PictureBytes } from '../storage/photo-store.ts';

/**
 * Quality 92 without chroma subsampling: skin keeps its fine colour. Optimised Huffman tables would make the file a
 * twentieth smaller, but cost 570 MB for a picture of 48 megapixels, because the encoder then keeps all of it until the
 * end.
 */
export const JPEG = { quality: 92, chromaSubsampling: '4:4:4', optimizeCoding: false } as const;
const THUMB_PX = 320;
const THUMB_QUALITY = 78;

/**
 * Adds the small version and the hash to one of our JPEGs.
 *
 * @param xmp goes into the small version too; absent: neither has any
 */
export async function toPicture(
  jpeg: Buffer,
  size: { width: number; height: number },
  xmp?: string,
): Promise<PictureBytes> {
  const small = sharp(jpeg).resize({ width: THUMB_PX, withoutEnlargement: true }).webp({ quality: THUMB_QUALITY });
  const thumb = await (xmp ? small.withXmp(xmp) : small).toBuffer();
  return {
    jpeg,
    thumb,
    width: size.width,
    height: size.height,
    sha256: createHash('sha256').update(jpeg).digest('hex'),
  };
}
