import { get, set } from 'idb-keyval';
import { useEffect } from 'react';
import { forgetSession } from './session.tsx';

/**
 * The name that all tabs of this browser use for three things: the time of the last extension, the lock, and the
 * channel. The lock ensures that only one tab extends the session. The channel announces the end of the session.
 */
const NAME = 'flaira.session';
/**
 * The shortest time between two checks, in milliseconds. After a touch or a key press, the page checks whether an hour
 * has passed since the last extension.
 */
const LOOK_MS = 30_000;

/**
 * Extends the session while it is used, so that it does not end. About once an hour, the session is extended when a
 * page loads, becomes visible or is used.
 */
export function useProlongedSession(isSignedIn: boolean) {
  useEffect(() => {
    if (!isSignedIn) return;
    const end = new AbortController();
    const tabs = new BroadcastChannel(NAME);
    tabs.addEventListener('message', forgetSession, { signal: end.signal });
    let looked_ms = 0;

    async function refresh() {
      const outcome = await prolongOnce({ ask: askService, pause, now: Date.now, inTurn, lastTime, keepTime });
      if (outcome !== 'ended' || end.signal.aborted) return;
      tabs.postMessage('ended');
      forgetSession();
    }
    const look = () => {
      if (document.visibilityState !== 'visible' || Date.now() - looked_ms < LOOK_MS) return;
      looked_ms = Date.now();
      void refresh();
    };

    look();
    for (const event of ['visibilitychange', 'pointerdown', 'keydown'])
      document.addEventListener(event, look, { signal: end.signal, passive: true });
    return () => {
      end.abort();
      tabs.close();
    };
  }, [isSignedIn]);
}

/** The state that the tabs of one browser share. */
interface Shared {
  /** Runs the work of one tab at a time. */
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
 * Extends the session once for all tabs. The first tab calls the service. The others wait for the lock, and then see
 * that the session was extended. If the service does not respond, the next attempt of any tab is at least a minute
 * later, so that the tabs do not all try one after the other. Returns the result, or undefined if no extension was due.
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

async function askService() {
  const response = await fetch('/api/auth/get-session', { credentials: 'include', cache: 'no-store' });
  return { status: response.status, isSignedIn: response.ok && (await response.json()) !== null };
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Runs the work of one tab at a time. The next tab then sees what the previous tab has done. Browsers offer locks only
 * on encrypted pages and on localhost. Without locks, each tab does the work separately.
 */
async function inTurn(work: () => Promise<void>): Promise<void> {
  const locks = navigator.locks as LockManager | undefined;
  await (locks ? locks.request(NAME, work) : work());
}

/**
 * Returns the time of the last extension. It is stored in IndexedDB, which gives every tab the current value. If a
 * browser refuses to store it, each page extends the session separately.
 */
const lastTime = (): Promise<number> =>
  get<number>(NAME).then(
    (time_ms = 0) => time_ms,
    () => 0,
  );
const keepTime = (now_ms: number): Promise<void> => set(NAME, now_ms).catch(() => {});

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
/** The lowest HTTP status of a fault of the service. After a fault, it is unknown whether the session still exists. */
const FAULT = 500;

interface Prolonging {
  /** Requests an extension of the session. Rejects if there is no connection. */
  ask(): Promise<{ status: number; isSignedIn: boolean }>;
  pause(ms: number): Promise<void>;
}

/**
 * The result of an attempt to extend the session. `unanswered` means that the service could not tell whether the
 * session still exists. The next attempt then starts when a page is used again, but not before a minute has passed.
 */
type Outcome = 'prolonged' | 'ended' | 'unanswered';

/**
 * Whether an active session should be extended again. Times are in milliseconds. The session is also extended if the
 * clock was set back.
 */
export const isDue = (last_ms: number, now_ms: number): boolean => now_ms - last_ms >= HOUR_MS || last_ms > now_ms;

/**
 * Returns the time to store as the last extension if the service did not answer: 59 minutes ago. The next attempt is then
 * due in one minute.
 */
const justNotDue = (now_ms: number): number => now_ms - HOUR_MS + MINUTE_MS;

/**
 * Extends the session. It tries again after a lost connection or a gateway error. The first pause is 200 ms, and each
 * later pause is twice as long. The result is `unanswered` if no attempt succeeds, if the service refuses too many
 * calls, or if the service has a fault. It is `prolonged` if the response contains a session, and `ended` for any other
 * response.
 */
export async function prolong({ ask, pause }: Prolonging): Promise<Outcome> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    if (tries > 0) await pause(FIRST_PAUSE_MS * 2 ** (tries - 1));
    const answer = await ask().catch(() => undefined);
    if (answer?.status === 200) return answer.isSignedIn ? 'prolonged' : 'ended';
    if (!answer || retryable.has(answer.status)) continue;
    return answer.status === TOO_MANY || answer.status >= FAULT ? 'unanswered' : 'ended';
  }
  return 'unanswered';
}
