/**
 * A range of time. The unit is milliseconds since 1970 unless another unit is named. The range includes `from` and
 * excludes `to`.
 */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Returns the ranges sorted and without overlaps. Ranges that touch are joined, and empty ranges are left out. */
export function union(ranges: readonly Range[]): Range[] {
  const sorted = ranges.filter(({ from, to }) => from < to).sort((a, b) => a.from - b.from);
  const joined: { from: number; to: number }[] = [];
  for (const { from, to } of sorted) {
    const last = joined.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  return joined;
}

/**
 * Removes the ranges in `gone` from `ranges`. Both lists must be sorted and without overlaps. Empty ranges are left
 * out.
 */
export function without(ranges: readonly Range[], gone: readonly Range[]): Range[] {
  const left: Range[] = [];
  let next = 0;
  for (const { from, to } of ranges) {
    let at = from;
    while ((gone[next]?.to ?? Number.POSITIVE_INFINITY) <= at) next++;
    for (let seen = next; at < to; seen++) {
      const hole = gone[seen];
      if (!hole || hole.from >= to) {
        left.push({ from: at, to });
        break;
      }
      if (hole.from > at) left.push({ from: at, to: hole.from });
      at = hole.to;
    }
  }
  return left;
}

/** Returns the parts that are in both lists. Both lists must be sorted and without overlaps. */
export function common(ranges: readonly Range[], others: readonly Range[]): Range[] {
  return without(ranges, without(ranges, others));
}
