import { sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';
import './events.ts';

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
