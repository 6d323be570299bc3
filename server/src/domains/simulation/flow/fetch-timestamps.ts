import * as z from 'zod';
import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { oneByOne } from '#server/platform/jobs/one-by-one.ts';
import { requestTimestamp, TimestampServiceError } from '#server/platform/timestamps/request-timestamp.ts';
import { insertTimestamp, isStampOverdue, listUnstamped } from './timestamps.queries.ts';

/** The highest number of signatures that one run handles, the newest first. A run starts every minute. */
const BATCH = 20;
/** For this long the service may be down before a run counts as failed. */
const PATIENCE_MS = 24 * 3_600_000;

export function defineTimestampJob(ctx: Context): void {
  ctx.jobs.define('simulation.fetchTimestamps', z.object({}), () => fetchTimestamps(ctx), { cron: '* * * * *' });
}

/**
 * Fetches a timestamp for each signature that has none, if a timestamp service is configured. Signing never waits for
 * that service. If the service fails, the run stops after that request, and the next run tries again. The run counts as
 * failed, unless the service has been down for less than a day. The system page and an alert name failed jobs.
 */
async function fetchTimestamps(ctx: Context): Promise<void> {
  const { timestamps } = ctx.config;
  if (!timestamps) return;
  const unstamped = await withSystem(ctx.system, (tx) => listUnstamped(tx, BATCH));
  const rows = unstamped.map((row) => ({ ...row, id: row.case_id }));
  let hasFailed = false;
  await oneByOne(ctx.log, rows, async ({ case_id, version, seal }) => {
    if (hasFailed) return;
    try {
      const { at, ...stamp } = await requestTimestamp(timestamps, seal);
      await withSystem(ctx.system, (tx) => insertTimestamp(tx, { case_id, version, stamped_at: at, ...stamp }));
    } catch (error) {
      if (!(error instanceof TimestampServiceError)) throw error;
      hasFailed = true;
      const since = new Date(ctx.clock.now().getTime() - PATIENCE_MS);
      if (!error.isDown || (await withSystem(ctx.system, (tx) => isStampOverdue(tx, since)))) throw error;
      ctx.log.warn({ reason: error.message }, 'timestamp service');
    }
  });
}
