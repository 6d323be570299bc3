import type { PdfTable } from './pdf.ts';
import { INK, keep, LINE, type Paper, SOFT, widthOf } from './paper.ts';

const ROW_PAD_PT = 7;
const DENSE_PAD_PT = 3.5;
const GAP_PT = 12;

/** A table of text; a row is never parted by the end of a page. */
export function drawTable(paper: Paper, { columns, rows, totals = [], isDense }: PdfTable): void {
  const left = paper.x;
  const all = columns.reduce((sum, { share }) => sum + share, 0);
  const widths = columns.map(({ share }) => (widthOf(paper) * share) / all);
  const cells = (texts: readonly string[]): void => {
    const top = paper.y;
    const height = Math.max(
      ...texts.map((text, index) => paper.heightOfString(text, { width: (widths[index] ?? 0) - GAP_PT, lineGap: 2 })),
    );
    let x = left;
    texts.forEach((text, index) => {
      const width = widths[index] ?? 0;
      const isFigure = columns[index]?.isFigure ?? false;
      paper.text(text, isFigure ? x + GAP_PT : x, top, {
        width: width - GAP_PT,
        align: isFigure ? 'right' : 'left',
        lineGap: 2,
      });
      x += width;
    });
    paper.y = top + height;
  };
  const pad = isDense ? DENSE_PAD_PT : ROW_PAD_PT;
  const line = (color: string): void => {
    paper.y += pad;
    paper
      .moveTo(left, paper.y)
      .lineTo(left + widthOf(paper), paper.y)
      .lineWidth(0.75)
      .strokeColor(color)
      .stroke();
    paper.y += pad;
  };

  paper.font('text').fontSize(9).fillColor(SOFT);
  cells(columns.map(({ label }) => label));
  line(INK);
  for (const row of rows) {
    keep(paper, 2 * pad + 34);
    paper.font('text').fontSize(10.5).fillColor(INK);
    cells(row);
    line(LINE);
  }
  for (const [index, [label, figure]] of totals.entries()) {
    keep(paper, 30);
    const isSum = index === totals.length - 1;
    const top = paper.y;
    paper
      .font(isSum ? 'strong' : 'text')
      .fontSize(isSum ? 12 : 10.5)
      .fillColor(INK);
    paper.text(label, left, top, { width: widthOf(paper) * 0.7, align: 'right' });
    paper.text(figure, left + widthOf(paper) * 0.7, top, { width: widthOf(paper) * 0.3, align: 'right' });
    paper.y += 5;
  }
  paper.x = left;
  paper.moveDown(1);
}
