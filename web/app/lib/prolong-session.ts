const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const FIRST_PAUSE_MS = 200;
const MOST_TRIES = 6;
const retryable = new Set([502, 503, 504]);
/**
 * The HTTP status with which the service refuses too many calls. The limit applies to the network address and not to
 * the session. Other people may share the address.
 */
const TOO_MANY = 429;

export interface Prolonging {
  /** Requests an extension of the session. Rejects if there is no connection. */
  ask(): Promise<{ status: number; isSignedIn: boolean }>;
  pause(ms: number): Promise<void>;
}

/**
 * The result of an attempt to extend the session. `unanswered` means that the service did not respond. The page then
 * tries again the next time it is used.
 */
export type Outcome = 'prolonged' | 'ended' | 'unanswered';

/**
 * Whether an active session should be extended again. Times are in milliseconds. The session is also extended if the
 * clock was set back.
 */
export const isDue = (last_ms: number, now_ms: number): boolean => now_ms - last_ms >= HOUR_MS || last_ms > now_ms;

/** Returns a time to store as the last extension. With this time, the next extension is due in one minute. */
export const justNotDue = (now_ms: number): number => now_ms - HOUR_MS + MINUTE_MS;

/**
 * Extends the session. It tries again after a lost connection or a gateway error. The first pause is 200 ms, and each
 * later pause is twice as long. If there were too many calls, the result is `unanswered`. Any other failure means that
 * the session has ended.
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
