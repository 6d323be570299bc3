/** Use it as a ref: an element that somebody just requested gets the focus when it appears. */
export const focusOnce = (element: HTMLElement | null): void => element?.focus();
