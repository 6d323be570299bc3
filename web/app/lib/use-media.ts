import { useCallback, useSyncExternalStore } from 'react';

/**
 * Whether a media condition is true now. Use it for parts whose data is not loaded if there is no room for them. For
 * differences in appearance only, use CSS.
 */
export function useMedia(condition: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(condition);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [condition],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(condition).matches);
}
