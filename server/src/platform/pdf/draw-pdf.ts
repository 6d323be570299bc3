import PDFDocument from 'pdfkit';
import { rightToLeft } from '#contract/languages.ts';
import { drawTable } from './draw-table.ts';
import type { PdfBlock, PdfDocument, PdfPicture } from './pdf.ts';
import { BOTTOM_PT, createSheet, INK, keep, MARGIN_PT, type Sheet, SOFT, widthOf } from './sheet.ts';
import { type Look, place, set, shifts, write } from './write.ts';

/**
 * Draws an A4 document for archiving (PDF/A-2b). It uses the fonts of the product, and Noto fonts for other scripts.
 * All fonts are embedded as subsets. Arabic letters are joined, and Arabic and Hebrew text runs from right to left. A
 * document in Arabic begins on the right. Throws if an image is neither JPEG nor PNG. A treatment plan with its images
 * takes half a second, so call this function in a worker thread (`renderPdf`).
 */
export async function drawPdf({ language, title, footer, made_at, blocks }: PdfDocument): Promise<Buffer> {
  const paper = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN_PT, bottom: BOTTOM_PT, left: MARGIN_PT, right: MARGIN_PT },
    // PDF/A requires that the file contains everything that is needed to draw it, including the colour profile.
    pdfVersion: '1.7',
    subset: 'PDF/A-2b',
    bufferPages: true,
    lang: language,
    displayTitle: true,
    info: { Title: title, Author: 'Flaira', CreationDate: made_at, ModDate: made_at },
  });
  escapeMetadata(paper);
  const bytes = collect(paper);
  const sheet = createSheet(paper, language, rightToLeft.includes(language));
  paragraph(sheet, 'Flaira', { style: 'display', size: 22 }, 32);
  for (const block of blocks) draw(sheet, block);
  numberPages(sheet, footer);
  paper.end();
  return bytes;
}

/**
 * Escapes the title. pdfkit writes it into the XML metadata without escaping. The types of pdfkit do not declare the
 * method that is replaced here.
 */
function escapeMetadata(paper: PDFKit.PDFDocument): void {
  const inner = paper as PDFKit.PDFDocument & { endMetadata(): void };
  const write = inner.endMetadata.bind(inner);
  inner.endMetadata = () => {
    inner.info.Title = (inner.info.Title ?? '').replace(/[&<>]/g, (sign) => `&#${sign.codePointAt(0)};`);
    write();
  };
}

/** Writes a text over the whole width, with space below it. */
function paragraph(sheet: Sheet, text: string, look: Look, below_pt: number): void {
  write(sheet, set(sheet, text, look, widthOf(sheet)), MARGIN_PT, widthOf(sheet));
  sheet.paper.y += below_pt;
}

function draw(sheet: Sheet, block: PdfBlock): void {
  const { paper } = sheet;
  paper.x = MARGIN_PT;
  switch (block.kind) {
    case 'title':
      return paragraph(sheet, block.text, { style: 'display', size: 26, gap: 2 }, 19);
    case 'heading':
      keep(sheet, block.room_pt ?? 60);
      paper.y += 6;
      return paragraph(sheet, block.text, { style: 'strong', size: 12 }, 6);
    case 'text':
      return paragraph(sheet, block.text, { size: 10.5, gap: 3 }, 9);
    case 'note':
      return paragraph(sheet, block.text, { size: 9, color: SOFT, gap: 2.5 }, 8);
    case 'sides':
      return drawSides(sheet, block.left, block.right);
    case 'facts':
      for (const row of block.rows) drawFact(sheet, row);
      paper.y += 10;
      return;
    case 'table':
      return drawTable(sheet, block);
    case 'pictures':
      return drawPictures(sheet, block.pictures);
    case 'picture':
      keep(sheet, block.height_pt);
      paper.image(asBuffer(block.bytes), { fit: [widthOf(sheet), block.height_pt] }).moveDown(0.7);
  }
}

const CAPTION_GAP_PT = 5;
const UNDER_CAPTION_PT = 8;
const BETWEEN_PT = 10;
const CAPTION: Look = { size: 9, color: SOFT };
const MARK: Look = { size: 7, color: '#ffffff' };
const MARK_PAD_PT = 4;

/**
 * Draws images in the given order, even in languages that are written from right to left. The photo before treatment is
 * on the left, as on the screen.
 */
function drawPictures(sheet: Sheet, pictures: readonly PdfPicture[]): void {
  const { paper } = sheet;
  const width = (widthOf(sheet) - BETWEEN_PT * (pictures.length - 1)) / Math.max(1, pictures.length);
  const opened = pictures.map(({ bytes, caption, mark }) => ({
    image: openImage(paper, bytes),
    caption: set(sheet, caption, CAPTION, width),
    mark,
  }));
  const height = Math.max(0, ...opened.map(({ image }) => (width * image.height) / image.width));
  const captions = Math.max(0, ...opened.map(({ caption }) => caption.height));
  const whole = height + CAPTION_GAP_PT + captions + UNDER_CAPTION_PT;
  keep(sheet, whole);
  const top = paper.y;
  opened.forEach(({ image, caption, mark }, index) => {
    const x = MARGIN_PT + index * (width + BETWEEN_PT);
    paper.image(image, x, top, { width });
    if (mark) drawMark(sheet, mark, { x, width, bottom: top + (width * image.height) / image.width });
    place(sheet, caption, x, top + height + CAPTION_GAP_PT, width);
  });
  paper.x = MARGIN_PT;
  paper.y = top + whole;
}

