import { isDue, justNotDue, type Outcome, prolong, type Prolonging } from './prolong-session.ts';

/** State shared by the tabs of one browser. */
export interface Shared {
  /** Runs the work of one tab at a time. */
  inTurn(work: () => Promise<void>): Promise<void>;
  /** The time of the last extension of the session, in milliseconds; 0 if unknown. */
  lastTime(): Promise<number>;
  /** Once it resolves, the time is stored for all tabs. */
  keepTime(time_ms: number): Promise<void>;
}

interface Parts extends Shared, Prolonging {
  now(): number;
}

/**
 * One refresh for all tabs. The first tab calls the service, and the others wait for the lock and then find the work
 * done. If the service did not answer, the tabs do not all try in turn: one of them tries again a minute later. Returns
 * the result, or undefined if no refresh was due.
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
