import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect } from 'react';

const hold = (frame: RefObject<HTMLElement | null>) => frame.current?.setAttribute('data-hold', '');
const letGo = (frame: RefObject<HTMLElement | null>) => frame.current?.removeAttribute('data-hold');

/**
 * Returns handlers for a button that shows the untreated photo while it is pressed with a finger, the mouse or a key.
 */
export function holdHandlers(frame: RefObject<HTMLElement | null>) {
  const isPress = ({ key }: { key: string }) => key === ' ' || key === 'Enter';
  return {
    onPointerDown: () => hold(frame),
    onPointerUp: () => letGo(frame),
    onPointerCancel: () => letGo(frame),
    onPointerLeave: () => letGo(frame),
    onBlur: () => letGo(frame),
    onKeyDown: (event: KeyboardEvent) => isPress(event) && hold(frame),
    onKeyUp: (event: KeyboardEvent) => isPress(event) && letGo(frame),
    // A long press must not open a menu.
    onContextMenu: (event: MouseEvent) => event.preventDefault(),
  };
}

/** Shows the untreated photo while Space is pressed. On a button or in a field, Space keeps its usual effect. */
export function useHold(frame: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const isFree = (target: EventTarget | null) =>
      !(target instanceof HTMLElement) ||
      !target.closest('button, a, summary, textarea, select, input:not([type="range"]), [role="tab"], [role="dialog"]');
    const onDown = (event: globalThis.KeyboardEvent) => {
      if (event.key !== ' ' || !isFree(event.target)) return;
      event.preventDefault();
      hold(frame);
    };
    const onUp = (event: Event) => {
      if (event instanceof globalThis.KeyboardEvent && event.key !== ' ') return;
      letGo(frame);
    };
    window.addEventListener('keydown', onDown);
    window.addEventListener('keyup', onUp);
    window.addEventListener('blur', onUp);
    return () => {
      window.removeEventListener('keydown', onDown);
      window.removeEventListener('keyup', onUp);
      window.removeEventListener('blur', onUp);
    };
  }, [frame]);
}
