import { keepTyped } from './keep-typed.ts';

const key = 'flaira.reloaded';
const pause_ms = 60_000;

/**
 * Whether a page may reload after it could not load a module. The first reload gets the files of a newer version. If
 * the module itself is faulty, another reload within a minute would start a loop. If the browser allows no storage, the
 * page never reloads.
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

/**
 * Whether the service can be reached. A page that reloads without a connection loses everything. The requested file
 * exists in every release, and only the service itself sends it. A response therefore proves that there is a
 * connection.
 */
export const isConnected = (): Promise<boolean> =>
  fetch('/robots.txt', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Handles a module that could not be loaded. The page stores typed text and reloads. If there is no connection, or the
 * page has just reloaded, the import fails with the error instead.
 */
export async function reloadOnce(error: unknown): Promise<never> {
  if (!(await isConnected()) || !mayReload()) throw error;
  keepTyped();
  location.reload();
  // No error is shown while the page is about to reload.
  return new Promise(() => {});
}
