/** A ref that gives the focus to an element when it appears, for elements that the person has just requested. */
export const focusOnce = (element: HTMLElement | null): void => element?.focus();
