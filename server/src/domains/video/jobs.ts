import * as z from 'zod';
import { listTimes } from '#server/domains/bookings/index.ts';
import { findCase, inChargeOf } from '#server/domains/simulation/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import { oneByOne } from '#server/platform/jobs/one-by-one.ts';
import { cancelVisitsWithoutDoctor } from './cancel-visit.ts';
import { remindOfVisits } from './remind-visits.ts';
import { tellBoth } from './show-visit.ts';
import { closedBy, type VisitRow } from './visit.ts';
import * as visits from './visits.queries.ts';

export function defineVideoJobs(ctx: Context): void {
  ctx.jobs.define('video.closeVisits', z.object({}), () => closeVisits(ctx), { cron: '* * * * *' });
  ctx.jobs.define('video.remindOfVisits', z.object({}), () => remindOfVisits(ctx), { cron: '* * * * *' });
  ctx.jobs.define('video.cancelWithoutDoctor', z.object({}), () => cancelVisitsWithoutDoctor(ctx), {
    cron: '*/10 * * * *',
  });
}

/**
 * Ends visits whose period is over, and deletes the signals that still wait. If patient and practitioner did not meet,
 * the visit counts as missed.
 */
async function closeVisits(ctx: Context): Promise<void> {
  const past = await withSystem(ctx.system, (tx) => visits.listPast(tx, closedBy(ctx.clock.now())));
  await oneByOne(ctx.log, past, ({ id }) => withSystem(ctx.system, (tx) => close(ctx, tx, id)));
}

/** Ends one visit. It is read again under the lock, because its time may have been moved in the meantime. */
async function close(ctx: Context, tx: Tx, id: string): Promise<void> {
  const now = ctx.clock.now();
  const row = await visits.findForUpdate(tx, id);
  if (!row || row.ended_at || row.planned_at > closedBy(now)) return;
  await visits.update(tx, id, { state: row.started_at ? 'ended' : 'missed', ended_at: now });
  await visits.deleteSignals(tx, id);
  await tellBoth(ctx, tx, { patient_id: row.patient_id, practitioner_id: await practitionerOf(tx, row) }, id);
}

async function practitionerOf(tx: Tx, { case_id, time_id }: VisitRow): Promise<string | null> {
  const found = case_id ? await findCase(tx, case_id) : undefined;
  if (found) return inChargeOf(found);
  const [time] = time_id ? await listTimes(tx, [time_id]) : [];
  return time?.practitioner_id ?? null;
}
