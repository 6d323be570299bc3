import { ORPCError } from '@orpc/client';
import { isConnectionLost } from '#web/lib/connection.ts';
import { isConnected } from '#web/lib/may-reload.ts';
import { refusalOf } from '#web/lib/refusal.ts';

const PAUSE_MS = 2000;
const MOST_TRIES = 5;

interface Patience {
  /** True once the administrator has stopped the import. */
  isStopped: () => boolean;
  /** Called after each failure. `isWaiting` is true if the call now waits until the service can be reached. */
  onFailed: (isWaiting: boolean) => void;
  canReach?: () => Promise<boolean>;
  pause?: (ms: number) => Promise<unknown>;
}

const pauseFor = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The HTTP statuses with which a gateway responds while the service cannot be reached. */
const gateway = new Set([502, 503, 504]);

const mayBeAway = (error: unknown): boolean =>
  isConnectionLost(error) || (error instanceof ORPCError && gateway.has(error.status));

/**
 * Repeats a failed call. If the call reached the rate limit, or the service cannot be reached, it is repeated until the
 * import is stopped, because the import of an archive may take hours. A call that the service refused for another
 * reason is not repeated. Any other call is repeated at most five times, because one photo may fail each time, for
 * example if a gateway cuts its connection.
 */
export async function patiently<T>(
  work: () => Promise<T>,
  { isStopped, onFailed, canReach = isConnected, pause = pauseFor }: Patience,
): Promise<T> {
  for (let tries = 0; ; ) {
    try {
      return await work();
    } catch (error) {
      const refusal = refusalOf(error);
      const wait_s = (refusal?.data as { retry_after_s?: number } | undefined)?.retry_after_s ?? 0;
      const isWaiting = mayBeAway(error) && !isStopped() && !(await canReach());
      if (!refusal && !isWaiting) tries += 1;
      const isOver = refusal ? refusal.code !== 'RATE_LIMITED' : tries > MOST_TRIES;
      if (isOver || isStopped()) throw error;
      onFailed(isWaiting);
      await pause(Math.max(PAUSE_MS, wait_s * 1000));
    }
  }
}

/** If the service refuses one photo with one of these codes, it would refuse all other photos of the archive, too. */
const last = new Set([
  'UNAUTHENTICATED',
  'SECOND_FACTOR_REQUIRED',
  'FORBIDDEN',
  'NOT_FOUND',
  'IMPORT_CLOSED',
  'IMPORT_NOT_READY',
]);

/** Whether an error of one photo ends the import of the whole archive, for example because the session has ended. */
export const endsImport = (error: unknown): boolean => last.has(refusalOf(error)?.code ?? '');
