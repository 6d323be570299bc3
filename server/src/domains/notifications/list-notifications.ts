import { sql } from 'kysely';
import type { Notification } from '#contract/notifications.ts';
import type { Context } from '#server/platform/context.ts';
import { topicOf } from '#server/domains/identity/index.ts';
import { type Tx, withUser } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { invalidInput } from '#server/platform/refusal.ts';
import type { NotificationRow, Presented, Presenter } from './present.ts';

export interface ListQuery {
  readonly unread_only: boolean;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Rows the reader may no longer see are left out and count as read, so that no mark stays for something nobody can open. */
export async function listNotifications(
  ctx: Context,
  presenters: ReadonlyMap<string, Presenter>,
  reader: SignedIn,
  query: ListQuery,
) {
  const rows = await withUser(ctx.db, reader.userId, (tx) => select(tx, reader.userId, query));
  const shown = rows.slice(0, query.limit);
  const said = await present(presenters, reader, shown);
  const gone = shown.filter((row) => row.read_at === null && !said.has(row.id)).map((row) => row.id);
  const unread_count = await withUser(ctx.db, reader.userId, async (tx) => {
    if (gone.length > 0) await markRead(ctx, tx, reader.userId, gone);
    return countUnread(tx, reader.userId);
  });
  const last = shown.at(-1);
  return {
    rows: shown.flatMap((row) => toNotification(row, said.get(row.id))),
    next_cursor: rows.length > query.limit && last ? `${last.at.toISOString()}_${last.id}` : null,
    unread_count,
  };
}

async function select(tx: Tx, userId: string, { unread_only, limit, cursor }: ListQuery): Promise<NotificationRow[]> {
  const after = cursor === undefined ? null : /^(\d{4}-[\d:.TZ-]{20})_([0-9a-f-]{36})$/.exec(cursor);
  if (cursor !== undefined && !after) throw invalidInput({ cursor: ['invalid'] });
  const { rows } =
    await sql<NotificationRow>`select id, domain, kind, subject_id, actor_id, count, subject, path, at, read_at from notifications
    where user_id = ${userId} ${unread_only ? sql`and read_at is null` : sql``} ${after ? sql`and (at, id) < (${after[1]}, ${after[2]}::uuid)` : sql``}
    order by at desc, id desc limit ${limit + 1}`.execute(tx);
  return rows;
}

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
