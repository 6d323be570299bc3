/** As a ref: what somebody just asked for has the focus when it appears. */
export const focusOnce = (element: HTMLElement | null): void => element?.focus();
