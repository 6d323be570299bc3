import { isDue, justNotDue, type Outcome, prolong, type Prolonging } from './prolong-session.ts';

/** The state that the tabs of one browser share. */
export interface Shared {
  /** Runs the work of the tabs one after the other. */
  inTurn(work: () => Promise<void>): Promise<void>;
  /** Returns the time of the last extension of the session in milliseconds, or 0 if it is unknown. */
  lastTime(): Promise<number>;
  /** Stores the time of the last extension for all tabs. The promise resolves when the time is stored. */
  keepTime(time_ms: number): Promise<void>;
}

interface Parts extends Shared, Prolonging {
  now(): number;
}

/**
 * Extends the session once for all tabs. The first tab calls the service. The others wait for the lock, and then find
 * that the work is done. If the service does not respond, one of the tabs tries again a minute later, so that the tabs
 * do not all try one after the other. Returns the result, or undefined if no extension was due.
 */
export async function prolongOnce({ inTurn, lastTime, keepTime, now, ...asking }: Parts): Promise<Outcome | undefined> {
  let outcome: Outcome | undefined;
  await inTurn(async () => {
    if (!isDue(await lastTime(), now())) return;
    outcome = await prolong(asking);
    if (outcome === 'prolonged') await keepTime(now());
    if (outcome === 'unanswered') await keepTime(justNotDue(now()));
  });
  return outcome;
}
