import { invalidInput } from '#server/platform/refusal.ts';

type Part = string | number | null;

/**
 * Returns a cursor, which marks where the next page begins. The cursor is not secret, because every page request checks
 * access again. Browsers must not interpret it.
 */
export const toCursor = (parts: readonly Part[]): string => Buffer.from(JSON.stringify(parts)).toString('base64url');

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const MOST = 2 ** 31 - 1;
const CHECKS = {
  id: (part: unknown) => typeof part === 'string' && UUID.test(part),
  number: (part: unknown) => typeof part === 'number' && Number.isFinite(part),
  count: (part: unknown) => Number.isInteger(part) && Math.abs(part as number) <= MOST,
  instant: (part: unknown) => typeof part === 'string' && INSTANT.test(part) && !Number.isNaN(Date.parse(part)),
  word: (part: unknown) => typeof part === 'string' && part.length < 200 && !part.includes('\0'),
};

/** Reads a cursor whose parts have these types. Throws a refusal for invalid input if the cursor is malformed. */
export function fromCursor(cursor: string | undefined, ...kinds: (keyof typeof CHECKS)[]): Part[] | null {
  if (cursor === undefined) return null;
  const parts = parse(cursor);
  const fits =
    Array.isArray(parts) && parts.length === kinds.length && kinds.every((kind, at) => CHECKS[kind](parts[at]));
  if (!fits) throw invalidInput({ cursor: ['invalid'] });
  return parts as Part[];
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return null;
  }
}
