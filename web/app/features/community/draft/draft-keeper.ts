import { type DraftPlace, type DraftText, isBlank, type KeptDraft } from './draft.ts';

/**
 * The place where the newest text is stored. `device` means that only this device has the text, because the service has
 * not confirmed it yet.
 */
export type DraftStatus = 'none' | 'device' | 'saved';

export interface Keeping {
  id: string;
  place: DraftPlace;
  /** Stores the draft on this device. */
  keep(draft: KeptDraft): void;
  forget(id: string): void;
  /** Sends the draft to the service. Rejects if there is no connection. */
  send(draft: KeptDraft): Promise<{ saved_at: string }>;
  remove(id: string): Promise<unknown>;
  /** Called when the service has stored the first draft of this text. */
  onFirstSent(): void;
  now(): string;
  onStatus(status: DraftStatus): void;
}

const pause_ms = 1200;

/**
 * Saves each change on the device at once. After a pause the change is sent to the service. If sending fails, the
 * change is sent again when the connection returns.
 */
export class DraftKeeper {
  readonly #parts: Keeping;
  #latest: KeptDraft | undefined;
  #sent: KeptDraft | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /**
   * True while a request runs. Only one runs at a time, because otherwise the older text could arrive last on a slow
   * connection.
   */
  #isSending = false;
  #isOver = false;
  /**
   * The latest `saved_at` of this draft so far. The clock of a device may be behind the clock of the service. Each
   * change therefore gets a later time than the text before it, so that the older text never counts as the newest.
   */
  #lastAt = '';

  constructor(parts: Keeping, sent?: KeptDraft) {
    this.#parts = parts;
    this.#sent = sent;
    this.#meet(sent?.saved_at);
  }

  #meet(at: string | undefined) {
    if (at && at > this.#lastAt) this.#lastAt = at;
  }

  #nextAt(): string {
    const now = this.#parts.now();
    this.#lastAt = now > this.#lastAt ? now : new Date(Date.parse(this.#lastAt) + 1).toISOString();
    return this.#lastAt;
  }

  change(text: DraftText) {
    if (this.#isOver) return;
    const { id, place, keep, onStatus } = this.#parts;
    if (isBlank(text) && !this.#latest && !this.#sent) return;
    const { channel_id, title, body, tags } = text;
    this.#latest = { id, ...place, channel_id, title, body, tags, saved_at: this.#nextAt() };
    keep(this.#latest);
    onStatus('device');
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), pause_ms);
  }

  /** Sends the text that the service does not have yet. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    const draft = this.#latest;
    if (!draft || draft === this.#sent || this.#isOver || this.#isSending) return;
    this.#isSending = true;
    const isStored = await this.#parts.send(draft).then(
      ({ saved_at }) => {
        this.#meet(saved_at);
        return true;
      },
      () => false,
    );
    // The writer published or discarded the text while the request was running. The service may have stored the draft
    // after that, so the draft is deleted now. A new text has the same id, so it is sent only after the deletion.
    const isGone = this.#isOver || !this.#latest;
    if (isGone) await this.#parts.remove(draft.id).catch(() => undefined);
    this.#isSending = false;
    if (isGone) return this.flush();
    // The draft stays on the device and is sent with the next change or when the connection returns.
    if (!isStored) return;
    if (!this.#sent) this.#parts.onFirstSent();
    this.#sent = draft;
    const latest = this.#latest;
    if (latest && latest !== draft) {
      // This text was typed before the service stored the older text. It gets a later time than the stored text.
      this.#latest = { ...latest, saved_at: this.#nextAt() };
      this.#parts.keep(this.#latest);
      return this.flush();
    }
    this.#parts.forget(draft.id);
    this.#parts.onStatus('saved');
  }

  /** Called when the text was published. The service has then deleted the draft. */
  published() {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#parts.forget(this.#parts.id);
    this.#parts.onStatus('none');
  }

  /** Deletes the draft. The writer starts with an empty text again. */
  async discard() {
    clearTimeout(this.#timer);
    const wasSent = this.#sent !== undefined;
    this.#latest = undefined;
    this.#sent = undefined;
    this.#parts.forget(this.#parts.id);
    this.#parts.onStatus('none');
    if (wasSent) await this.#parts.remove(this.#parts.id);
  }

  /** Called when the writer leaves the page. */
  stop() {
    void this.flush();
  }
}
