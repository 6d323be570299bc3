import * as z from 'zod';
import { findCase } from '#server/domains/simulation/index.ts';
import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { tellBoth } from './show-visit.ts';
import { closedBy } from './visit.ts';
import * as visits from './visits.queries.ts';

export function defineVideoJobs(ctx: Context): void {
  ctx.jobs.define('video.closeVisits', z.object({}), () => closeVisits(ctx), { cron: '* * * * *' });
}

/** Ends visits whose time is over, and deletes what still waits in them. A visit without both people was missed. */
const closeVisits = (ctx: Context): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    const now = ctx.clock.now();
    for (const row of await visits.listPast(tx, closedBy(now))) {
      await visits.update(tx, row.id, { state: row.started_at ? 'ended' : 'missed', ended_at: now });
      await visits.deleteSignals(tx, row.id);
      const of = await findCase(tx, row.case_id);
      if (of) await tellBoth(ctx, tx, of, row.id);
    }
  });
