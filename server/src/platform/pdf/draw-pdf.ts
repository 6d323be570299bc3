import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import { drawTable } from './draw-table.ts';
import { BOTTOM_PT, INK, keep, MARGIN_PT, type Paper, SOFT, widthOf } from './paper.ts';
import type { PdfBlock, PdfDocument, PdfPicture } from './pdf.ts';

const { resolve } = createRequire(import.meta.url);
// WOFF, not WOFF2: the subsetter cannot read the transformed outlines of the latter.
const inter = (weight: number) => resolve(`@fontsource/inter/files/inter-latin-${weight}-normal.woff`);
const fonts = {
  text: inter(400),
  strong: inter(600),
  display: resolve('@fontsource/fraunces/files/fraunces-latin-400-normal.woff'),
} as const;

/**
 * An A4 document in the type of the house, fonts embedded. Latin letters with every accent of French; a letter that the fonts do not have is left
 * blank. Throws for a picture that is neither JPEG nor PNG. A plan with its pictures takes half a second: for worker threads (`renderPdf`).
 */
export async function drawPdf({ language, title, footer, made_at, blocks }: PdfDocument): Promise<Buffer> {
  const paper = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN_PT, bottom: BOTTOM_PT, left: MARGIN_PT, right: MARGIN_PT },
    bufferPages: true,
    lang: language,
    displayTitle: true,
    info: { Title: title, Author: 'Flaira', CreationDate: made_at, ModDate: made_at },
  });
  const bytes = collect(paper);
  for (const [name, path] of Object.entries(fonts)) paper.registerFont(name, path);
  paper.font('display').fontSize(22).fillColor(INK).text('Flaira').moveDown(1.2);
  for (const block of blocks) draw(paper, printable(block));
  numberPages(paper, printable(footer));
  paper.end();
  return bytes;
}

/** The fonts have no narrow space, which French sets before ; ! and ? and in large numbers: the usual one stands for it. */
function printable<T>(value: T): T {
  if (typeof value === 'string') return value.replaceAll('\u202f', '\u00a0') as T;
  if (Array.isArray(value)) return value.map(printable) as T;
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, printable(part)])) as T;
}

function draw(paper: Paper, block: PdfBlock): void {
  paper.x = MARGIN_PT;
  switch (block.kind) {
    case 'title':
      paper.font('display').fontSize(26).fillColor(INK).text(block.text, { lineGap: 2 }).moveDown(0.6);
      return;
    case 'heading':
      keep(paper, block.room_pt ?? 60);
      paper.moveDown(0.4).font('strong').fontSize(12).fillColor(INK).text(block.text).moveDown(0.4);
      return;
    case 'text':
      paper.font('text').fontSize(10.5).fillColor(INK).text(block.text, { lineGap: 3 }).moveDown(0.7);
      return;
    case 'note':
      paper.font('text').fontSize(9).fillColor(SOFT).text(block.text, { lineGap: 2.5 }).moveDown(0.7);
      return;
    case 'sides':
      return drawSides(paper, block.left, block.right);
    case 'facts':
      for (const row of block.rows) drawFact(paper, row);
      paper.moveDown(0.8);
      return;
    case 'table':
      return drawTable(paper, block);
    case 'pictures':
      return drawPictures(paper, block.pictures);
    case 'picture':
      keep(paper, block.height_pt);
      paper.image(asBuffer(block.bytes), { fit: [widthOf(paper), block.height_pt] }).moveDown(0.7);
  }
}

const CAPTION_GAP_PT = 5;
const UNDER_CAPTION_PT = 8;
const BETWEEN_PT = 10;
const MARK_PT = 7;

