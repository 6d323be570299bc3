import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';

/**
 * Moves the focus after a change that removes or disables the focused element. `focusNext` names elements by their `data-at`, the best first. The first one
 * that exists and is enabled receives the focus once the change is drawn.
 */
export function useKeptFocus(container: RefObject<HTMLElement | null>) {
  const wanted = useRef<readonly string[]>([]);
  useLayoutEffect(() => {
    const names = wanted.current;
    if (names.length === 0) return;
    wanted.current = [];
    for (const name of names) {
      const found = container.current?.querySelector<HTMLElement>(`[data-at="${name}"]`);
      if (found && !found.matches(':disabled')) return found.focus();
    }
  });
  return useCallback((...names: string[]) => {
    wanted.current = names;
  }, []);
}
