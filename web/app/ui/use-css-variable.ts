import { type RefObject, useLayoutEffect } from 'react';

/** Sets a custom property through the object model: prerendered pages may not carry style attributes. */
export function useCssVariable(ref: RefObject<HTMLElement | null>, name: `--${string}`, value: string | number) {
  // Layout effects do not run while prerendering, and nothing is measured there.
  useLayoutEffect(() => ref.current?.style.setProperty(name, String(value)), [ref, name, value]);
}
