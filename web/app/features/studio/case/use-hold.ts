import { type RefObject, useEffect } from 'react';

/** While Space is held the photo is shown as it is. On a button or in a field Space keeps its own meaning. */
export function useHold(frame: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const isFree = (target: EventTarget | null) =>
      !(target instanceof HTMLElement) ||
      !target.closest('button, a, summary, textarea, select, input:not([type="range"]), [role="tab"], [role="dialog"]');
    const onDown = (event: KeyboardEvent) => {
      if (event.key !== ' ' || !isFree(event.target)) return;
      event.preventDefault();
      frame.current?.setAttribute('data-hold', '');
    };
    const onUp = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key !== ' ') return;
      frame.current?.removeAttribute('data-hold');
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
