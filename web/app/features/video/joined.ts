const key = 'flaira.video.joined';

/** Remembers for this tab that the person has joined, so that a reload leads back into the call. */
export function rememberJoined(visitId: string | null) {
  try {
    if (visitId) sessionStorage.setItem(key, visitId);
    else sessionStorage.removeItem(key);
  } catch {
    // If the browser allows no storage, the person presses the button again after a reload.
  }
}

export function wasJoined(visitId: string): boolean {
  try {
    return sessionStorage.getItem(key) === visitId;
  } catch {
    return false;
  }
}
