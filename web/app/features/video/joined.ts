const key = 'flaira.video.joined';

/** Stores for this tab that the person has joined, so that a reload joins the call again. */
export function rememberJoined(visitId: string | null) {
  try {
    if (visitId) sessionStorage.setItem(key, visitId);
    else sessionStorage.removeItem(key);
  } catch {
    // If the browser allows no storage, the person must press the button again after a reload.
  }
}

export function wasJoined(visitId: string): boolean {
  try {
    return sessionStorage.getItem(key) === visitId;
  } catch {
    return false;
  }
}
