import { sql } from 'kysely';
import * as z from 'zod';
import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { inviteAll } from './invite-imported.ts';
import { checkRows, runRows } from './run-import.ts';
import { undoRows } from './undo-import.ts';

const OfImport = z.object({ import_id: z.uuid() });
const DAY_MS = 86_400_000;
/**
 * A file that was never imported is deleted after this many days. The report of an imported file is deleted
 * `REPORT_DAYS` after the end of its run, or after the start of a run that did not end.
 */
const DRAFT_DAYS = 1;
const REPORT_DAYS = 30;
/**
 * If the job of an import failed, the stored cells of its file are deleted after this many days. A job is not retried
 * after that time.
 */
const CELLS_DAYS = 7;

export function defineImportJobs(ctx: Context): void {
  const steps = {
    'imports.check': checkRows,
    'imports.run': runRows,
    'imports.undo': undoRows,
  };
  for (const [name, work] of Object.entries(steps))
    ctx.jobs.define(name, OfImport, ({ import_id }, { signal }) => work(ctx, import_id, signal), {
      expireInSeconds: 3600,
    });
  ctx.jobs.define(
    'imports.invite',
    OfImport.extend({ again: z.boolean() }),
    (asked, { signal }) => inviteAll(ctx, asked, signal),
    { expireInSeconds: 3600 },
  );
  ctx.jobs.define('imports.forget', z.object({}), () => forget(ctx), { cron: '47 3 * * *' });
}

const forget = (ctx: Context): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    const before = (days: number) => new Date(ctx.clock.now().getTime() - days * DAY_MS);
    await tx
      .deleteFrom('imports')
      .where('state', 'in', ['receiving', 'checking', 'checked'])
      .where('made_at', '<', before(DRAFT_DAYS))
      .execute();
    await tx
      .updateTable('import_rows')
      .set({ cells: null })
      .where('cells', 'is not', null)
      .where('import_id', 'in', (eb) => eb.selectFrom('imports').select('id').where('made_at', '<', before(CELLS_DAYS)))
      .execute();
    await tx
      .deleteFrom('import_rows')
      .where('import_id', 'in', (eb) =>
        eb.selectFrom('imports').select('id').where(sql<Date>`coalesce(ran_at, began_at)`, '<', before(REPORT_DAYS)),
      )
      .execute();
  });
