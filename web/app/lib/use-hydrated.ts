import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** Returns false until a prerendered page reacts. Until then, buttons are disabled if they would discard typed text. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
