import { useLayoutEffect } from 'react';

/** The page is ready: removes the document's first view before the next paint. */
export function useEndOfFirstView(isReady = true) {
  useLayoutEffect(() => {
    if (isReady) document.querySelector('first-view')?.remove();
  }, [isReady]);
}
