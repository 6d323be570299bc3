import { type RefObject, useLayoutEffect } from 'react';

/** Sets a custom property of an element by script, because prerendered pages may not contain style attributes. */
export function useCssVariable(ref: RefObject<HTMLElement | null>, name: `--${string}`, value: string | number) {
  // Prerendering runs no layout effects and measures nothing.
  useLayoutEffect(() => ref.current?.style.setProperty(name, String(value)), [ref, name, value]);
}
