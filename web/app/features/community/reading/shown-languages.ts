import { useSyncExternalStore } from 'react';

/**
 * Undefined stands for the languages that the reader chose, which the service uses by default. The document sends the
 * same input in its first queries.
 */
type Shown = 'all' | undefined;

/** Kept only in memory: "show all" lasts for one visit, and the next one starts with the reader's languages again. */
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
