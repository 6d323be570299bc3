/** A row to draw, and the empty space before it in pixels. */
export interface RowInView {
  readonly index: number;
  readonly gap_px: number;
}

interface Item {
  readonly index: number;
  readonly start: number;
  readonly size: number;
}

/** Returns the indexes of the visible rows and of the rows that must stay, in order. */
export const withKept = (inSight: readonly number[], kept: readonly number[], count: number): number[] =>
  [...new Set([...inSight, ...kept.filter((index) => index >= 0 && index < count)])].sort((a, b) => a - b);

/**
 * Returns the rows, each with the height of the omitted rows before it, and the height of the omitted rows at the end.
 * `from` is the position at which the list starts, and `total_px` is the height of the whole list.
 */
export function layOut(items: readonly Item[], from: number, total_px: number) {
  let end = from;
  const rows: RowInView[] = [];
  for (const { index, start, size } of items) {
    rows.push({ index, gap_px: Math.max(0, start - end) });
    end = start + size;
  }
  return { rows, rest_px: Math.max(0, from + total_px - end) };
}
