import { type RefObject, useLayoutEffect } from 'react';

/** Sets a CSS custom property of an element by script, because prerendered pages may not contain style attributes. */
export function useCssVariable(ref: RefObject<HTMLElement | null>, name: `--${string}`, value: string | number) {
  // Layout effects do not run while a page is prerendered.
  useLayoutEffect(() => ref.current?.style.setProperty(name, String(value)), [ref, name, value]);
}
