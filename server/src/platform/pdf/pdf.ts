import type { ReadingLanguage } from '#contract/languages.ts';

/** One of our documents, from top to bottom. Content that does not fit continues on the next page. */
export interface PdfDocument {
  readonly language: ReadingLanguage;
  /** Name of the document, in its properties and in the window of its reader. */
  readonly title: string;
  /** Printed small at the foot of each page, before its number. */
  readonly footer: string;
  readonly made_at: Date;
  readonly blocks: readonly PdfBlock[];
}

export type PdfBlock =
  | { readonly kind: 'title' | 'text' | 'note'; readonly text: string }
  /** `room_pt`: moves to a new page together with the next block if that does not fit on this one. */
  | { readonly kind: 'heading'; readonly text: string; readonly room_pt?: number }
  /** Two columns of lines, for addresses. The first line of each is its label. */
  | { readonly kind: 'sides'; readonly left: readonly string[]; readonly right: readonly string[] }
  /** Label and value, one pair per line. */
  | { readonly kind: 'facts'; readonly rows: readonly (readonly [string, string])[] }
  | PdfTable
  /** Pictures side by side in equal parts of the width, each above its caption. All have the same shape. */
  | { readonly kind: 'pictures'; readonly pictures: readonly PdfPicture[] }
  /** JPEG or PNG, as wide as the page or `height_pt` high, whichever is smaller. */
  | { readonly kind: 'picture'; readonly bytes: Uint8Array; readonly height_pt: number };

export interface PdfPicture {
  readonly bytes: Uint8Array;
  readonly caption: string;
  /** Printed over the foot of the picture. */
  readonly mark?: string;
}

export interface PdfTable {
  readonly kind: 'table';
  /** Rows close together, for many rows of one line. */
  readonly isDense?: boolean;
  /** `share` of the width; figures are aligned on the right. */
  readonly columns: readonly { readonly label: string; readonly share: number; readonly isFigure?: boolean }[];
  readonly rows: readonly (readonly string[])[];
  /** Totals below a rule, each with label and amount; the last one is the final sum. */
  readonly totals?: readonly (readonly [string, string])[];
}
