import * as z from 'zod';
import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { requestTimestamp } from '#server/platform/timestamps/request-timestamp.ts';
import { TimestampError } from '#server/platform/timestamps/verify-timestamp.ts';
import { insertTimestamp, listUnstamped } from './timestamps.queries.ts';

/** The highest number of signatures that one run handles, the newest first. A run starts every minute. */
const BATCH = 20;

export function defineTimestampJob(ctx: Context): void {
  ctx.jobs.define('simulation.fetchTimestamps', z.object({}), () => fetchTimestamps(ctx), { cron: '* * * * *' });
}

/**
 * Fetches a timestamp for each signature that has none, if a timestamp service is configured. Signing never waits for
 * that service. While the service is down, the job tries again every minute.
 */
async function fetchTimestamps(ctx: Context): Promise<void> {
  const { timestamps } = ctx.config;
  if (!timestamps) return;
  for (const { case_id, version, seal } of await withSystem(ctx.system, (tx) => listUnstamped(tx, BATCH))) {
    try {
      const { at, ...stamp } = await requestTimestamp(timestamps, seal);
      await withSystem(ctx.system, (tx) => insertTimestamp(tx, { case_id, version, stamped_at: at, ...stamp }));
    } catch (error) {
      if (!(error instanceof TimestampError)) throw error;
      ctx.log.warn({ reason: error.message }, 'timestamp service');
      return;
    }
  }
}
