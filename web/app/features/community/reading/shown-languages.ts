import { useSyncExternalStore } from 'react';

/**
 * The languages that lists show. Undefined means the languages that the reader chose. Queries then name no languages,
 * because this choice is the service's default. The document contains the responses to such queries, so the lists find
 * them.
 */
type Shown = 'all' | undefined;

/**
 * The current value, which is stored only in memory. "Show all" therefore applies to one visit. The next visit starts
 * with the reader's languages again.
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

/** Returns 'all' if lists show all languages, or undefined if they show only those that the reader chose. */
export const useShownLanguages = (): Shown =>
  useSyncExternalStore(
    subscribe,
    () => shown,
    () => undefined,
  );
