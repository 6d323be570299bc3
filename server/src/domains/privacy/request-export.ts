import type { Selectable } from 'kysely';
import { ExportLifeDays, type MyExport } from '#contract/privacy.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import type { ExportsTable } from './privacy.table.ts';

const DAY_MS = 86_400_000;
/**
 * The number of milliseconds after which an unfinished copy is treated as failed. By then the process that created it
 * has stopped.
 */
const PREPARING_MS = 2 * 3_600_000;

type ExportRow = Selectable<ExportsTable>;

/** Returns the newest copy of the person's data, unless it has expired. */
export async function getExport(ctx: Context, userId: string): Promise<MyExport | null> {
  const row = await findNewest(ctx.db, userId);
  const isOver = row?.expires_at && row.expires_at <= ctx.clock.now();
  return row && !isOver ? show(row, ctx.clock.now()) : null;
}

/** Requests a copy of the person's data. If a copy is already in progress, returns that copy. */
export const requestExport = (ctx: Context, userId: string): Promise<MyExport> =>
  ctx.db.transaction().execute(async (tx) => {
    const now = ctx.clock.now();
    const stuck = new Date(now.getTime() - PREPARING_MS);
    await tx
      .updateTable('exports')
      .set({ failed_at: now })
      .where('user_id', '=', userId)
      .where('ready_at', 'is', null)
      .where('failed_at', 'is', null)
      .where('requested_at', '<', stuck)
      .execute();
    const made = await tx
      .insertInto('exports')
      .values({
        user_id: userId,
        requested_at: now,
        ready_at: null,
        failed_at: null,
        expires_at: null,
        size_bytes: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    if (made) await ctx.jobs.send(tx, 'privacy.buildExport', { export_id: made.id });
    const row = made ?? (await findNewest(tx, userId));
    if (!row) throw new Error('the export that was in the way is gone');
    return show(row, now);
  });

export const expiryOf = (ready: Date): Date => new Date(ready.getTime() + ExportLifeDays * DAY_MS);

const findNewest = (db: Db | Tx, userId: string): Promise<ExportRow | undefined> =>
  db
    .selectFrom('exports')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('requested_at', 'desc')
    .limit(1)
    .executeTakeFirst();

function show(row: ExportRow, now: Date): MyExport {
  const isStuck = row.ready_at === null && now.getTime() - row.requested_at.getTime() > PREPARING_MS;
  return {
    id: row.id,
    state: row.failed_at || isStuck ? 'failed' : row.ready_at ? 'ready' : 'preparing',
    requested_at: row.requested_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    size_bytes: row.size_bytes,
  };
}
