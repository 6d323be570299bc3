export const storageKey = 'flaira.questionnaire';
export const submissionKey = 'flaira.submission';

/**
 * Deletes the draft of the questionnaire, and the email address and account of an earlier attempt to submit it. This
 * file imports nothing, because the camera page loads it, too.
 */
export function forgetDraft() {
  try {
    localStorage.removeItem(storageKey);
    localStorage.removeItem(submissionKey);
  } catch {
    // The browser allows no storage, so nothing was stored.
  }
}
