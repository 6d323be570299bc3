import { useSyncExternalStore } from 'react';
import { whoIsHere } from '#web/lib/query.ts';

/**
 * A small value that is stored on this device. Every subscriber on the page and in other tabs is notified of a change.
 */
export interface StoredValue<Value> {
  read(): Value;
  /** The value that applies if this device has stored none. The server-rendered first view uses this value. */
  readonly initial: Value;
  write(value: Value): void;
  subscribe(listener: () => void): () => void;
}

/**
 * Creates a stored value.
 *
 * @param key the name in the storage, and the name of the event that `window` gets when the value changes. The name in
 * the storage ends with the id of the account if `isOwn` is true
 * @param parse reads a stored value, which an older version or another program may have written
 * @param isOwn true if each account has its own value. The next person who signs in on this device then does not see it
 */
export function storedValue<Value>(
  key: string,
  parse: (found: unknown) => Value,
  { isOwn = false }: { isOwn?: boolean } = {},
): StoredValue<Value> {
  const initial = parse(undefined);
  let lastText: string | null | undefined;
  let lastValue = initial;
  /**
   * The last value that the storage did not accept, because the storage is full or switched off. This value is lost
   * when the page closes.
   */
  let unstored: { name: string; text: string } | null = null;

  const nameInStorage = () => (isOwn ? `${key}.${whoIsHere() ?? ''}` : key);
  const text = () => {
    const name = nameInStorage();
    if (unstored?.name === name) return unstored.text;
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  };
  return {
    initial,
    read() {
      const found = text();
      if (found !== lastText) {
        lastText = found;
        lastValue = parse(parsed(found));
      }
      return lastValue;
    },
    write(value) {
      const written = typeof value === 'string' ? value : JSON.stringify(value);
      const name = nameInStorage();
      try {
        localStorage.setItem(name, written);
        unstored = null;
      } catch {
        unstored = { name, text: written };
      }
      window.dispatchEvent(new CustomEvent(key, { detail: value }));
    },
    subscribe(listener) {
      const end = new AbortController();
      window.addEventListener(key, listener, { signal: end.signal });
      const onOtherTab = (event: StorageEvent) => {
        if (event.key !== nameInStorage()) return;
        unstored = null;
        listener();
      };
      window.addEventListener('storage', onOtherTab, { signal: end.signal });
      return () => end.abort();
    },
  };
}

function parsed(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export function useStored<Value>(stored: StoredValue<Value>): Value {
  return useSyncExternalStore(stored.subscribe, stored.read, () => stored.initial);
}
