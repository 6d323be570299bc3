import { Refusal } from '../refusal.ts';

/**
 * Tags that turn the text around them into a page or a drawing. Four bytes such as `<svg` occur by chance in one photo
 * in a thousand. The pattern therefore also requires `>`, `/` or white space after the name of the tag, and then text.
 */
const MARKUP = /<(?:script|html|svg|\?php)[\s/>][\t-\r -~]{4}/i;
/** First bytes of files that another program would run or display. */
const FOREIGN = ['%PDF-1.', '%PDF-2.', '!<arch>\n', 'Rar!\u001a\u0007', '7z\u00bc\u00af\u0027\u001c'];
/** Byte sequences that are refused only directly after the image. */
const PROGRAMS = ['MZ', '\u007fELF', 'PK\u0003\u0004', '#!'];
/**
 * The end record of a ZIP archive on one disk. A ZIP archive is read from its end, and this record is within the last
 * 64 kB.
 */
const ZIP_END = Buffer.from('PK\u0005\u0006\0\0\0\0', 'latin1');
const ZIP_END_REACH = 66_000;

/** The parts of an image file. */
interface Container {
  /** The parts around the compressed pixels: headers, metadata, and all bytes after the image. */
  readonly words: readonly Buffer[];
  readonly tail: Buffer;
}

/**
 * Refuses a JPEG, PNG, WebP or AVIF that ends too early. Also refuses a polyglot: an image that other programs read as an
 * archive, a page or a program. Decoders ignore the foreign part, and encoding removes it. Such a file is refused
 * anyway, because only an attacker sends one. Data that phones append to an image is accepted (gain maps, second
 * images, short films).
 *
 * Compressed pixels are not searched, because any sequence of bytes can occur in them by chance.
 *
 * @throws Refusal PHOTO_TRUNCATED, PHOTO_NOT_A_PICTURE
 */
export function assertWhole(bytes: Buffer, mime: string): void {
  const container = takeApart(bytes, mime);
  if (!container) throw new Refusal('PHOTO_TRUNCATED');
  const { words, tail } = container;
  const isForeign =
    words.some((part) => hasForeignWords(part)) ||
    PROGRAMS.some((opening) => tail.subarray(0, opening.length).equals(Buffer.from(opening, 'latin1'))) ||
    tail.subarray(-ZIP_END_REACH).includes(ZIP_END);
  if (isForeign) throw new Refusal('PHOTO_NOT_A_PICTURE');
}

const hasForeignWords = (part: Buffer): boolean =>
  FOREIGN.some((opening) => part.includes(opening, 0, 'latin1')) || MARKUP.test(part.toString('latin1'));

/** Returns the parts of an image file, or null if the file ends too early. */
function takeApart(bytes: Buffer, mime: string): Container | null {
  if (mime === 'image/jpeg') return jpegParts(bytes);
  if (mime === 'image/png') return pngParts(bytes);
  if (mime === 'image/webp') return webpParts(bytes);
  return avifParts(bytes);
}

/**
 * Reads the segments of a JPEG by their lengths, and the scans between them. A search for the end marker would fail,
 * because a thumbnail inside EXIF has its own end marker.
 */
function jpegParts(bytes: Buffer): Container | null {
  const words: Buffer[] = [];
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1];
    if (marker === 0xd9) break;
    // 0xFF bytes may fill the space before a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const next = at + 2 + bytes.readUInt16BE(at + 2);
    words.push(bytes.subarray(at, next));
    at = marker === 0xda ? scanEnd(bytes, next) : next;
  }
  const isEnded = bytes[at] === 0xff && bytes[at + 1] === 0xd9;
  return isEnded ? withTail(words, bytes.subarray(at + 2)) : null;
}

/**
 * Returns the position of the next marker. Within a scan, 0xFF is followed by 0 (a byte of data), by 0xD0 to 0xD7 (a
 * restart) or by another 0xFF (padding). 0xFF with any other byte is a marker.
 */
function scanEnd(bytes: Buffer, from: number): number {
  for (let at = from; at + 1 < bytes.length; at++) {
    if (bytes[at] !== 0xff) continue;
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.length;
}

/** Reads the chunks of a PNG (length, type, data, checksum) up to IEND. */
function pngParts(bytes: Buffer): Container | null {
  const words: Buffer[] = [];
  let at = 8;
  while (at + 12 <= bytes.length) {
    const type = bytes.toString('latin1', at + 4, at + 8);
    const next = at + 12 + bytes.readUInt32BE(at);
    if (type !== 'IDAT') words.push(bytes.subarray(at, next));
    at = next;
    if (type === 'IEND') return at > bytes.length ? null : withTail(words, bytes.subarray(at));
  }
  return null;
}

const WEBP_PIXELS = new Set(['VP8 ', 'VP8L', 'ALPH', 'ANMF']);

/** Reads the chunks of a WebP (type, length, data), which are padded to an even length. */
function webpParts(bytes: Buffer): Container | null {
  const end = bytes.length < 12 ? Number.POSITIVE_INFINITY : bytes.readUInt32LE(4) + 8;
  if (end > bytes.length) return null;
  const words: Buffer[] = [];
  let at = 12;
  while (at + 8 <= end) {
    const length = bytes.readUInt32LE(at + 4);
    const next = at + 8 + length + (length % 2);
    if (!WEBP_PIXELS.has(bytes.toString('latin1', at, at + 4))) words.push(bytes.subarray(at, Math.min(next, end)));
    at = next;
  }
  return withTail(words, bytes.subarray(end));
}

/** Boxes of an AVIF that contain the image. */
const AVIF_IMAGE = new Set(['ftyp', 'meta', 'moov', 'mdat']);

/**
 * Reads the top-level boxes of an AVIF (length, type, data). The image ends with the last box that belongs to it. Boxes
 * after this box, and bytes that are not a box, count as appended.
 */
function avifParts(bytes: Buffer): Container | null {
  const words: Buffer[] = [];
  let at = 0;
  let end = 0;
  let afterPixels = 0;
  while (at + 8 <= bytes.length) {
    const type = bytes.toString('latin1', at + 4, at + 8);
    const next = at + boxLength(bytes, at);
    const isImage = AVIF_IMAGE.has(type);
    const isWhole = next >= at + 8 && next <= bytes.length;
    if (isImage && !isWhole) return null;
    if (type === 'mdat') {
      words.push(bytes.subarray(afterPixels, at));
      afterPixels = next;
    }
    if (isImage) end = next;
    if (!isWhole) break;
    at = next;
  }
  return withTail([...words, bytes.subarray(afterPixels, end)], bytes.subarray(end));
}

/** Returns the length of a box. Length 1 means that the length follows the type, and 0 that the file ends with the box. */
function boxLength(bytes: Buffer, at: number): number {
  const length = bytes.readUInt32BE(at);
  if (length === 0) return bytes.length - at;
  if (length > 1) return length;
  return at + 16 <= bytes.length ? Number(bytes.readBigUInt64BE(at + 8)) : Number.POSITIVE_INFINITY;
}

const withTail = (words: readonly Buffer[], tail: Buffer): Container => ({ words: [...words, tail], tail });
