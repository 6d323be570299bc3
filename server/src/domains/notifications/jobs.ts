import * as z from 'zod';
import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { sendDigests } from './digest/send-digests.ts';
import { forgetOldNews } from './notify.ts';
import { releaseHeld } from './release-held.ts';

export function defineNotificationJobs(ctx: Context): void {
  const every = (job: string, cron: string, work: () => Promise<unknown>) =>
    ctx.jobs.define(`notifications.${job}`, z.object({}), async () => void (await work()), { cron });
  every('releaseHeld', '* * * * *', () => releaseHeld(ctx));
  every('sendDigests', '5 * * * *', () => sendDigests(ctx));
  every('forgetOld', '50 3 * * *', () => withSystem(ctx.system, (tx) => forgetOldNews(tx, ctx.clock.now())));
}
