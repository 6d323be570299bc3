import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * Returns whether a prerendered page already reacts to input. Until it does, buttons that would discard typed text are
 * disabled.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
