import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False on the prerendered page until it reacts: whoever is faster than the script finds no button that throws away what they typed. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
