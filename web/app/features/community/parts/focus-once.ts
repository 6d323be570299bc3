/** A ref callback that focuses an element when it appears. Use it for elements that the person has just requested. */
export const focusOnce = (element: HTMLElement | null): void => element?.focus();
