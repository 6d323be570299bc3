import { Refusal } from '../refusal.ts';
import { RETRY_AFTER_S } from './faults.ts';

/** Memory that the bodies of one call occupy. */
export interface Held {
  /** Throws `BUSY` if all bodies together would need too much memory. */
  take(bytes: number): void;
  release(): void;
}

/** Limits the bodies that this process holds at once, so that many simultaneous uploads cannot fill its memory. */
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
