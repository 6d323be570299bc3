import { refusalOf } from '#web/lib/refusal.ts';
import { DraftSaver, type SaveOutcome } from '../draft/draft-saver.ts';
import { isUnknown } from '../draft/save-failure.ts';

interface Note {
  version: number;
  body: string;
}

/** The result of a save. `newer` contains the text that a colleague saved in the meantime. */
export type NoteOutcome = SaveOutcome | ({ kind: 'newer' } & Note);

/** Returns the outcome of an attempt to save the note that failed with this error. */
export function noteFailure(error: unknown): NoteOutcome {
  const refusal = refusalOf(error);
  if (refusal?.code === 'NOTE_OUTDATED')
    return { kind: 'newer', ...(refusal.data as { version: number; body: string }) };
  if (refusal?.code === 'UNAUTHENTICATED') return { kind: 'signedOut' };
  return { kind: 'unreachable', isUnknown: isUnknown(error) };
}

export interface NoteSnapshot {
  body: string;
  /** `signedOut` means that the text is not saved, because the session has ended. */
  state: 'saved' | 'saving' | 'failed' | 'signedOut';
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
  #isSignedOut = false;
  #listeners = new Set<() => void>();

  constructor({ version, body }: Note, save: (body: string, baseVersion: number) => Promise<NoteOutcome>) {
    this.#snapshot = { body, state: 'saved', theirs: null };
    this.#saver = new DraftSaver({
      content: body,
      version,
      at: null,
      save: async (text, baseVersion) => {
        const outcome = await save(text, baseVersion);
        this.#isSignedOut = outcome.kind === 'signedOut';
        // The unsaved note exists only in the memory of this page, so a reload would lose it. The page therefore keeps
        // sending the note until the doctor has signed in again in another tab.
        if (outcome.kind === 'signedOut') return { kind: 'unreachable' };
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
    const isSaved = kind === 'saved' && this.#theirs === null;
    const unsaved = this.#isSignedOut ? 'signedOut' : 'failed';
    const state = isUnderWay && !this.#isSignedOut ? 'saving' : isSaved ? 'saved' : unsaved;
    this.#snapshot = { body: this.#snapshot.body, state, theirs: this.#theirs };
    for (const listener of this.#listeners) listener();
  }
}