/** Draws words on a dark strip at the foot of an image. The words inside the image are too small to read on paper. */
function drawMark(
  sheet: Sheet,
  mark: string,
  { x, width, bottom }: { x: number; width: number; bottom: number },
): void {
  const inner = width - 2 * MARK_PAD_PT;
  const words = set(sheet, mark, MARK, inner);
  const height = words.height + 6;
  sheet.paper
    .rect(x, bottom - height, width, height)
    .fillOpacity(0.82)
    .fill(INK)
    .fillOpacity(1);
  place(sheet, words, x + MARK_PAD_PT, bottom - height + 3, inner, 'center');
}

/** Opens an image once, so that it can be drawn several times. The types of pdfkit do not declare this method. */
const openImage = (
  paper: Sheet['paper'],
  bytes: Uint8Array,
): { width: number; height: number } & PDFKit.Mixins.ImageSrc =>
  (
    paper as Sheet['paper'] & {
      openImage(bytes: Buffer): { width: number; height: number } & PDFKit.Mixins.ImageSrc;
    }
  ).openImage(asBuffer(bytes));

/** Turns bytes into a Buffer. A Buffer from another thread is a plain Uint8Array here. */
const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

const SIDES_GAP_PT = 24;

function drawSides(sheet: Sheet, left: readonly string[], right: readonly string[]): void {
  const { paper, isRightToLeft } = sheet;
  const top = paper.y;
  const width = (widthOf(sheet) - SIDES_GAP_PT) / 2;
  const sides = isRightToLeft ? [right, left] : [left, right];
  const labels = sides.map(([label = '']) => set(sheet, label, CAPTION, width));
  const texts = sides.map(([, ...lines]) => set(sheet, lines.join('\n'), { size: 10.5, gap: 3 }, width));
  const below = top + Math.max(...labels.map(({ height }) => height)) + 3;
  const bottoms = [0, 1].map((side) => {
    const x = MARGIN_PT + side * (width + SIDES_GAP_PT);
    const [label, text] = [labels[side], texts[side]];
    if (label) place(sheet, label, x, top + (shifts(labels)[side] ?? 0), width);
    return text ? place(sheet, text, x, below + (shifts(texts)[side] ?? 0), width) : below;
  });
  paper.y = Math.max(...bottoms) + 15;
  paper.x = MARGIN_PT;
}

const LABEL_PT = 150;
const FACT_GAP_PT = 12;

/** A value up to this height, in points, is never split at the end of a page. */
const WHOLE_PT = 160;

/** Draws a label and its value. */
function drawFact(sheet: Sheet, [label, value]: readonly [string, string]): void {
  const { paper, isRightToLeft } = sheet;
  const valueWidth = widthOf(sheet) - LABEL_PT - FACT_GAP_PT;
  const words = set(sheet, label, { size: 10.5, color: SOFT }, LABEL_PT);
  const said = set(sheet, value, { size: 10.5, gap: 1.5 }, valueWidth);
  keep(sheet, Math.min(said.height, WHOLE_PT));
  const top = paper.y;
  const page = paper.page;
  const [labelShift = 0, valueShift = 0] = shifts([words, said]);
  const labelX = isRightToLeft ? MARGIN_PT + valueWidth + FACT_GAP_PT : MARGIN_PT;
  const bottom = place(sheet, words, labelX, top + labelShift, LABEL_PT);
  paper.y = top + valueShift;
  write(sheet, said, isRightToLeft ? MARGIN_PT : MARGIN_PT + LABEL_PT + FACT_GAP_PT, valueWidth);
  paper.y = (paper.page === page ? Math.max(bottom, paper.y) : paper.y) + 3;
  paper.x = MARGIN_PT;
}

const NUMBER_PT = 60;
const FOOT: Look = { size: 8, color: SOFT };

function numberPages(sheet: Sheet, footer: string): void {
  const { paper, isRightToLeft } = sheet;
  const { start, count } = paper.bufferedPageRange();
  const width = widthOf(sheet);
  for (let index = 0; index < count; index++) {
    paper.switchToPage(start + index);
    const y = paper.page.height - 52;
    const words = set(sheet, footer, FOOT, width - NUMBER_PT);
    const number = set(sheet, `${index + 1} / ${count}`, FOOT, NUMBER_PT);
    place(sheet, words, MARGIN_PT + (isRightToLeft ? NUMBER_PT : 0), y, width - NUMBER_PT);
    place(sheet, number, MARGIN_PT + (isRightToLeft ? 0 : width - NUMBER_PT), y, NUMBER_PT, 'end');
  }
}

function collect(paper: Sheet['paper']): Promise<Buffer> {
  return new Promise((done, fail) => {
    const chunks: Buffer[] = [];
    paper.on('data', (chunk: Buffer) => chunks.push(chunk));
    paper.on('end', () => done(Buffer.concat(chunks)));
    paper.on('error', fail);
  });
}
