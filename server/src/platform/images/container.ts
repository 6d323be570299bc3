import { Refusal } from '../refusal.ts';

/**
 * Openings of files that another program would run or show, in the cases in which it looks for them. Long enough not to turn up by chance in
 * 25 MB of compressed pixels.
 */
const FOREIGN = [
  '<script',
  '<SCRIPT',
  '<?php ',
  '<html',
  '<HTML',
  '<svg',
  '%PDF-1.',
  '%PDF-2.',
  '!<arch>\n',
  'Rar!\u001a\u0007',
  '7z\u00bc\u00af\u0027\u001c',
].map((signature) => Buffer.from(signature, 'latin1'));
/** Openings that count only directly behind the picture. */
const PROGRAMS = ['MZ', '\u007fELF', 'PK\u0003\u0004', '#!'].map((signature) => Buffer.from(signature, 'latin1'));
/** A ZIP archive is found from its end: this record is within the last 64 kB. */
const ZIP_END = Buffer.from('PK\u0005\u0006', 'latin1');
const ZIP_END_REACH = 66_000;

/**
 * Refuses a container that ends too early, and a polyglot: a picture that is an archive, a page or a program to somebody else. Decoders
 * ignore such a part and encoding again loses it, but who sends one is up to no good. What phones put behind a picture (gain maps,
 * second pictures, short films) is tolerated.
 *
 * @throws Refusal PHOTO_TRUNCATED, PHOTO_NOT_A_PICTURE
 */
export function assertWhole(bytes: Buffer, mime: string): void {
  const end = endOf(bytes, mime);
  if (end < 0 || end > bytes.length) throw new Refusal('PHOTO_TRUNCATED');
  const tail = bytes.subarray(end);
  const isForeign =
    FOREIGN.some((signature) => bytes.includes(signature)) ||
    PROGRAMS.some((signature) => tail.subarray(0, signature.length).equals(signature)) ||
    tail.subarray(-ZIP_END_REACH).includes(ZIP_END);
  if (isForeign) throw new Refusal('PHOTO_NOT_A_PICTURE');
}

/** Offset behind the picture; -1 when its end is missing. */
function endOf(bytes: Buffer, mime: string): number {
  if (mime === 'image/jpeg') return jpegEnd(bytes);
  if (mime === 'image/png') return pngEnd(bytes);
  if (mime === 'image/webp') return bytes.length < 12 ? -1 : bytes.readUInt32LE(4) + 8;
  return bytes.length;
}

/** Steps over the segments up to the scan: a thumbnail inside EXIF has an end marker of its own. In scan data 0xFFD9 cannot occur. */
function jpegEnd(bytes: Buffer): number {
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff && bytes[at + 1] !== 0xda) at += 2 + bytes.readUInt16BE(at + 2);
  const end = bytes.indexOf(Buffer.from([0xff, 0xd9]), at);
  return end < 0 ? -1 : end + 2;
}

/** Steps over the chunks (length, type, data, checksum) up to IEND. */
function pngEnd(bytes: Buffer): number {
  let at = 8;
  while (at + 12 <= bytes.length) {
    const type = bytes.toString('latin1', at + 4, at + 8);
    at += 12 + bytes.readUInt32BE(at);
    if (type === 'IEND') return at;
  }
  return -1;
}
