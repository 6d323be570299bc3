const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const FIRST_PAUSE_MS = 200;
const MOST_TRIES = 6;
const retryable = new Set([502, 503, 504]);
/** This answer is about the network address, which others share, and not about the session. */
const TOO_MANY = 429;

export interface Prolonging {
  /** Asks the service to extend the session. Rejects without a connection. */
  ask(): Promise<{ status: number; isSignedIn: boolean }>;
  pause(ms: number): Promise<void>;
}

/** `unanswered` means that the service did not answer, so the next use asks again. */
export type Outcome = 'prolonged' | 'ended' | 'unanswered';

/** Whether a session in use should be extended again. Times are in milliseconds. A clock that was set back counts as due. */
export const isDue = (last_ms: number, now_ms: number): boolean => now_ms - last_ms >= HOUR_MS || last_ms > now_ms;

/** A last extension at this time makes the next one due in a minute. */
export const justNotDue = (now_ms: number): number => now_ms - HOUR_MS + MINUTE_MS;

/** Tries again after a lost connection or a gateway error: first after 200 ms, then after twice as long each time. Any other failure ends the session. */
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
