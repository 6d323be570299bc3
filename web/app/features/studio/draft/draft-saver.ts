import {
  afterEvent,
  isBlocked,
  isUnsaved,
  nextSaveIn,
  type SaveEvent,
  type SaveState,
  startSaving,
} from './autosave.ts';

/** The outcome of one attempt to save. */
export type SaveOutcome =
  | { kind: 'stored'; version: number; at: string }
  /** The save failed. With `isUnknown`, there was no answer, and the service may have stored the content. */
  | { kind: 'unreachable'; isUnknown?: boolean }
  | { kind: 'outdated' }
  | { kind: 'taken'; by: string }
  | { kind: 'closed' }
  | { kind: 'signedOut' }
  | { kind: 'dataset' };

/**
 * Saves a draft by the rules of `autosave.ts`, using a clock and the service. Only one request runs at a time, and it
 * contains the newest content. There is one exception: after a request that got no answer, the next request contains
 * the same content.
 */
export class DraftSaver<T> {
  #state: SaveState;
  #content: T;
  #save: (content: T, baseVersion: number) => Promise<SaveOutcome>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | undefined;
  /**
   * The content of a request that got no answer. It is sent again before newer content. If the service has already
   * stored this content, it does not store it again, and returns the number of the stored version. The newer content is
   * then based on that version. Based on the older version, it would be refused as a conflict.
   */
  #unanswered: { content: T } | undefined;
  #listeners = new Set<() => void>();

  constructor(start: {
    content: T;
    version: number;
    at: string | null;
    save: (content: T, baseVersion: number) => Promise<SaveOutcome>;
  }) {
    this.#state = startSaving(start.version, start.at);
    this.#content = start.content;
    this.#save = start.save;
  }

  get state(): SaveState {
    return this.#state;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  change(content: T) {
    this.#content = content;
    this.#apply({ kind: 'changed', now: Date.now() });
  }

  /** Saves unsaved changes now. Returns true if the service has stored all of them. */
  async flush(): Promise<boolean> {
    while (isUnsaved(this.#state) && !isBlocked(this.#state)) {
      const failures = this.#state.failures;
      await (this.#running ?? this.#run());
      if (this.#state.failures > failures) return false;
    }
    return !isUnsaved(this.#state);
  }

  /** Continues with a newer version that the page has loaded. */
  reload(content: T, draft: { version: number; at: string | null; isDirty: boolean }) {
    this.#content = content;
    this.#unanswered = undefined;
    this.#apply({ kind: 'reloaded', ...draft });
  }

  stop() {
    clearTimeout(this.#timer);
    this.#listeners.clear();
  }

  async #run(): Promise<void> {
    clearTimeout(this.#timer);
    const { content } = this.#unanswered ?? { content: this.#content };
    this.#apply({ kind: this.#unanswered ? 'sentAgain' : 'sent' });
    this.#running = this.#save(content, this.#state.version).then(
      (outcome) => {
        this.#running = undefined;
        this.#unanswered = outcome.kind === 'unreachable' && outcome.isUnknown ? { content } : undefined;
        this.#apply(outcome);
      },
      (fault) => {
        this.#running = undefined;
        this.#apply({ kind: 'unreachable' });
        throw fault;
      },
    );
    await this.#running;
  }

  #apply(event: SaveEvent) {
    this.#state = afterEvent(this.#state, event);
    clearTimeout(this.#timer);
    const pause_ms = nextSaveIn(this.#state, Date.now());
    if (pause_ms !== null && !this.#running) this.#timer = setTimeout(() => void this.#run().catch(() => {}), pause_ms);
    for (const listener of this.#listeners) listener();
  }
}
