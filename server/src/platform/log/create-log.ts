import { AsyncLocalStorage } from 'node:async_hooks';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '../config/config.ts';
import { describeError } from './describe-error.ts';
import { PERSONAL, REMOVED, withoutPersonal } from './without-personal.ts';

/** The request that the running code serves, if any. */
const requests = new AsyncLocalStorage<{ readonly requestId: string }>();

/** Runs `work` so that every line that it logs contains the id of the request. */
export const withRequestId = <T>(requestId: string, work: () => T): T => requests.run({ requestId }, work);

/**
 * Creates the structured log. It writes one JSON object per line to standard output. A line that belongs to a request
 * contains the id of that request. Logs contain ids, kinds and counts, and no personal data. Code must not log personal
 * fields in the first place. To catch mistakes, fields that look personal are removed, and errors are described without
 * the values that they quote.
 *
 * @param stream for tests; standard output by default
 */
export function createLog({ logLevel }: Pick<Config, 'logLevel'>, stream?: DestinationStream): Logger {
  return pino(
    {
      level: logLevel,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }), log: clean },
      mixin: () => ({ ...requests.getStore() }),
      serializers: { err: describeError, error: describeError },
      // `clean` does not see the fields that `child` adds to every line of a logger, so `redact` removes personal
      // fields from them.
      redact: { paths: PERSONAL.flatMap((field) => [field, `*.${field}`]), censor: REMOVED },
    },
    stream ?? pino.destination(1),
  );
}

/**
 * Removes personal fields from a line. `err` and `error` stay, because the serializers describe them without personal
 * data.
 */
function clean({ err, error, ...line }: Record<string, unknown>): Record<string, unknown> {
  return {
    ...(withoutPersonal(line) as Record<string, unknown>),
    ...(err !== undefined && { err }),
    ...(error !== undefined && { error }),
  };
}
