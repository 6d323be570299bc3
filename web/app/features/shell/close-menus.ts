/**
 * Closes open menus that have the attribute `data-closes-outside` after a click elsewhere or Escape. Without this
 * script, a menu made of a `details` element closes only with its own button. Returns a function that removes the
 * listeners.
 */
export function closeMenusOutside(): () => void {
  const end = new AbortController();
  const open = () => document.querySelectorAll<HTMLDetailsElement>('details[data-closes-outside][open]');
  const onClick = (event: MouseEvent) => {
    for (const menu of open()) if (!menu.contains(event.target as Node)) menu.open = false;
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    for (const menu of open()) {
      menu.open = false;
      menu.querySelector('summary')?.focus();
    }
  };
  document.addEventListener('click', onClick, { signal: end.signal });
  document.addEventListener('keydown', onKey, { signal: end.signal });
  return () => end.abort();
}
