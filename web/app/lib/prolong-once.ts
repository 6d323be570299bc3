import { isDue, justNotDue, type Outcome, prolong, type Prolonging } from './prolong-session.ts';

/** State that the tabs of one browser share. */
export interface Shared {
  /** Runs the work of one tab after that of another. */
  inTurn(work: () => Promise<void>): Promise<void>;
  /** The time of the last extension of the session, in milliseconds; 0 if unknown. */
  lastTime(): Promise<number>;
  /** Stores the time for all tabs. It is stored once the promise resolves. */
  keepTime(time_ms: number): Promise<void>;
}

interface Parts extends Shared, Prolonging {
  now(): number;
}

/**
 * Extends the session once for all tabs. The first tab calls the service. The others wait for the lock, and then find
 * that the work is done. If the service did not answer, one of the tabs tries again a minute later, so that they do not
 * all try one after the other. Returns the result, or undefined if no extension was due.
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
