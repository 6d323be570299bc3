import { useCallback, useSyncExternalStore } from 'react';

/**
 * Whether a media condition is true now. The service does not know the screen, so there it is false. Use it for a part whose data is not loaded if there is no room for the part.
 * For mere differences in appearance, use CSS.
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
