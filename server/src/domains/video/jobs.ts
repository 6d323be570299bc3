import * as z from 'zod';
import { listTimes } from '#server/domains/bookings/index.ts';
import { findCase } from '#server/domains/simulation/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import { remindOfVisits } from './remind-visits.ts';
import { tellBoth } from './show-visit.ts';
import { closedBy, type VisitRow } from './visit.ts';
import * as visits from './visits.queries.ts';

export function defineVideoJobs(ctx: Context): void {
  ctx.jobs.define('video.closeVisits', z.object({}), () => closeVisits(ctx), { cron: '* * * * *' });
  ctx.jobs.define('video.remindOfVisits', z.object({}), () => remindOfVisits(ctx), { cron: '* * * * *' });
}

/**
 * Ends visits whose period is over, and deletes the signals that still wait. If patient and practitioner did not meet,
 * the visit counts as missed.
 */
const closeVisits = (ctx: Context): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    const now = ctx.clock.now();
    for (const row of await visits.listPast(tx, closedBy(now))) {
      await visits.update(tx, row.id, { state: row.started_at ? 'ended' : 'missed', ended_at: now });
      await visits.deleteSignals(tx, row.id);
      await tellBoth(ctx, tx, { patient_id: row.patient_id, practitioner_id: await practitionerOf(tx, row) }, row.id);
    }
  });

async function practitionerOf(tx: Tx, { case_id, time_id }: VisitRow): Promise<string | null> {
  if (case_id) return (await findCase(tx, case_id))?.practitioner_id ?? null;
  const [time] = time_id ? await listTimes(tx, [time_id]) : [];
  return time?.practitioner_id ?? null;
}
