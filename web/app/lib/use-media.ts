import { useCallback, useSyncExternalStore } from 'react';

/**
 * Returns whether a media condition is true now. During server rendering and hydration the result is false, because the
 * screen is not known. Use this hook if a part should load its data only when there is room for the part. For
 * differences in appearance, use CSS.
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
