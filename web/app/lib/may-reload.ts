import { keepTyped } from './keep-typed.ts';

const key = 'flaira.reloaded';
const pause_ms = 60_000;

/**
 * Whether a page whose module did not load may load again. Once brings the files of a newer version; when the module itself fails, a second time within a
 * minute would be the beginning of a circle. A browser that keeps nothing gets none.
 */
export function mayReload(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(key)) < pause_ms) return false;
    sessionStorage.setItem(key, String(Date.now()));
    return true;
  } catch {
    return false;
  }
}

/** A page that reloads without a connection loses everything. Every release has this file, and no proxy answers in its place. */
const isConnected = (): Promise<boolean> =>
  fetch('/robots.txt', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** A module did not load. Once, the page loads again with what was typed; otherwise whoever wanted the module hears why. */
export async function reloadOnce(error: unknown): Promise<never> {
  if (!(await isConnected()) || !mayReload()) throw error;
  keepTyped();
  location.reload();
  // Nobody shows an error in the moment until the page goes.
  return new Promise(() => {});
}
