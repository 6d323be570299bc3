import { releaseTimes } from '#server/domains/bookings/index.ts';
import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { oneByOne } from '#server/platform/jobs/one-by-one.ts';
import { tellPractitioner } from './tell-review.ts';

/**
 * Ends proposed review visits that the patient did not answer in time, and releases their held times. The
 * practitioner's agenda then shows that no review is booked. The team gets no inbox entry.
 */
export async function expireReviews(ctx: Context): Promise<void> {
  const due = await withSystem(ctx.system, (tx) =>
    tx
      .selectFrom('visit_reviews')
      .select('id')
      .where('state', '=', 'open')
      .where('expires_at', '<=', ctx.clock.now())
      .orderBy('expires_at')
      .limit(500)
      .execute(),
  );
  await oneByOne(ctx.log, due, ({ id }) => expire(ctx, id));
}

const expire = (ctx: Context, id: string): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    const now = ctx.clock.now();
    const expired = await tx
      .updateTable('visit_reviews as r')
      .from('booked_times as b')
      .set({ state: 'expired', answered_at: now })
      .whereRef('b.id', '=', 'r.time_id')
      .where('r.id', '=', id)
      .where('r.state', '=', 'open')
      .where('r.expires_at', '<=', now)
      .returning(['r.time_id', 'r.appointment_id', 'b.practitioner_id'])
      .executeTakeFirst();
    if (!expired?.time_id) return;
    await releaseTimes(ctx, tx, [expired.time_id]);
    await tellPractitioner(ctx, tx, expired.practitioner_id, expired.appointment_id);
  });
