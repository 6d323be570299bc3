import { type RefObject, useLayoutEffect } from 'react';

/** Sets a custom property through the object model: prerendered pages may not carry style attributes. */
export function useCssVariable(ref: RefObject<HTMLElement | null>, name: `--${string}`, value: string | number) {
  // Prerendering runs no layout effects and measures nothing.
  useLayoutEffect(() => ref.current?.style.setProperty(name, String(value)), [ref, name, value]);
}
