import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Parts of the page above the element load later and move it. For this many milliseconds the page scrolls to the
 * element again whenever the size of the page changes.
 */
const settling_ms = 3_000;

/**
 * Returns a ref to the element with the id `place`. If a link leads to this element, the element gets the focus, so its
 * `tabIndex` must be -1. The page scrolls to it, and again whenever the size of the page changes, until the person acts
 * or `settling_ms` is over.
 */
export function useArrival(place: string) {
  const location = useLocation();
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    if (location.hash !== `#${place}`) return;
    const arrive = () => {
      const { current } = element;
      current?.scrollIntoView({ block: 'start', behavior: 'instant' });
      // An element that is still hidden cannot get the focus, so each change of size tries again.
      if (!current?.contains(document.activeElement)) current?.focus({ preventScroll: true });
    };
    const changes = new ResizeObserver(arrive);
    // The observer also calls `arrive` once at the start.
    changes.observe(document.body);
    const end = new AbortController();
    const stop = () => {
      changes.disconnect();
      end.abort();
    };
    for (const act of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
      addEventListener(act, stop, { signal: end.signal, passive: true });
    setTimeout(stop, settling_ms);
    return stop;
  }, [location, place]);
  return element;
}
