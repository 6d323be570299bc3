import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Sharp } from 'sharp';
import { PhotoLimits } from '#contract/intake.ts';
import { Refusal } from '../refusal.ts';
import type { PictureBytes } from '../storage/photo-store.ts';
import { assertWhole } from './container.ts';
import { type EncodedPhoto, encodeJpeg, toPicture } from './picture.ts';

/** The image formats that cameras and browsers make and our decoder supports. SVG and GIF are not photos. */
const ACCEPTED = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/avif']);
/** Animated formats. file-type reports animated PNG under a separate type. */
const ANIMATED = new Set(['image/gif', 'image/apng', 'image/heic-sequence', 'image/heif-sequence']);
const MAX_PIXELS = PhotoLimits.max_megapixels * 1_000_000;
/**
 * Limit for images that are decoded as a whole, at 3 to 6 bytes per pixel: progressive JPEG, interlaced PNG, WebP and
 * AVIF. Other JPEG and PNG files are decoded line by line.
 */
const MAX_PIXELS_AS_A_WHOLE = 20_000_000;

// With one thread per image and no cache of decoded images, a burst of uploads needs little memory.
sharp.concurrency(1);
sharp.cache(false);

/** The limits for a kind of image. The defaults apply to photos of a face. Sides are in pixels. */
export interface IngestRules {
  readonly max_mb?: number;
  readonly min_side_px?: number;
  /** Images whose longer side exceeds this are made smaller. The default is 4096. */
  readonly stored_px?: number;
  /** Called with the sides of the upright image before decoding. Throws a `Refusal` if the sides are not allowed. */
  readonly judge?: (size: { readonly width: number; readonly height: number }) => void;
}

/**
 * Checks an upload by its bytes and makes our own files from it. The image is turned upright, converted to sRGB and
 * stripped of all metadata (EXIF, GPS, XMP, embedded thumbnails, original name). The files are a JPEG of quality 92
 * with full chroma, and a WebP of at most 320 px width. They contain nothing of the original except its pixels.
 *
 * Size and header are checked before a pixel is decoded. A file that would decode to an enormous image therefore costs
 * milliseconds and no memory.
 *
 * @param bytes at most 25 MB of JPEG, PNG, WebP or AVIF
 * @returns the width and height of the upright image, in pixels; sha256 in hex of `jpeg`
 * @throws Refusal PHOTO_NOT_A_PICTURE, PHOTO_TOO_SMALL, PHOTO_TOO_BIG, PHOTO_TOO_MANY_PIXELS, PHOTO_ANIMATED,
 * PHOTO_TRUNCATED
 */
export async function ingestPhoto(bytes: Buffer, rules: IngestRules = {}): Promise<PictureBytes> {
  const photo = await openPhoto(bytes, rules);
  return toPicture(await photo.encode());
}

/** A checked image that is upright, in sRGB and without metadata. Its pixels are decoded when it is encoded. */
export interface OpenPhoto {
  /** Sides in pixels. If the image is made smaller, each may differ by one pixel from the encoded image. */
  readonly width: number;
  readonly height: number;
  /**
   * Returns the image as a JPEG.
   *
   * @param finish changes the image before it is encoded
   * @throws Refusal PHOTO_TRUNCATED
   */
  encode(finish?: (picture: Sharp) => Sharp): Promise<EncodedPhoto>;
}

/** Checks an upload as `ingestPhoto` does, with the same parameters and refusals. Decodes no pixel. */
export async function openPhoto(bytes: Buffer, rules: IngestRules = {}): Promise<OpenPhoto> {
  const { max_mb = PhotoLimits.max_mb, min_side_px = PhotoLimits.min_side_px, judge } = rules;
  if (bytes.length > max_mb * 1024 * 1024) throw new Refusal('PHOTO_TOO_BIG', { max_mb });
  const { width, height, orientation } = await readHeader(bytes, min_side_px, judge);
  const side = rules.stored_px ?? PhotoLimits.max_stored_px;
  const scale = Math.min(1, side / Math.max(width, height));
  return {
    width: Math.round(width * scale),
    height: Math.round(height * scale),
    encode: (finish = (picture) => picture) => encode(bytes, { orientation, side, finish }),
  };
}

/** Checks the header. Returns the sides of the upright image, and the EXIF orientation from 1 (upright) to 8. */
async function readHeader(bytes: Buffer, min_px: number, judge: IngestRules['judge']) {
  const type = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (type && ANIMATED.has(type.mime)) throw new Refusal('PHOTO_ANIMATED');
  if (!type || !ACCEPTED.has(type.mime)) throw new Refusal('PHOTO_NOT_A_PICTURE');
  assertWhole(bytes, type.mime);
  const header = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (!header?.width || !header.height) throw new Refusal('PHOTO_NOT_A_PICTURE');
  if ((header.pages ?? 1) > 1) throw new Refusal('PHOTO_ANIMATED');
  const isReadByLine = (type.mime === 'image/jpeg' || type.mime === 'image/png') && !header.isProgressive;
  const max_pixels = isReadByLine ? MAX_PIXELS : MAX_PIXELS_AS_A_WHOLE;
  if (header.width * header.height > max_pixels) {
    throw new Refusal('PHOTO_TOO_MANY_PIXELS', { max_megapixels: max_pixels / 1_000_000 });
  }
  if (Math.min(header.width, header.height) < min_px) throw new Refusal('PHOTO_TOO_SMALL', { min_px });
  const { orientation = 1 } = header;
  const [width, height] = orientation > 4 ? [header.height, header.width] : [header.width, header.height];
  judge?.({ width, height });
  return { width, height, orientation };
}

/**
 * Shrinks the image line by line and turns it afterwards, because turning needs the whole image in memory. If data is
 * missing or broken, the decoder reports an error instead of filling the rest with grey.
 */
async function encode(
  bytes: Buffer,
  { orientation, side, finish }: { orientation: number; side: number; finish: (picture: Sharp) => Sharp },
): Promise<EncodedPhoto> {
  try {
    const reduced = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'warning', pages: 1 })
      .timeout({ seconds: 20 })
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb');
    if (orientation <= 1) return await encodeJpeg(finish(reduced));
    const { data, info } = await reduced.raw().toBuffer({ resolveWithObject: true });
    return await encodeJpeg(finish(turn(sharp(data, { raw: info }), orientation)));
  } catch {
    throw new Refusal('PHOTO_TRUNCATED');
  }
}

/**
 * Clockwise degrees that turn an image upright, by EXIF orientation (1 to 8). Images of orientations 2, 4, 5 and 7 are
 * mirrored as well.
 */
const DEGREES = [0, 0, 0, 180, 180, 270, 90, 90, 270];

const turn = (picture: Sharp, orientation: number): Sharp =>
  picture.rotate(DEGREES[orientation] ?? 0).flop([2, 4, 5, 7].includes(orientation));
