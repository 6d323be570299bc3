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
/** Lines of the log are flat. A value below this level is a mistake, or refers to itself. */
const DEEPEST = 8;

/**
 * Returns a copy of a value for the log, without personal fields at any level. Errors are described without the values
 * that they quote.
 */
export function withoutPersonal(value: unknown, level = 0): unknown {
  if (value instanceof Error) return describeError(value);
  if (typeof value !== 'object' || value === null) return value;
  if (level === DEEPEST) return REMOVED;
  // Dates and addresses have a form for JSON.
  if ('toJSON' in value && typeof value.toJSON === 'function') return withoutPersonal(value.toJSON(), level + 1);
  if (Array.isArray(value)) return value.map((item) => withoutPersonal(item, level + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, personal.has(key) ? REMOVED : withoutPersonal(item, level + 1)]),
  );
}
