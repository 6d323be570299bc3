import * as z from 'zod';
import type { Context } from '#server/platform/context.ts';
import { tellOverdueAnswers } from './answer-clock.ts';
import { sendCommunityDigests } from './digest.ts';
import { deleteEndedChannels } from './end-channel.ts';
import { remindOfHolds } from './holds.ts';
import { tellExpiredGuides } from './guide-expiry.ts';
import { deleteUnusedImages } from './images.ts';
import { TELL_JOB, TellDecision, tellDecision } from './tell-decision.ts';

export function defineCommunityJobs(ctx: Context): void {
  ctx.jobs.define('community.deleteUnusedImages', z.object({}), () => deleteUnusedImages(ctx), { cron: '35 3 * * *' });
  ctx.jobs.define(TELL_JOB, TellDecision, (decision) => tellDecision(ctx, decision));
  ctx.jobs.define('community.deleteEndedChannels', z.object({}), () => deleteEndedChannels(ctx), {
    cron: '20 * * * *',
  });
  ctx.jobs.define('community.tellOverdueAnswers', z.object({}), () => tellOverdueAnswers(ctx), { cron: '50 * * * *' });
  ctx.jobs.define('community.remindOfHolds', z.object({}), () => remindOfHolds(ctx), { cron: '55 * * * *' });
  ctx.jobs.define('community.tellExpiredGuides', z.object({}), () => tellExpiredGuides(ctx), { cron: '5 7 * * *' });
  ctx.jobs.define('community.sendDigests', z.object({}), () => sendCommunityDigests(ctx), { cron: '10 * * * *' });
}