function drawPictures(paper: Paper, pictures: readonly PdfPicture[]): void {
  const width = (widthOf(paper) - BETWEEN_PT * (pictures.length - 1)) / Math.max(1, pictures.length);
  const opened = pictures.map(({ bytes, ...words }) => ({ image: openImage(paper, bytes), ...words }));
  const height = Math.max(0, ...opened.map(({ image }) => (width * image.height) / image.width));
  paper.font('text').fontSize(9);
  const caption = Math.max(0, ...opened.map((each) => paper.heightOfString(each.caption, { width })));
  const whole = height + CAPTION_GAP_PT + caption + UNDER_CAPTION_PT;
  keep(paper, whole);
  const top = paper.y;
  opened.forEach(({ image, caption: words, mark }, index) => {
    const x = MARGIN_PT + index * (width + BETWEEN_PT);
    paper.image(image, x, top, { width });
    if (mark) drawMark(paper, mark, { x, width, bottom: top + (width * image.height) / image.width });
    paper
      .font('text')
      .fontSize(9)
      .fillColor(SOFT)
      .text(words, x, top + height + CAPTION_GAP_PT, { width });
  });
  paper.x = MARGIN_PT;
  paper.y = top + whole;
}

/** Words on a dark strip at the foot of a picture. The words burned into the picture are too small to read on paper. */
function drawMark(
  paper: Paper,
  mark: string,
  { x, width, bottom }: { x: number; width: number; bottom: number },
): void {
  paper.font('text').fontSize(MARK_PT);
  const height = paper.heightOfString(mark, { width: width - 8 }) + 6;
  paper
    .rect(x, bottom - height, width, height)
    .fillOpacity(0.82)
    .fill(INK)
    .fillOpacity(1);
  paper.fillColor('#ffffff').text(mark, x + 4, bottom - height + 3, { width: width - 8, align: 'center' });
}

/** pdfkit opens a picture once and may draw it often; its types do not say so. */
const openImage = (paper: Paper, bytes: Uint8Array): { width: number; height: number } & PDFKit.Mixins.ImageSrc =>
  (paper as Paper & { openImage(bytes: Buffer): { width: number; height: number } & PDFKit.Mixins.ImageSrc }).openImage(
    asBuffer(bytes),
  );

/** What comes from another thread is no Buffer any more. */
const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

function drawSides(paper: Paper, left: readonly string[], right: readonly string[]): void {
  const top = paper.y;
  const width = widthOf(paper) / 2 - 12;
  const bottoms = [left, right].map(([label = '', ...lines], side) => {
    const x = MARGIN_PT + side * (width + 24);
    paper.font('text').fontSize(9).fillColor(SOFT).text(label, x, top, { width }).moveDown(0.3);
    paper.fontSize(10.5).fillColor(INK).text(lines.join('\n'), { width, lineGap: 3 });
    return paper.y;
  });
  paper.y = Math.max(...bottoms);
  paper.x = MARGIN_PT;
  paper.moveDown(1.2);
}

function drawFact(paper: Paper, [label, value]: readonly [string, string]): void {
  keep(paper, 20);
  const top = paper.y;
  const labelWidth = 150;
  paper.font('text').fontSize(10.5).fillColor(SOFT).text(label, MARGIN_PT, top, { width: labelWidth });
  const bottom = paper.y;
  paper.fillColor(INK).text(value, MARGIN_PT + labelWidth + 12, top, { width: widthOf(paper) - labelWidth - 12 });
  paper.y = Math.max(bottom, paper.y) + 3;
  paper.x = MARGIN_PT;
}

function numberPages(paper: Paper, footer: string): void {
  const { start, count } = paper.bufferedPageRange();
  for (let index = 0; index < count; index++) {
    paper.switchToPage(start + index);
    // The foot lies below the margin, where text would begin a new page.
    paper.page.margins.bottom = 0;
    const y = paper.page.height - 52;
    paper.font('text').fontSize(8).fillColor(SOFT);
    paper.text(footer, MARGIN_PT, y, { width: widthOf(paper) - 60 });
    paper.text(`${index + 1} / ${count}`, MARGIN_PT, y, { width: widthOf(paper), align: 'right' });
  }
}

function collect(paper: Paper): Promise<Buffer> {
  return new Promise((done, fail) => {
    const chunks: Buffer[] = [];
    paper.on('data', (chunk: Buffer) => chunks.push(chunk));
    paper.on('end', () => done(Buffer.concat(chunks)));
    paper.on('error', fail);
  });
}
