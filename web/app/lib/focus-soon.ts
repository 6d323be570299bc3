const patience_ms = 2000;

/**
 * Moves the focus to an element that a later render adds. It searches for the element in every frame, up to a time
 * limit.
 */
export function focusSoon(find: () => Element | null | undefined): void {
  const end = performance.now() + patience_ms;
  const look = () => {
    const found = find();
    if (found instanceof HTMLElement || found instanceof SVGElement) found.focus();
    else if (performance.now() < end) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
