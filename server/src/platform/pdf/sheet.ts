import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import type { ReadingLanguage } from '#contract/languages.ts';

export const INK = '#221B18';
export const SOFT = '#6B5F58';
export const LINE = '#E9E1DA';

export const MARGIN_PT = 56;
/** Height reserved for the foot of each page, in points. */
export const BOTTOM_PT = 84;

/**
 * Limits for the height of a line above and below its baseline, as multiples of the font size. Arabic fonts reserve
 * height for stacked marks that our texts do not contain. Without a limit, Arabic lines would be twice as high as
 * others.
 */
const MOST_ABOVE = 1.12;
const MOST_BELOW = 0.46;

interface FontkitFont {
  hasGlyphForCodePoint(codePoint: number): boolean;
  readonly ascent: number;
  readonly descent: number;
  readonly unitsPerEm: number;
}

/**
 * A document that is being drawn. A font is opened when the first character needs it, and released with the document.
 */
export interface Sheet {
  readonly paper: PDFKit.PDFDocument;
  readonly language: ReadingLanguage;
  /** True if columns begin on the right. */
  readonly isRightToLeft: boolean;
  /** Returns whether a font has a glyph for every character of a text. Opens the font if needed. */
  hasAll(font: string, file: string, text: string): boolean;
  /**
   * Widths of runs as multiples of the font size. They are stored because measuring a run takes as long as drawing it.
   */
  readonly widths: Map<string, number>;
  /** Returns the height of a line above and below its baseline, as multiples of the font size. */
  extent(font: string): { readonly above: number; readonly below: number };
}

export function createSheet(paper: PDFKit.PDFDocument, language: ReadingLanguage, isRightToLeft: boolean): Sheet {
  const opened = new Map<string, FontkitFont>();
  const open = (name: string, file: string): FontkitFont => {
    const found = opened.get(name);
    if (found) return found;
    paper.registerFont(name, readFont(file));
    // pdfkit stores the font that it opened, but its types do not declare the property.
    const { font } = (paper.font(name) as unknown as { _font: { font: FontkitFont } })._font;
    opened.set(name, font);
    return font;
  };
  return {
    paper,
    language,
    isRightToLeft,
    widths: new Map(),
    hasAll(name, file, text) {
      const font = open(name, file);
      return [...text].every((one) => font.hasGlyphForCodePoint(one.codePointAt(0) ?? 0));
    },
    extent(name) {
      const font = opened.get(name);
      if (!font) throw new Error(`${name} was not opened`);
      return {
        above: Math.min(MOST_ABOVE, font.ascent / font.unitsPerEm),
        below: Math.min(MOST_BELOW, -font.descent / font.unitsPerEm),
      };
    },
  };
}

/** Returns the width between the margins, in points. */
export const widthOf = ({ paper: { page } }: Sheet): number => page.width - 2 * MARGIN_PT;

/** Starts a new page if the current page has less than this height left, in points. */
export function keep({ paper }: Sheet, height_pt: number): void {
  if (paper.y + height_pt > paper.page.height - BOTTOM_PT) paper.addPage();
}

const WOFF = 0x774f4646;
const WOFF_HEAD = 44;
const WOFF_ENTRY = 20;
const HEAD = 12;
const ENTRY = 16;

/**
 * Reads a font file as TrueType or OpenType. fontkit can read WOFF too, but it would inflate the table of outlines
 * again for every glyph. Inflating would then take three quarters of the time for a page.
 */
function readFont(file: string): Buffer {
  const bytes = readFileSync(file);
  return bytes.readUInt32BE(0) === WOFF ? unpacked(bytes) : bytes;
}

/**
 * Unpacks a WOFF file ("WOFF File Format 1.0", sections 3 to 5). Tables begin at multiples of four bytes in WOFF and in
 * the returned font.
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
