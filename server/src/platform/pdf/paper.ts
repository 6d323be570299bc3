export const INK = '#221B18';
export const SOFT = '#6B5F58';
export const LINE = '#E9E1DA';

export const MARGIN_PT = 56;
/** Room for the foot of each page. */
export const BOTTOM_PT = 84;

export type Paper = PDFKit.PDFDocument;
/** Width between the margins, in points. */
export const widthOf = ({ page }: Paper): number => page.width - 2 * MARGIN_PT;

/** Goes to a new page when less than so many points are left on this one. */
export function keep(paper: Paper, height_pt: number): void {
  if (paper.y + height_pt > paper.page.height - BOTTOM_PT) paper.addPage();
}
