import { ReviewLimits, type MyReview } from '#contract/reviews.ts';
import { findSlots, showSlots } from '#server/domains/bookings/index.ts';
import { namesOf } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { withUser } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { findOpen } from './answer-review.ts';
import { daysAfter } from './choose-time.ts';
import { openReviews } from './reviews.queries.ts';

/** Lists the proposed review visits that the caller has not answered yet. */
export const listMyReviews = (ctx: Context, { userId }: SignedIn) =>
  withUser(ctx.db, userId, async (tx): Promise<{ reviews: MyReview[] }> => {
    const rows = await openReviews(tx, ctx.clock.now()).execute();
    const names = await namesOf(
      tx,
      rows.map(({ practitioner_id }) => practitioner_id),
    );
    const reviews = rows.map((row) => ({
      id: row.id,
      visited_at: row.visited_at.toISOString(),
      starts_at: row.starts_at.toISOString(),
      ends_at: row.ends_at.toISOString(),
      timezone: row.timezone,
      site_name: row.site_name,
      site_address: row.site_address,
      practitioner_name: names.get(row.practitioner_id) ?? '',
      is_video: row.is_video,
      expires_at: (row.expires_at ?? row.starts_at).toISOString(),
    }));
    return { reviews };
  });

/** Lists the times of the same practitioner for a review visit, including the time that is held for this patient. */
export const listReviewTimes = (ctx: Context, { userId }: SignedIn, reviewId: string) =>
  withUser(ctx.db, userId, async (tx) => {
    const known = await tx.selectFrom('visit_reviews').select('id').where('id', '=', reviewId).executeTakeFirst();
    if (!known) throw new Refusal('NOT_FOUND');
    const { service_id, practitioner_id, time_id, ...review } = await findOpen(ctx, tx, reviewId);
    const { first_choice, last_choice } = ReviewLimits;
    const span = daysAfter(review.visited_at, review.visited_zone, first_choice, last_choice);
    const rules = { by: 'desk' as const, now: ctx.clock.now(), except: time_id ?? undefined };
    return showSlots(await findSlots(tx, { service_id, practitioner_id, ...span }, rules));
  });
