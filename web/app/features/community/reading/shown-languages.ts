import { useSyncExternalStore } from 'react';

/**
 * The languages that lists show. Undefined means those that the reader chose, which is the service's default. The
 * queries that the service answers in the document also name no languages, so lists find these answers.
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

/** Returns whether lists show all languages, or only those that the reader chose. */
export const useShownLanguages = (): Shown =>
  useSyncExternalStore(
    subscribe,
    () => shown,
    () => undefined,
  );
