import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media condition holds now, for what is not even asked for where it has no room. What only looks different is a matter of styles. */
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
