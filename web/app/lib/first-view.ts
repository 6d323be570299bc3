import { useLayoutEffect } from 'react';

/** Removes the first view from the document once the page is ready, before the browser paints the page. */
export function useEndOfFirstView(isReady = true) {
  useLayoutEffect(() => {
    if (isReady) document.querySelector('first-view')?.remove();
  }, [isReady]);
}
