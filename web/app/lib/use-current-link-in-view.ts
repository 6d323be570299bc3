import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Scrolls the current link of a row of links into view after each navigation. On a phone such a row is wider than the
 * screen.
 *
 * @param isLoaded whether the links are complete. When it changes, the current link may have moved.
 */
export function useCurrentLinkInView<Row extends HTMLElement>(isLoaded = true): RefObject<Row | null> {
  const row = useRef<Row>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    row.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname, isLoaded]);
  return row;
}
