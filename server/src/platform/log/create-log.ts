import { AsyncLocalStorage } from 'node:async_hooks';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '../config/config.ts';
import { describeError } from './describe-error.ts';

/** The request that the running code serves, if any. */
const requests = new AsyncLocalStorage<{ readonly requestId: string }>();

/** Runs `work` so that every line that it logs contains the id of the request. */
export const withRequestId = <T>(requestId: string, work: () => T): T => requests.run({ requestId }, work);

/**
 * Fields that contain or could contain personal data. The log removes them down to the third level of nesting. Code
 * must not log such fields in the first place; this list catches mistakes.
 */
const PERSONAL = [
  'email',
  'to',
  'name',
  'first_name',
  'last_name',
  'phone',
  'birth_date',
  'address',
  'ip',
  'password',
  'token',
  'secret',
  'cookie',
  'authorization',
  'answers',
  'payload',
  'body',
  'subject',
  'text',
  'html',
  'url',
];

/**
 * Creates the structured log. It writes one JSON object per line to standard output. A line that belongs to a request
 * contains the id of that request. Logs contain ids, kinds and counts, and no personal data. Fields that look personal
 * are removed, and errors are described without the values that they quote.
 *
 * @param stream for tests; standard output by default
 */
export function createLog({ logLevel }: Pick<Config, 'logLevel'>, stream?: DestinationStream): Logger {
  return pino(
    {
      level: logLevel,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
      mixin: () => ({ ...requests.getStore() }),
      serializers: { err: describeError, error: describeError },
      redact: { paths: PERSONAL.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), censor: '[removed]' },
    },
    stream ?? pino.destination(1),
  );
}
