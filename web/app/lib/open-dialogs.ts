import { useEffect, useLayoutEffect, useRef } from 'react';

/** The dialogs that are open or loading. The uppermost one is last. */
const open: object[] = [];

export const isDialogOpen = (): boolean => open.length > 0;

const hasOwnKeys = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('dialog, [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]') !== null;

/**
 * Closes the uppermost dialog on Escape if the focus is not in it. The focus is elsewhere while the code of the dialog
 * loads, and just after the dialog was rendered. If the focus is in the dialog, the dialog closes without this hook.
 */
export function useEscapeAnywhere(onEscape: () => void): void {
  const newest = useRef(onEscape);
  useEffect(() => void (newest.current = onEscape));
  // The listener is added before the dialog is painted, because the next key may be pressed at once.
  useLayoutEffect(() => {
    const self = {};
    open.push(self);
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
      if (open.at(-1) !== self || hasOwnKeys(event.target)) return;
      event.preventDefault();
      // The event stops here. The screen behind the dialog would otherwise also handle Escape.
      event.stopPropagation();
      newest.current();
    };
    document.addEventListener('keydown', onKey, true);
    return () => {
      open.splice(open.indexOf(self), 1);
      document.removeEventListener('keydown', onKey, true);
    };
  }, []);
}
