import { useLayoutEffect } from 'react';

/** Removes the first view, which the document contains, before the next paint after the page is ready. */
export function useEndOfFirstView(isReady = true) {
  useLayoutEffect(() => {
    if (isReady) document.querySelector('first-view')?.remove();
  }, [isReady]);
}
