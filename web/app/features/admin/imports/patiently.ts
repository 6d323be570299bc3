import { isConnectionLost } from '#web/lib/connection.ts';
import { refusalOf } from '#web/lib/refusal.ts';

const PAUSE_MS = 2000;
const MOST_TRIES = 5;

interface Patience {
  /** True once the administrator has stopped the import. */
  isStopped: () => boolean;
  pause?: (ms: number) => Promise<unknown>;
}

const pauseFor = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Repeats a call that failed. A call that reached the rate limit or was made without a connection is repeated until the
 * import is stopped, because the import of an archive may take hours. A call that the service refused for another reason
 * is not repeated. A call that met a fault of the service is repeated at most five times.
 */
export async function patiently<T>(work: () => Promise<T>, { isStopped, pause = pauseFor }: Patience): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const refusal = refusalOf(error);
      const wait_s = (refusal?.data as { retry_after_s?: number } | undefined)?.retry_after_s ?? 0;
      const isBusy = refusal?.code === 'RATE_LIMITED' || isConnectionLost(error) || (!refusal && tries < MOST_TRIES);
      if (!isBusy || isStopped()) throw error;
      await pause(Math.max(PAUSE_MS, wait_s * 1000));
    }
  }
}

/** The refusals that every other photo of the archive would get, too. */
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
