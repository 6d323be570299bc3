const patience_ms = 2000;

/** Focuses an element that the next render adds. It waits as many frames as needed, up to a limit. */
export function focusSoon(find: () => Element | null | undefined): void {
  const end = performance.now() + patience_ms;
  const look = () => {
    const found = find();
    if (found instanceof HTMLElement || found instanceof SVGElement) found.focus();
    else if (performance.now() < end) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
