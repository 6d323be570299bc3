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
