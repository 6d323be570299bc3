import { Refusal } from '../refusal.ts';
import { RETRY_AFTER_S } from './faults.ts';

/** The memory that the form of one call uses. JSON bodies are not counted. */
export interface Held {
  /** Throws `BUSY` if all forms together would need too much memory. */
  take(bytes: number): void;
  release(): void;
}

/** Limits the memory of all forms in this process, so that many simultaneous uploads cannot fill it. */
export function createBodyMemory(maxBytes: number): () => Held {
  let all = 0;
  return () => {
    let own = 0;
    return {
      take(bytes) {
        if (all + bytes > maxBytes) throw new Refusal('BUSY', { retry_after_s: RETRY_AFTER_S });
        all += bytes;
        own += bytes;
      },
      release() {
        all -= own;
        own = 0;
      },
    };
  };
}
