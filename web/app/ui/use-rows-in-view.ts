import { defaultRangeExtractor, type Range, useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';
import { layOut, withKept } from './rows-in-view.ts';

interface Options {
  count: number;
  /** The key of a row, so that its height is known again when the list changes. */
  keyOf: (index: number) => string;
  /** Height in pixels of a row that is not rendered yet. */
  usual_px: number;
  /** The scrolling element; null: the window. */
  scroller: RefObject<HTMLElement | null> | null;
  /** The element that contains the rows. */
  body: RefObject<HTMLElement | null>;
  /** Rows that are always rendered, so that the focused one stays in the page. */
  kept: readonly number[];
}

/** Rows rendered above and below those in view. */
const SPARE = 8;

/** The rows of a long list that are in view, and some around them. Their heights are measured. */
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
    /** The last row in view. */
    last: virtualizer.range?.endIndex ?? -1,
  };
}
