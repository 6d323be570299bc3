import type { ReadingLanguage } from '#contract/languages.ts';

/** A document that is printed as a PDF. Content that does not fit on a page continues on the next page. */
export interface PdfDocument {
  readonly language: ReadingLanguage;
  /** Name of the document, in the properties of the file and in the title bar of the PDF viewer. */
  readonly title: string;
  /** Printed small at the foot of each page, before the page number. */
  readonly footer: string;
  readonly made_at: Date;
  readonly blocks: readonly PdfBlock[];
}

export type PdfBlock =
  | { readonly kind: 'title' | 'text' | 'note'; readonly text: string }
  /**
   * `room_pt` is the height in points that must be free below the heading. Otherwise the heading moves to the next
   * page.
   */
  | { readonly kind: 'heading'; readonly text: string; readonly room_pt?: number }
  /** Two columns of lines for addresses. The first line of each column is its label. */
  | { readonly kind: 'sides'; readonly left: readonly string[]; readonly right: readonly string[] }
  /** Pairs of label and value, one pair per line. */
  | { readonly kind: 'facts'; readonly rows: readonly (readonly [string, string])[] }
  | PdfTable
  /** Images side by side with equal widths, each above its caption. All have the same aspect ratio. */
  | { readonly kind: 'pictures'; readonly pictures: readonly PdfPicture[] }
  /** JPEG or PNG image, as wide as the page or `height_pt` high, whichever gives the smaller image. */
  | { readonly kind: 'picture'; readonly bytes: Uint8Array; readonly height_pt: number };

export interface PdfPicture {
  readonly bytes: Uint8Array;
  readonly caption: string;
  /** Text printed over the foot of the image. */
  readonly mark?: string;
}

export interface PdfTable {
  readonly kind: 'table';
  /** If true, the rows are close together. This suits tables with many rows of one line. */
  readonly isDense?: boolean;
  /** `share` is the width relative to the other columns. Figures are aligned to the end of their column. */
  readonly columns: readonly { readonly label: string; readonly share: number; readonly isFigure?: boolean }[];
  readonly rows: readonly (readonly string[])[];
  /** Totals below a line, each with label and amount. The last total is the final sum. */
  readonly totals?: readonly (readonly [string, string])[];
}
