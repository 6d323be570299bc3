import * as z from 'zod';
import type { Context } from '#server/platform/context.ts';
import { measureOutcomes } from './measure-outcomes.ts';
import { computeReport } from './report.ts';

export function defineEvidenceJobs(ctx: Context): void {
  ctx.jobs.define('evidence.measure', z.object({}), (_payload, { signal }) => measureOutcomes(ctx, signal), {
    cron: '20 1 * * *',
  });
  // The job runs every day, because the service may be down on the first day of the month. Later runs do not replace
  // the first report of the month.
  ctx.jobs.define('evidence.report', z.object({}), () => computeReport(ctx), { cron: '20 4 * * *' });
}
