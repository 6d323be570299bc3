import { useState, useSyncExternalStore } from 'react';

interface Text {
  readonly body: string;
  /** All attempts with one text share one key, so that a repeated click sends one message. */
  readonly key: string;
}

/** A message that is being written. Text typed while it is being sent belongs to the next message, and stays. */
export class UnsentText {
  #now: Text = { body: '', key: crypto.randomUUID() };
  #listeners = new Set<() => void>();

  readonly read = (): Text => this.#now;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  write(body: string) {
    this.#now = { body, key: crypto.randomUUID() };
    for (const listener of this.#listeners) listener();
  }

  /** Clears the message if the text with this key has arrived. */
  arrived(key: string) {
    if (this.#now.key === key) this.write('');
  }
}

/** `kept` stores text that must outlive its field. */
export function useUnsentText(kept?: UnsentText) {
  const [own] = useState(() => kept ?? new UnsentText());
  const { body, key } = useSyncExternalStore(own.subscribe, own.read, own.read);
  return { body, key, write: (text: string) => own.write(text), arrived: (sent: string) => own.arrived(sent) };
}
