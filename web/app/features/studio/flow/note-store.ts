import { DraftSaver, type SaveOutcome } from '../draft/draft-saver.ts';

interface Note {
  version: number;
  body: string;
}

/** The result of a save. `newer` contains the text that a colleague saved in the meantime. */
export type NoteOutcome = SaveOutcome | ({ kind: 'newer' } & Note);

export interface NoteSnapshot {
  body: string;
  state: 'saved' | 'saving' | 'failed';
  /** A colleague's newer text, which is shown next to the doctor's own text. */
  theirs: string | null;
}

/**
 * The note of an open case. The text is not lost when the doctor opens another tab. It is saved shortly after the
 * doctor stops typing, with one request at a time. A colleague's newer text is shown next to the doctor's own text. The
 * doctor's next save replaces the colleague's text.
 */
export class NoteStore {
  #saver: DraftSaver<string>;
  #snapshot: NoteSnapshot;
  #theirs: string | null = null;
  #listeners = new Set<() => void>();

  constructor({ version, body }: Note, save: (body: string, baseVersion: number) => Promise<NoteOutcome>) {
    this.#snapshot = { body, state: 'saved', theirs: null };
    this.#saver = new DraftSaver({
      content: body,
      version,
      at: null,
      save: async (text, baseVersion) => {
        const outcome = await save(text, baseVersion);
        if (outcome.kind === 'newer') {
          this.#theirs = outcome.body;
          return { kind: 'stored', version: outcome.version, at: '' };
        }
        if (outcome.kind === 'stored') this.#theirs = null;
        return outcome;
      },
    });
    this.#saver.subscribe(() => this.#tell());
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly snapshot = (): NoteSnapshot => this.#snapshot;

  write(body: string) {
    this.#snapshot = { ...this.#snapshot, body };
    this.#saver.change(body);
  }

  flush(): Promise<boolean> {
    return this.#saver.flush();
  }

  #tell() {
    const { kind } = this.#saver.state.status;
    const isUnderWay = kind === 'waiting' || kind === 'saving';
    const state = isUnderWay ? 'saving' : kind === 'saved' && this.#theirs === null ? 'saved' : 'failed';
    this.#snapshot = { body: this.#snapshot.body, state, theirs: this.#theirs };
    for (const listener of this.#listeners) listener();
  }
}
