import { useSyncExternalStore } from 'react';

/**
 * A small value that is stored on this device. Every subscriber on the page and in other tabs is notified of a change.
 */
export interface StoredValue<Value> {
  read(): Value;
  /** The value that applies if this device has stored none. The service draws first views with this value. */
  readonly initial: Value;
  write(value: Value): void;
  subscribe(listener: () => void): () => void;
}

/**
 * Creates a stored value.
 *
 * @param key the name in the storage, and the name of the event that `window` gets when the value changes
 * @param parse reads a stored value, which an older version or another program may have written
 */
export function storedValue<Value>(key: string, parse: (found: unknown) => Value): StoredValue<Value> {
  const initial = parse(undefined);
  let lastText: string | null | undefined;
  let lastValue = initial;
  /**
   * The last value that the storage did not accept, because the storage is full or switched off. This value is lost
   * when the page closes.
   */
  let unstored: string | null = null;

  const text = () => {
    if (unstored !== null) return unstored;
    try {
      return localStorage.getItem(key);
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
      try {
        localStorage.setItem(key, written);
        unstored = null;
      } catch {
        unstored = written;
      }
      window.dispatchEvent(new CustomEvent(key, { detail: value }));
    },
    subscribe(listener) {
      const end = new AbortController();
      window.addEventListener(key, listener, { signal: end.signal });
      const onOtherTab = (event: StorageEvent) => {
        if (event.key !== key) return;
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
