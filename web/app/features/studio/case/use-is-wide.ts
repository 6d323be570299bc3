import { useSyncExternalStore } from 'react';

/** From here on the stage, the panel and the filmstrip have room beside each other. */
const WIDE = '(min-width: 1024px)';
const query = () => window.matchMedia(WIDE);

function subscribe(listener: () => void) {
  const list = query();
  list.addEventListener('change', listener);
  return () => list.removeEventListener('change', listener);
}

export const useIsWide = (): boolean => useSyncExternalStore(subscribe, () => query().matches);
