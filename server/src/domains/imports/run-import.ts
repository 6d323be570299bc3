import type { ImportOutcome } from '#contract/imports.ts';
import { makeInvited } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import * as queries from './imports.queries.ts';
import { meaningOf } from './judge-row.ts';
import { type JudgedRow, judgeRows } from './look-around.ts';

/** The number of rows in one transaction. A batch locks the import for a few hundred milliseconds at most. */
const BATCH = 100;

interface Step {
  readonly during: 'checking' | 'running';
  /** Handles one batch and returns the outcome of each row. */
  work(ctx: Context, tx: Tx, file: queries.ImportRecord, rows: JudgedRow[]): Promise<JudgedRow[]>;
  finish(ctx: Context, tx: Tx, file: queries.ImportRecord): Promise<unknown>;
}

const dryRun: Step = {
  during: 'checking',
  work: async (_ctx, _tx, _file, rows) => rows,
  finish: (_ctx, tx, { id }) => queries.updateImport(tx, id, { state: 'checked' }),
};

const realRun: Step = {
  during: 'running',
  work: makeRows,
  async finish(ctx, tx, { id, made_by, expected }) {
    await queries.updateImport(tx, id, { state: 'done', ran_at: ctx.clock.now() });
    await queries.emptyCells(tx, id);
    await ctx.audit.record(tx, {
      actor: made_by ?? 'system',
      ...(made_by && { actor_role: 'admin' as const }),
      action: 'import.ran',
      subject: `import:${id}`,
      patient_id: null,
      reason: 'administration',
      details: { rows: expected },
    });
  },
};

export const checkRows = (ctx: Context, importId: string, signal: AbortSignal): Promise<void> =>
  walk(ctx, importId, signal, dryRun);

/**
 * Runs the import. The outcome of each row is decided again, because the database may have changed since the dry run.
 */
export const runRows = (ctx: Context, importId: string, signal: AbortSignal): Promise<void> =>
  walk(ctx, importId, signal, realRun);

/** Handles the rows of an import in batches. A job that stopped continues with the next batch when it runs again. */
async function walk(ctx: Context, importId: string, signal: AbortSignal, step: Step): Promise<void> {
  let isOver = false;
  while (!isOver) {
    signal.throwIfAborted();
    isOver = await withSystem(ctx.system, async (tx) => {
      const file = await queries.lockImport(tx, importId);
      if (file?.state !== step.during) return true;
      const rows = await queries.nextRows(tx, importId, file.handled, BATCH);
      if (rows.length === 0) {
        await step.finish(ctx, tx, file);
        return true;
      }
      const judged = await step.work(ctx, tx, file, await judgeRows(tx, file, rows, ctx.clock.now()));
      await queries.updateJudged(tx, importId, judged);
      await queries.updateImport(tx, importId, { handled: file.handled + rows.length });
      if (step.during === 'running') await tell(ctx, tx, file, judged);
      return false;
    });
  }
}

const isMade = ({ outcome }: { outcome: ImportOutcome }): boolean => outcome === 'new' || outcome === 'add';

async function makeRows(ctx: Context, tx: Tx, file: queries.ImportRecord, rows: JudgedRow[]): Promise<JudgedRow[]> {
  const made_at = ctx.clock.now();
  const meant = new Map(rows.map((row) => [row, meaningOf(row.cells, file)]));
  const fresh = rows.filter(({ outcome }) => outcome === 'new');
  const persons = fresh.map((row) => {
    const { email, first_name, last_name, birth_date, phone } = meant.get(row) ?? meaningOf(row.cells, file);
    return { email, first_name, last_name, phone, birth_date: birth_date ?? '', language: file.language };
  });
  const ids = await makeInvited(tx, persons, made_at);
  const idOf = new Map(persons.map(({ email }, at) => [email, ids[at] ?? null]));
  if (fresh.length > 0)
    await tx
      .insertInto('imported_patients')
      .values(
        fresh.map((row, at) => ({
          user_id: ids[at] ?? '',
          import_id: file.id,
          reference: meant.get(row)?.reference ?? null,
          made_at,
        })),
      )
      .execute();

  const done = rows.map((row) => ({ ...row, user_id: row.user_id ?? idOf.get(meant.get(row)?.email ?? '') ?? null }));
  const visits = done.filter(isMade).flatMap((row) => {
    const { treatment } = meaningOf(row.cells, file);
    return treatment && row.user_id
      ? [{ ...treatment, user_id: row.user_id, import_id: file.id, ground: file.ground, made_at }]
      : [];
  });
  if (visits.length > 0) await tx.insertInto('imported_treatments').values(visits).execute();
  return done;
}

/** Adds an entry to the access log of each person who received records. */
async function tell(ctx: Context, tx: Tx, file: queries.ImportRecord, rows: readonly JudgedRow[]): Promise<void> {
  const ids = new Set(rows.filter(isMade).flatMap(({ user_id }) => user_id ?? []));
  for (const id of ids)
    await ctx.audit.record(tx, {
      actor: file.made_by ?? 'system',
      ...(file.made_by && { actor_role: 'admin' as const }),
      action: 'import.added',
      subject: `import:${file.id}`,
      patient_id: id,
      reason: 'administration',
    });
}
