import { AsyncLocalStorage } from 'node:async_hooks';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '../config/config.ts';
import { describeError } from './describe-error.ts';

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

/** Fields that contain or could contain personal data. */
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
] as const;
const REMOVED = '[removed]';

const personal: ReadonlySet<string> = new Set(PERSONAL);
/**
 * Deepest level of a value in a log line. Lines of the log are flat, so a deeper value is a mistake or refers to
 * itself.
 */
const DEEPEST = 8;
/** Largest number of objects and lists in a line. Objects that refer to each other would otherwise be copied endlessly. */
const MOST_OBJECTS = 1000;

/**
 * Returns a copy of a value for the log, without personal fields at any level. Errors are described without the values
 * that they quote. Objects below the eighth level and after the thousandth object are removed.
 */
function withoutPersonal(value: unknown): unknown {
  let objects = 0;
  const copy = (part: unknown, level: number): unknown => {
    if (part instanceof Error) return describeError(part);
    if (typeof part !== 'object' || part === null) return part;
    if (level === DEEPEST || ++objects > MOST_OBJECTS) return REMOVED;
    // Dates and URLs have a `toJSON` method.
    if ('toJSON' in part && typeof part.toJSON === 'function') return copy(part.toJSON(), level + 1);
    if (Array.isArray(part)) return part.map((item) => copy(item, level + 1));
    return Object.fromEntries(
      Object.entries(part).map(([key, item]) => [key, personal.has(key) ? REMOVED : copy(item, level + 1)]),
    );
  };
  return copy(value, 0);
}
