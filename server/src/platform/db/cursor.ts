import { invalidInput } from '../refusal.ts';

/**
 * The position at the end of a page: instant and id of its last row. The next page starts after this row. A cursor
 * contains no data that the reader must not see.
 */
export interface Cursor {
  readonly at: Date;
  readonly id: string;
}

export const writeCursor = ({ at, id }: Cursor): string => Buffer.from(`${at.getTime()}|${id}`).toString('base64url');

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Reads a cursor that a client sent.
 *
 * @param ids pattern of the list's ids. A cursor with any other id was not made by the service, and the database may be
 * unable to compare that id
 * @throws Refusal INVALID_INPUT { after: ['unreadable'] }
 */
export function readCursor(text: string | null | undefined, ids: RegExp = UUID): Cursor | null {
  if (!text) return null;
  const [, at, id] = /^(-?\d{1,15})\|(\P{Cc}{1,255})$/u.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  if (at === undefined || id === undefined || !ids.test(id)) throw invalidInput({ after: ['unreadable'] });
  return { at: new Date(Number(at)), id };
}

/**
 * Returns the rows of a page and the cursor of the next page. The caller must have read one row more than the page has.
 * The cursor is null on the last page.
 */
export function pageOf<R>(
  rows: readonly R[],
  limit: number,
  where: (row: R) => Cursor,
): { rows: R[]; next: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { rows: shown, next: rows.length > limit && last ? writeCursor(where(last)) : null };
}
