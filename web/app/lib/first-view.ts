import { useLayoutEffect } from 'react';

/** Removes the document's first view before the next paint, once the page is ready. */
export function useEndOfFirstView(isReady = true) {
  useLayoutEffect(() => {
    if (isReady) document.querySelector('first-view')?.remove();
  }, [isReady]);
}
