import { useSyncExternalStore } from 'react';

/**
 * The languages that lists show. Undefined means the languages that the reader chose. Queries then name no languages,
 * because this choice is the service's default. The server-rendered document contains the responses to these queries,
 * so the lists can show them at once.
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
