import type { ReadingLanguage } from '#contract/languages.ts';
import { readFont } from './read-font.ts';

export const INK = '#221B18';
export const SOFT = '#6B5F58';
export const LINE = '#E9E1DA';

export const MARGIN_PT = 56;
/** The height kept free for the foot of each page. */
export const BOTTOM_PT = 84;

/** Arabic fonts reserve height for stacks of marks that no sentence here has. Without a limit, their lines would be twice as high as others. */
const MOST_ABOVE = 1.12;
const MOST_BELOW = 0.46;

interface FontkitFont {
  hasGlyphForCodePoint(codePoint: number): boolean;
  readonly ascent: number;
  readonly descent: number;
  readonly unitsPerEm: number;
}

/** A document being drawn. Its fonts are opened when a character first needs one, and released with the document. */
export interface Sheet {
  readonly paper: PDFKit.PDFDocument;
  readonly language: ReadingLanguage;
  /** Columns begin on the right. */
  readonly isRightToLeft: boolean;
  /** Whether a font has a glyph for every character of a text. Opens it if needed. */
  hasAll(font: string, file: string, text: string): boolean;
  /** Widths of runs in parts of the font size. Measuring shapes a run, which takes as long as drawing it. */
  readonly widths: Map<string, number>;
  /** Height above and below the baseline in parts of the font size. */
  extent(font: string): { readonly above: number; readonly below: number };
}

export function createSheet(paper: PDFKit.PDFDocument, language: ReadingLanguage, isRightToLeft: boolean): Sheet {
  const opened = new Map<string, FontkitFont>();
  const open = (name: string, file: string): FontkitFont => {
    const found = opened.get(name);
    if (found) return found;
    paper.registerFont(name, readFont(file));
    // pdfkit stores the font it opened, but its types do not declare it.
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

/** Width between the margins, in points. */
export const widthOf = ({ paper: { page } }: Sheet): number => page.width - 2 * MARGIN_PT;

/** Starts a new page if fewer points than this are left on the current one. */
export function keep({ paper }: Sheet, height_pt: number): void {
  if (paper.y + height_pt > paper.page.height - BOTTOM_PT) paper.addPage();
}
