import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';

const WOFF = 0x774f4646;
const WOFF_HEAD = 44;
const WOFF_ENTRY = 20;
const HEAD = 12;
const ENTRY = 16;

/**
 * Reads a font file as TrueType or OpenType. fontkit can read WOFF too, but it would inflate the table of outlines
 * again for every glyph. That would take three quarters of the time for a page.
 */
export function readFont(file: string): Buffer {
  const bytes = readFileSync(file);
  return bytes.readUInt32BE(0) === WOFF ? unpacked(bytes) : bytes;
}

/**
 * Unpacks a WOFF file ("WOFF File Format 1.0", sections 3 to 5). Tables begin at multiples of four bytes in both
 * formats.
 */
function unpacked(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const font = Buffer.alloc(woff.readUInt32BE(16));
  woff.copy(font, 0, 4, 8);
  font.writeUInt16BE(count, 4);
  let offset = HEAD + count * ENTRY;
  for (let index = 0; index < count; index++) {
    const from = WOFF_HEAD + index * WOFF_ENTRY;
    const [start, packed, length, checksum] = [4, 8, 12, 16].map((at) => woff.readUInt32BE(from + at)) as [
      number,
      number,
      number,
      number,
    ];
    const table = woff.subarray(start, start + packed);
    (packed < length ? inflateSync(table) : table).copy(font, offset);
    const to = HEAD + index * ENTRY;
    woff.copy(font, to, from, from + 4);
    font.writeUInt32BE(checksum, to + 4);
    font.writeUInt32BE(offset, to + 8);
    font.writeUInt32BE(length, to + 12);
    offset += (length + 3) & ~3;
  }
  return font;
}
