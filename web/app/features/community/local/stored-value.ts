import { useSyncExternalStore } from 'react';

/**
 * A small value that is stored on this device. Every subscriber on the page and in other tabs is notified of a change.
 */
export interface StoredValue<Value> {
  read(): Value;
  /**
   * The value while this device has stored none. The service cannot read the device, so it draws first views with this
   * value.
   */
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
  let memory: string | null = null;

  const text = () => {
    try {
      return localStorage.getItem(key);
    } catch {
      // The browser gives no access to its storage. The value is then kept in memory until the person leaves the page.
      return memory;
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
      memory = typeof value === 'string' ? value : JSON.stringify(value);
      try {
        localStorage.setItem(key, memory);
      } catch {
        // If the storage is switched off, `memory` has the value while the page is open. If the storage is only full,
        // `read` still returns the value that was stored before.
      }
      window.dispatchEvent(new CustomEvent(key, { detail: value }));
    },
    subscribe(listener) {
      const end = new AbortController();
      window.addEventListener(key, listener, { signal: end.signal });
      window.addEventListener('storage', (event) => event.key === key && listener(), { signal: end.signal });
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
