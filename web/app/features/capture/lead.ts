/**
 * The lead of this browser. Photos and answers belong to the lead until the person has an account. The lead's id is
 * created here and stored in local storage. The lead's secret is a cookie that no script can read.
 */
const storageKey = 'flaira.lead_id';

/** The id of the lead in a browser that refuses storage. It is lost when the person closes the page. */
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
  try {
    localStorage.setItem(storageKey, id);
  } catch {
    // The browser refuses storage, for example in a private window. The page still works until the person closes it.
    unstored = id;
  }
  return id;
}

/** Calls the listener when another tab forgets the lead. Returns a function that removes the listener. */
export function onLeadForgotten(listener: () => void): () => void {
  const onStorage = ({ key, newValue }: Pick<StorageEvent, 'key' | 'newValue'>) => {
    if (key === storageKey && newValue === null) listener();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

export function forgetLeadId() {
  unstored = null;
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // The browser allows no storage, so nothing was stored.
  }
}
