import { type Dispatch, type SetStateAction, useState } from 'react';
import { forgetUnsent, keptAs } from './unsent-text.ts';

/**
 * What people have typed and not sent yet, by person and place. It stays in the memory of the tab, so it survives a
 * closed panel, a visit to another page, and a session that ends. Nothing is stored on the device. The tab in which the
 * person signs out forgets everything. Other tabs keep the text until they are closed, but only for the same person.
 */
const kept = new Map<string, unknown>();

/**
 * Forgets all text before a person who signs out leaves the document. The browser then no longer asks whether to leave
 * a page with unsaved text.
 */
export function forgetTyped() {
  kept.clear();
  forgetUnsent();
}

/** A value that outlives its component. Setting it to `first` forgets it. */
export class KeptValue<T> {
  readonly #key: string;
  readonly #first: T;

  constructor(place: string, first: T) {
    this.#key = keptAs(place);
    this.#first = first;
  }

  read(): T {
    return kept.has(this.#key) ? (kept.get(this.#key) as T) : this.#first;
  }

  write(next: T) {
    if (next === this.#first) kept.delete(this.#key);
    else kept.set(this.#key, next);
  }
}

/** A state that outlives its component, in which the typed text of one place is kept. */
export function useKeptState<T>(place: string, first: T): [T, Dispatch<SetStateAction<T>>] {
  const [store] = useState(() => new KeptValue(place, first));
  const [value, show] = useState(() => store.read());
  // The response to a call may arrive after the component has gone. The kept value is therefore changed directly, and
  // not in an effect.
  const [put] = useState(() => (change: SetStateAction<T>) => {
    const next = typeof change === 'function' ? (change as (before: T) => T)(store.read()) : change;
    store.write(next);
    show(() => next);
  });
  return [value, put];
}
