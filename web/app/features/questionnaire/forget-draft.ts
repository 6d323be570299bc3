export const storageKey = 'flaira.questionnaire';

/** Deletes the draft of the questionnaire. This file imports nothing, because the camera page loads it, too. */
export function forgetDraft() {
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // The browser allows no storage, so no draft was stored.
  }
}
