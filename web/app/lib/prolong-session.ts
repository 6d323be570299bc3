const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const FIRST_PAUSE_MS = 200;
const MOST_TRIES = 6;
const retryable = new Set([502, 503, 504]);
/**
 * The HTTP status if the service refuses a call because there were too many calls. The limit applies to the network
 * address, which other people share, and not to the session.
 */
const TOO_MANY = 429;

export interface Prolonging {
  /** Requests an extension of the session. Rejects if there is no connection. */
  ask(): Promise<{ status: number; isSignedIn: boolean }>;
  pause(ms: number): Promise<void>;
}

/**
 * The result of an extension. `unanswered` means that the service did not respond. The next use of the page then tries
 * again.
 */
export type Outcome = 'prolonged' | 'ended' | 'unanswered';

/**
 * Whether a session that is used should be extended again. Times are in milliseconds. If the clock was set back, the
 * session is extended.
 */
export const isDue = (last_ms: number, now_ms: number): boolean => now_ms - last_ms >= HOUR_MS || last_ms > now_ms;

/** Returns the value to store as the time of the last extension, so that the next extension is due in a minute. */
export const justNotDue = (now_ms: number): number => now_ms - HOUR_MS + MINUTE_MS;

/**
 * Extends the session. After a lost connection or a gateway error it tries again. The first pause is 200 ms, and each
 * later pause is twice as long. Any other failure ends the session.
 */
export async function prolong({ ask, pause }: Prolonging): Promise<Outcome> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    if (tries > 0) await pause(FIRST_PAUSE_MS * 2 ** (tries - 1));
    const answer = await ask().catch(() => undefined);
    if (answer?.status === 200) return answer.isSignedIn ? 'prolonged' : 'ended';
    if (answer?.status === TOO_MANY) return 'unanswered';
    if (answer && !retryable.has(answer.status)) return 'ended';
  }
  return 'unanswered';
}
