import { defaultRangeExtractor, type Range, useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';

interface Options {
  count: number;
  /**
   * Returns the key of a row. Measured heights are stored by this key, so that they remain valid after a change of the
   * list.
   */
  keyOf: (index: number) => string;
  /** The assumed height in pixels of a row that is not rendered yet. */
  usual_px: number;
  /** The element that scrolls the rows. Null means that the window scrolls. */
  scroller: RefObject<HTMLElement | null> | null;
  /** The element that contains the rows. */
  body: RefObject<HTMLElement | null>;
  /** The indexes of rows that are always rendered, so that the focused row stays in the page. */
  kept: readonly number[];
}

/** The number of rows that are rendered above and below the visible rows. */
const SPARE = 8;

/**
 * Returns the visible rows of a long list, and some rows above and below them. The heights of rendered rows are
 * measured.
 */
export function useRowsInView({ count, keyOf, usual_px, scroller, body, kept }: Options) {
  const [scrollMargin, setScrollMargin] = useState(0);
  const keptKey = kept.join() || '-1';
  const rangeExtractor = useCallback(
    (range: Range) => withKept(defaultRangeExtractor(range), keptKey.split(',').map(Number), range.count),
    [keptKey],
  );
  const shared = {
    count,
    getItemKey: keyOf,
    estimateSize: () => usual_px,
    overscan: SPARE,
    scrollMargin,
    rangeExtractor,
  };
  // oxlint-disable-next-line react/incompatible-library -- no value that it returns is kept between renders
  const inElement = useVirtualizer({
    ...shared,
    enabled: scroller !== null,
    getScrollElement: () => scroller?.current ?? null,
  });
  const inWindow = useWindowVirtualizer({ ...shared, enabled: scroller === null });
  const virtualizer = scroller ? inElement : inWindow;

  useLayoutEffect(() => {
    const top = body.current?.getBoundingClientRect().top ?? 0;
    const outer = scroller?.current;
    const start = outer ? top - outer.getBoundingClientRect().top + outer.scrollTop : top + scrollY;
    setScrollMargin(Math.round(start));
  }, [scroller, body]);

  return {
    ...layOut(virtualizer.getVirtualItems(), scrollMargin, virtualizer.getTotalSize()),
    measure: virtualizer.measureElement,
    /** The index of the last visible row. */
    last: virtualizer.range?.endIndex ?? -1,
  };
}

/** A row to render. `gap_px` is the height of the empty space above the row. */
interface RowInView {
  readonly index: number;
  readonly gap_px: number;
}

interface Item {
  readonly index: number;
  readonly start: number;
  readonly size: number;
}

/** Returns the indexes of the visible rows, and of the rows that must stay rendered. They are sorted. */
export const withKept = (inSight: readonly number[], kept: readonly number[], count: number): number[] =>
  [...new Set([...inSight, ...kept.filter((index) => index >= 0 && index < count)])].sort((a, b) => a - b);

/**
 * Returns the rows to render and the empty space around them. The `gap_px` of a row is the height of the omitted rows
 * directly above it. `rest_px` is the height of the omitted rows at the end. `from` is the position at which the list
 * starts, and `total_px` is the height of the whole list.
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
