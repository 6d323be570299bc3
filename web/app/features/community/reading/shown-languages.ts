import { useSyncExternalStore } from 'react';

/**
 * Undefined means the languages that the reader chose, which the service uses by default. The document sends the same
 * input in its first queries.
 */
type Shown = 'all' | undefined;

/**
 * This is stored only in memory. "Show all" lasts for one visit, and the next visit starts with the reader's languages
 * again.
 */
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

/** Returns whether lists show all languages, or only those that the reader chose. */
export const useShownLanguages = (): Shown =>
  useSyncExternalStore(
    subscribe,
    () => shown,
    () => undefined,
  );
