import { useEffect, useLayoutEffect, useRef } from 'react';

/** Dialogs that are open or on their way, the uppermost last. */
const open: object[] = [];

export const isDialogOpen = (): boolean => open.length > 0;

const hasOwnKeys = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('dialog, [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]') !== null;

/**
 * Closes the uppermost dialog on Escape while the focus is not in it: while its code is on its way, and for the moment
 * after it was drawn, in which the page behind it has lost the focus already. If the focus is in the dialog, it closes
 * without this hook.
 */
export function useEscapeAnywhere(onEscape: () => void): void {
  const newest = useRef(onEscape);
  useEffect(() => void (newest.current = onEscape));
  // Before the dialog is painted: the next key may come at once.
  useLayoutEffect(() => {
    const self = {};
    open.push(self);
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
      if (open.at(-1) !== self || hasOwnKeys(event.target)) return;
      event.preventDefault();
      // The screen behind handles Escape too.
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
