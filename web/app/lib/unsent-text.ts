import { useState, useSyncExternalStore } from 'react';

interface Text {
  readonly body: string;
  /**
   * The idempotency key of the message. All attempts to send one text share it, so that a repeated click sends only one
   * message.
   */
  readonly key: string;
}

/**
 * A message that is being written. Text that is typed while the message is being sent belongs to the next message, so
 * it is not cleared.
 */
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

  /** Clears the message after the text with this key was sent. */
  arrived(key: string) {
    if (this.#now.key === key) this.write('');
  }
}

/** Returns the message and functions that change it. `kept` holds the text if the text must outlive its field. */
export function useUnsentText(kept?: UnsentText) {
  const [own] = useState(() => kept ?? new UnsentText());
  const { body, key } = useSyncExternalStore(own.subscribe, own.read, own.read);
  return { body, key, write: (text: string) => own.write(text), arrived: (sent: string) => own.arrived(sent) };
}
