import { useCallback, useSyncExternalStore } from 'react';

/**
 * Returns whether a media condition is true now. The result is false on the service, which does not know the screen.
 * Use this hook if a part should load its data only when there is room for the part. For differences in appearance, use
 * CSS.
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
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(condition).matches,
    () => false,
  );
}
