/**
 * Stores the journal of a draft in the tab's storage. The journal contains the undo steps. The browser deletes it with
 * the tab, so that no later user of this machine can read it.
 */
export interface JournalKeeper {
  read(): string | null;
  write(text: () => string): void;
  /** Writes to the tab's storage the steps that are not stored yet. */
  settle(): void;
  forget(): void;
}

const PREFIX = 'flaira.studio.';
const PAUSE_MS = 200;
/** The maximum length of a journal, in characters. A browser stores about five million characters per tab. */
const LARGEST = 2_000_000;

export function keeperFor(userId: string, caseId: string): JournalKeeper {
  const key = `${PREFIX}${userId}.${caseId}`;
  let waiting: (() => string) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const settle = () => {
    clearTimeout(timer);
    timer = undefined;
    const text = waiting?.();
    waiting = null;
    if (text === undefined) return;
    try {
      if (text.length > LARGEST) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, text);
    } catch {
      // The browser allows no storage, so the undo steps are lost with the page. The draft is not lost, because the
      // service stores it.
    }
  };
  return {
    read() {
      try {
        return sessionStorage.getItem(key);
      } catch {
        return null;
      }
    },
    write(text) {
      waiting = text;
      timer ??= setTimeout(settle, PAUSE_MS);
    },
    settle,
    forget() {
      waiting = null;
      clearTimeout(timer);
      timer = undefined;
      try {
        sessionStorage.removeItem(key);
      } catch {
        // The browser allows no storage, so no journal was stored.
      }
    },
  };
}
