import type { PdfTable } from './pdf.ts';
import { INK, keep, LINE, MARGIN_PT, SOFT, type Sheet, widthOf } from './sheet.ts';
import { type Look, place, set, shifts } from './write.ts';

const ROW_PAD_PT = 7;
const DENSE_PAD_PT = 3.5;
const GAP_PT = 12;

/**
 * Draws a table of text. A row is never split across pages. In languages that are written from right to left, the first
 * column is on the right.
 */
export function drawTable(sheet: Sheet, { columns, rows, totals = [], isDense }: PdfTable): void {
  const { paper, isRightToLeft } = sheet;
  const pad = isDense ? DENSE_PAD_PT : ROW_PAD_PT;
  const all = columns.reduce((sum, { share }) => sum + share, 0);
  const widths = columns.map(({ share }) => (widthOf(sheet) * share) / all);
  const cells = (texts: readonly string[], look: Look): void => {
    const blocks = texts.map((text, index) => set(sheet, text, look, (widths[index] ?? 0) - GAP_PT));
    const lower = shifts(blocks);
    const height = Math.max(...blocks.map((block, index) => block.height + (lower[index] ?? 0)));
    keep(sheet, height + 2 * pad);
    const top = paper.y;
    let before = 0;
    blocks.forEach((block, index) => {
      const width = widths[index] ?? 0;
      const isFigure = columns[index]?.isFigure ?? false;
      // Numbers are aligned to the end of their column, and texts to its start.
      const near = isFigure ? before + GAP_PT : before;
      const x = isRightToLeft ? MARGIN_PT + widthOf(sheet) - near - (width - GAP_PT) : MARGIN_PT + near;
      place(sheet, block, x, top + (lower[index] ?? 0), width - GAP_PT, isFigure ? 'end' : 'start');
      before += width;
    });
    paper.y = top + height;
  };
  const line = (color: string): void => {
    paper.y += pad;
    paper
      .moveTo(MARGIN_PT, paper.y)
      .lineTo(MARGIN_PT + widthOf(sheet), paper.y)
      .lineWidth(0.75)
      .strokeColor(color)
      .stroke();
    paper.y += pad;
  };

  cells(
    columns.map(({ label }) => label),
    { size: 9, color: SOFT, gap: 2 },
  );
  line(INK);
  for (const row of rows) {
    cells(row, { size: 10.5, gap: 2 });
    line(LINE);
  }
  for (const [index, total] of totals.entries()) drawTotal(sheet, total, index === totals.length - 1);
  paper.x = MARGIN_PT;
  paper.y += 12;
}

function drawTotal(sheet: Sheet, [label, figure]: readonly [string, string], isSum: boolean): void {
  keep(sheet, 30);
  const { paper, isRightToLeft } = sheet;
  const look: Look = isSum ? { style: 'strong', size: 12 } : { size: 10.5 };
  const [labelWidth, figureWidth] = [widthOf(sheet) * 0.7, widthOf(sheet) * 0.3];
  const top = paper.y;
  const labelX = MARGIN_PT + (isRightToLeft ? figureWidth : 0);
  const figureX = MARGIN_PT + (isRightToLeft ? 0 : labelWidth);
  const bottom = place(sheet, set(sheet, label, look, labelWidth), labelX, top, labelWidth, 'end');
  place(sheet, set(sheet, figure, look, figureWidth), figureX, top, figureWidth, 'end');
  paper.y = bottom + 5;
}
