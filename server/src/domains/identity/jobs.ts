import * as z from 'zod';
import type { Context } from '#server/platform/context.ts';
import { DEVICE_LIFE_DAYS } from './known-devices.ts';
import { defineRecheckJob } from './registration/recheck.ts';

const DAY_MS = 24 * 3600 * 1000;

/**
 * Defines the hourly job that deletes expired rows:
 * - sessions and emailed links
 * - changes and confirmations of an email address that the person did not finish
 * - browsers that were not used for a year
 * - counters of tries and of requests
 *
 * Also defines the nightly check of registrations (`recheck.ts`).
 */
export function defineIdentityJobs(ctx: Context): void {
  ctx.jobs.define('identity.forgetExpired', z.object({}), () => forgetExpired(ctx), { cron: '17 * * * *' });
  defineRecheckJob(ctx);
}

async function forgetExpired({ db, clock }: Context): Promise<void> {
  const now = new Date();
  await db.deleteFrom('sessions').where('expires_at', '<', now).execute();
  await db.deleteFrom('verifications').where('expires_at', '<', now).execute();
  await db.deleteFrom('email_changes').where('expires_at', '<', clock.now()).execute();
  await db.deleteFrom('email_confirmations').where('expires_at', '<', clock.now()).execute();
  const forgotten = new Date(clock.now().getTime() - DEVICE_LIFE_DAYS * DAY_MS);
  await db.deleteFrom('known_devices').where('last_used_at', '<', forgotten).execute();
  await db
    .deleteFrom('tries')
    .where('since', '<', new Date(now.getTime() - DAY_MS))
    .execute();
  await db
    .deleteFrom('rate_limits')
    .where('last_request', '<', now.getTime() - DAY_MS)
    .execute();
}
