import * as z from 'zod';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import { oneByOne } from '#server/platform/jobs/one-by-one.ts';
import * as cases from '../cases.queries.ts';
import '../events.ts';
import { tellAbout } from '../tell-about.ts';
import * as flow from './case-flow.queries.ts';
import { returnCases } from './return-cases.ts';

const HOUR_MS = 3_600_000;
/** The number of hours before the due time at which the doctor is reminded. */
const WARNING_HOURS = 12;
/** The maximum number of cases that one run handles. A run starts every ten minutes. */
const MOST = 1000;

export function defineDueTimeJob(ctx: Context): void {
  ctx.jobs.define('simulation.watchDueTimes', z.object({}), () => watchDueTimes(ctx), { cron: '*/10 * * * *' });
}

/**
 * Puts the cases of doctors who may no longer work back into the queue. Sends one warning after a missed due time, and
 * one reminder before each due time. The patient of a late case is granted a redo.
 */
async function watchDueTimes(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const soon = new Date(now.getTime() + WARNING_HOURS * HOUR_MS);
  // The steps run separately, so that an error in one does not prevent the others.
  const rounds = [
    { id: 'return', run: () => returnCases(ctx, MOST) },
    { id: 'late', run: () => warnAll(ctx, 'late', now, makeGood) },
    { id: 'due_soon', run: () => warnAll(ctx, 'due_soon', soon, remind) },
  ];
  await oneByOne(ctx.log, rounds, ({ run }) => run());
}

type Warning = (ctx: Context, tx: Tx, row: cases.CaseRow) => Promise<void>;

async function warnAll(ctx: Context, kind: 'due_soon' | 'late', before: Date, warn: Warning): Promise<void> {
  const found = await withSystem(ctx.system, (tx) => flow.listUnwarned(tx, kind, before, MOST));
  await oneByOne(ctx.log, found, ({ id }) =>
    withSystem(ctx.system, async (tx) => {
      const row = await flow.findUnwarnedForUpdate(tx, kind, before, id);
      if (!row) return;
      const now = ctx.clock.now();
      await flow.insertWarning(tx, row.id, row.due_at, kind, now);
      await cases.insertEvent(tx, row.id, kind, null, now);
      await warn(ctx, tx, row);
      await tellAbout(ctx, tx, row);
    }),
  );
}

const about = (row: cases.CaseRow) => ({
  case_id: row.id,
  user_id: row.patient_id,
  practitioner_id: row.practitioner_id ?? row.assigned_to,
});

const remind: Warning = (ctx, tx, row) => ctx.outbox.emit(tx, 'simulation.dueSoon', about(row));

async function makeGood(ctx: Context, tx: Tx, row: cases.CaseRow): Promise<void> {
  await flow.insertCredit(tx, row.id, row.due_at, ctx.clock.now());
  // A late case no longer needs a reminder, so its reminder is stored as already sent.
  await flow.insertWarning(tx, row.id, row.due_at, 'due_soon', ctx.clock.now());
  await ctx.outbox.emit(tx, 'simulation.late', about(row));
}
