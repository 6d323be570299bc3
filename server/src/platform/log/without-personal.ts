import { describeError } from './describe-error.ts';

/** Fields that contain or could contain personal data. */
export const PERSONAL = [
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
export const REMOVED = '[removed]';

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
export function withoutPersonal(value: unknown): unknown {
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
