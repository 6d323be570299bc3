import { sql } from 'kysely';
import * as z from 'zod';
import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { tellOverdueAnswers } from './answer-clock.ts';
import { sendCommunityDigests } from './digest.ts';
import { deleteEndedChannels } from './end-channel.ts';
import './events.ts';
import { forgetPresence } from './follows.ts';
import { remindOfHolds } from './holds.ts';
import { deleteUnusedImages } from './images.ts';
import { TELL_JOB, TellDecision, tellDecision } from './tell-decision.ts';

export function defineCommunityJobs(ctx: Context): void {
  ctx.jobs.define('community.deleteUnusedImages', z.object({}), () => deleteUnusedImages(ctx), { cron: '35 3 * * *' });
  ctx.jobs.define(TELL_JOB, TellDecision, (decision) => tellDecision(ctx, decision));
  const deleteEnded = async () => {
    await forgetPresence(ctx);
    await deleteEndedChannels(ctx);
  };
  ctx.jobs.define('community.deleteEndedChannels', z.object({}), deleteEnded, { cron: '20 * * * *' });
  ctx.jobs.define('community.tellOverdueAnswers', z.object({}), () => tellOverdueAnswers(ctx), { cron: '50 * * * *' });
  ctx.jobs.define('community.remindOfHolds', z.object({}), () => remindOfHolds(ctx), { cron: '55 * * * *' });
  ctx.jobs.define('community.tellExpiredGuides', z.object({}), () => tellExpiredGuides(ctx), { cron: '5 7 * * *' });
  ctx.jobs.define('community.sendDigests', z.object({}), () => sendCommunityDigests(ctx), { cron: '10 * * * *' });
}

/**
 * Notifies the author, the reviewer and the moderators of a guide, once for each review, that the review is due again.
 */
export const tellExpiredGuides = (ctx: Context): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    const now = ctx.clock.now();
    const { rows } = await sql<{
      guide_id: string;
      channel_id: string;
    }>`update guide_reviews r set expired_told_at = ${now}
      from guides g where g.id = r.guide_id and r.expired_told_at is null and r.review_again_at <= ${now}
      returning r.guide_id, g.channel_id`.execute(tx);
    for (const guide of rows) await ctx.outbox.emit(tx, 'community.guideExpired', guide);
  });
