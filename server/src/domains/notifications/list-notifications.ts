import { sql } from 'kysely';
import * as z from 'zod';
import type { Notification } from '#contract/notifications.ts';
import type { Context } from '#server/platform/context.ts';
import { topicOf } from '#server/domains/identity/index.ts';
import { pageOf, readCursor } from '#server/platform/db/cursor.ts';
import { type Tx, withUser } from '#server/platform/db/db.ts';
import { kept } from '#server/platform/db/kept.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { invalidInput } from '#server/platform/refusal.ts';
import type { NotificationRow, Presented, Presenter } from './present.ts';

export interface ListQuery {
  readonly unread_only: boolean;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** The maximum number of pages that one call reads until a page has something to show. */
const MOST_PAGES = 5;

/**
 * Lists a person's notifications. Rows whose subject the reader may no longer see are left out and marked as read, so
 * that they are not counted as unread. If this leaves nothing of a page, the next page is read, because an empty page
 * looks like the end of the list.
 */
export async function listNotifications(
  ctx: Context,
  presenters: ReadonlyMap<string, Presenter>,
  reader: SignedIn,
  query: ListQuery,
) {
  let page = await listPage(ctx, presenters, reader, query);
  for (let pages = 1; page.rows.length === 0 && page.next_cursor && pages < MOST_PAGES; pages++)
    page = await listPage(ctx, presenters, reader, { ...query, cursor: page.next_cursor });
  return page;
}

async function listPage(ctx: Context, presenters: ReadonlyMap<string, Presenter>, reader: SignedIn, query: ListQuery) {
  const { rows, unread_count } = await readPage(ctx, reader.userId, query);
  const { rows: shown, next } = pageOf(rows, query.limit, (row) => row);
  const said = await present(presenters, reader, shown);
  const gone = shown.filter((row) => row.read_at === null && !said.has(row.id)).map((row) => row.id);
  return {
    rows: shown.flatMap((row) => toNotification(row, said.get(row.id))),
    next_cursor: next,
    unread_count: gone.length > 0 ? await forget(ctx, reader.userId, gone) : unread_count,
  };
}

/** A row as JSON from the database. Its instants are strings. */
type ToldRow = Omit<NotificationRow, 'at' | 'read_at'> & { readonly at: string; readonly read_at: string | null };
interface ToldPage {
  /** The requested rows, plus one more row if there is a next page. */
  readonly rows: readonly ToldRow[];
  readonly unread_count: number;
}

/**
 * Reads a page with one statement, so that it needs only one round trip to the database. The statement runs with the
 * person's rights and sees only the rows of this person.
 */
async function readPage(ctx: Context, userId: string, { unread_only, limit, cursor }: ListQuery) {
  const after = readCursor(cursor);
  if (after && !z.uuid().safeParse(after.id).success) throw invalidInput({ cursor: ['unreadable'] });
  const read = sql<{ page: ToldPage }>`select my_notifications(
    ${userId}::uuid, ${unread_only}::boolean, ${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid, ${limit + 1}::int) as page`;
  const [row] = (await kept(ctx.db, read)).rows;
  if (!row) throw new Error('no answer');
  const { rows, unread_count } = row.page;
  return { unread_count, rows: rows.map(withInstants) };
}

const withInstants = (row: ToldRow): NotificationRow => ({
  ...row,
  at: new Date(row.at),
  read_at: row.read_at === null ? null : new Date(row.read_at),
});

/** Marks rows as read. Returns the number of notifications that remain unread. */
const forget = (ctx: Context, userId: string, ids: readonly string[]): Promise<number> =>
  withUser(ctx.db, userId, async (tx) => {
    await markRead(ctx, tx, userId, ids);
    return countUnread(tx, userId);
  });

async function present(
  presenters: ReadonlyMap<string, Presenter>,
  reader: SignedIn,
  rows: readonly NotificationRow[],
): Promise<Map<string, Presented>> {
  const said = new Map<string, Presented>();
  for (const [domain, those] of Map.groupBy(rows, (row) => row.domain))
    for (const [id, presented] of (await presenters.get(domain)?.(reader, those)) ?? []) said.set(id, presented);
  return said;
}

const toNotification = (
  { id, kind, at, read_at, count }: NotificationRow,
  said: Presented | undefined,
): Notification[] =>
  said ? [{ id, kind, topic: topicOf(kind), at: at.toISOString(), is_read: read_at !== null, count, ...said }] : [];

export async function countUnread(tx: Tx, userId: string): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from notifications where user_id = ${userId} and read_at is null`.execute(tx);
  return rows[0]?.count ?? 0;
}

const markRead = (ctx: Context, tx: Tx, userId: string, ids: readonly string[] | undefined): Promise<unknown> =>
  sql`update notifications set read_at = ${ctx.clock.now()} where user_id = ${userId} and read_at is null
    ${ids ? sql`and id = any(${[...ids]}::uuid[])` : sql``}`.execute(tx);

export const markNotificationsRead = (
  ctx: Context,
  { userId }: SignedIn,
  ids: readonly string[] | undefined,
): Promise<{ unread_count: number }> =>
  withUser(ctx.db, userId, async (tx) => {
    await markRead(ctx, tx, userId, ids);
    await ctx.realtime.publish(tx, { userId }, { kind: 'notifications.changed' });
    return { unread_count: await countUnread(tx, userId) };
  });
