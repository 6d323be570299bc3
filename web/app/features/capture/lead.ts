/**
 * The lead of this browser, to which photos and answers belong until an account exists. Its id is created here and
 * stored in local storage. Its secret is a cookie that no script can read.
 */
const storageKey = 'flaira.lead_id';

/** The id if the browser refuses storage. It is lost when the person closes the page. */
let unstored: string | null = null;

export function readLeadId(): string | null {
  try {
    return localStorage.getItem(storageKey) ?? unstored;
  } catch {
    return unstored;
  }
}

/** Returns the stored id, or a new id. */
export function heldOrNewLeadId(): string {
  const held = readLeadId();
  if (held) return held;
  const id = crypto.randomUUID();
  unstored = id;
  try {
    localStorage.setItem(storageKey, id);
  } catch {
    // A private window may refuse storage. The page still works until it is closed.
  }
  return id;
}

export function forgetLeadId() {
  unstored = null;
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // The browser allows no storage, so nothing was stored.
  }
}
