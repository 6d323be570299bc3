import { useEffect, useState, useSyncExternalStore } from 'react';
import { whoIsHere } from './query.ts';

interface Text {
  readonly body: string;
  /**
   * The idempotency key of the message. All attempts to send the same text have the same key, so that a repeated click
   * sends only one message.
   */
  readonly key: string;
}

/**
 * A message that the person is writing. If the person types while the message is being sent, the new text is for the
 * next message and is not cleared.
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

  /** Clears the message after the text with this key has been sent. */
  arrived(key: string) {
    if (this.#now.key === key) this.write('');
  }
}

let isForgotten = false;

/** Makes the browser ask before a document with unsaved text is closed or loaded again. */
export function useAskBeforeLeaving(isUnsaved: boolean) {
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (!isForgotten) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
}

/**
 * Returns the message and functions that change it. If the text must outlive its field, the caller passes `kept`, which
 * contains the text. The browser asks before the document is closed or loaded again with an unsent message.
 */
export function useUnsentText(kept?: UnsentText) {
  const [own] = useState(() => kept ?? new UnsentText());
  const { body, key } = useSyncExternalStore(own.subscribe, own.read, own.read);
  useAskBeforeLeaving(body.trim() !== '');
  return { body, key, write: (text: string) => own.write(text), arrived: (sent: string) => own.arrived(sent) };
}

/**
 * Returns the key for the unsent text of the signed-in person. `place` names the field, for example `message` and a
 * case id.
 */
export const keptAs = (place: string): string => `${whoIsHere() ?? ''} ${place}`;

const kept = new Map<string, UnsentText>();

/**
 * Returns the message that the signed-in person is writing in this place. It stays in the memory of the tab, so it
 * survives a closed panel, a visit to another page, and a session that ends.
 */
export function keptText(place: string): UnsentText {
  const key = keptAs(place);
  const found = kept.get(key) ?? new UnsentText();
  kept.set(key, found);
  return found;
}

/** Forgets all messages. The browser no longer asks about unsent text, because the person signs out. */
export function forgetUnsent() {
  kept.clear();
  isForgotten = true;
}
