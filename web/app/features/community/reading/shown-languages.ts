import { useSyncExternalStore } from 'react';

/**
 * Undefined: the languages that the reader chose, which the service uses by default. The document asks its first
 * questions in the same words.
 */
type Shown = 'all' | undefined;

/** In memory only: everything is shown for one visit, and a new one begins with the reader's languages again. */
let shown: Shown;
const listeners = new Set<() => void>();

export function showLanguages(now: Shown): void {
  shown = now;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Whether lists show the languages that the reader chose, or all. */
export const useShownLanguages = (): Shown =>
  useSyncExternalStore(
    subscribe,
    () => shown,
    () => undefined,
  );
