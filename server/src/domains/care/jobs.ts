import * as z from 'zod';
import { URGENT_ANSWER_MINUTES } from '#contract/care.ts';
import { findCase } from '#server/domains/simulation/index.ts';
import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';
import './events.ts';
import { openChecks } from './outcome.ts';
import { listUnansweredForUpdate, update } from './urgent-reports.queries.ts';

const MINUTE_MS = 60_000;

export function defineCareJobs(ctx: Context): void {
  ctx.jobs.define('care.escalateUrgent', z.object({}), () => escalateUrgent(ctx), { cron: '* * * * *' });
  ctx.jobs.define('care.remindOutcomes', z.object({}), () => remindOutcomes(ctx), { cron: '10 8 * * *' });
}

const escalateUrgent = (ctx: Context): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    const now = ctx.clock.now();
    const waiting = await listUnansweredForUpdate(tx, new Date(now.getTime() - URGENT_ANSWER_MINUTES * MINUTE_MS));
    for (const { id, user_id } of waiting) {
      await update(tx, id, { escalated_at: now });
      await ctx.outbox.emit(tx, 'care.urgentEscalated', { report_id: id, user_id }, { key: id });
      await ctx.realtime.publish(tx, { role: 'admin' }, { kind: 'urgent.changed', id });
      await ctx.realtime.publish(tx, { role: 'practitioner' }, { kind: 'urgent.changed', id });
    }
  });

/** Asks once for each check, on the first morning it may be answered. */
const remindOutcomes = (ctx: Context): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    const now = ctx.clock.now();
    const today = now.toISOString().slice(0, 10);
    const dates = await tx.selectFrom('treatment_dates').select(['case_id', 'treated_on']).execute();
    for (const { case_id, treated_on } of dates) {
      const answered = await tx.selectFrom('outcome_checks').select('kind').where('case_id', '=', case_id).execute();
      const due = openChecks(
        treated_on,
        answered.map(({ kind }) => kind),
      ).filter(({ due_on }) => due_on <= today);
      const row = due.length > 0 ? await findCase(tx, case_id) : undefined;
      for (const { kind } of row ? due : []) {
        const reminded = await tx
          .insertInto('outcome_reminders')
          .values({ case_id, kind, sent_at: now })
          .onConflict((conflict) => conflict.doNothing())
          .returning('kind')
          .executeTakeFirst();
        if (reminded && row)
          await ctx.outbox.emit(
            tx,
            'care.outcomeDue',
            { user_id: row.patient_id, case_id },
            { key: `${case_id}:${kind}` },
          );
      }
    }
  });
