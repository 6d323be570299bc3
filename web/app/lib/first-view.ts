import { useLayoutEffect } from 'react';

/** The page can show itself: what its document held until then makes room, before the next paint. */
export function useEndOfFirstView(isReady = true) {
  useLayoutEffect(() => {
    if (isReady) document.querySelector('first-view')?.remove();
  }, [isReady]);
}
