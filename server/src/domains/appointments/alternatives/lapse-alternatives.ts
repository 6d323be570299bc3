import { releaseTimes } from '#server/domains/bookings/index.ts';
import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { oneByOne } from '#server/platform/jobs/one-by-one.ts';
import { findForUpdate, updateOffer } from '../appointments.queries.ts';
import { note, putIntoInbox, tellChange, theService } from '../history.ts';
import { mailAbout } from '../mail-appointment.ts';
import { listAlternatives } from '../offer-times.ts';
import { idsOf, tellPractitioners } from './alternatives.ts';

/**
 * Ends alternatives if the patient chose none of them in time. The held times are released, and the team arranges
 * another time with the patient. The appointment stays confirmed, and nothing is refunded.
 */
export async function lapseAlternatives(ctx: Context): Promise<void> {
  const due = await withSystem(ctx.system, (tx) =>
    tx
      .selectFrom('appointment_offers as o')
      .innerJoin('appointments as a', 'a.id', 'o.appointment_id')
      .select(['o.id', 'o.appointment_id'])
      .where('o.alternatives_until', '<=', ctx.clock.now())
      .where('o.alternatives_over_at', 'is', null)
      .where('o.state', 'in', ['paid', 'agreed'])
      .where('a.status', '=', 'confirmed')
      .orderBy('o.alternatives_until')
      .limit(500)
      .execute(),
  );
  await oneByOne(ctx.log, due, (offer) => lapse(ctx, offer));
}

/**
 * Ends the alternatives of one offer. The state is checked again under the lock, because the patient may have chosen in
 * the meantime, or the team may have offered other times.
 */
const lapse = (ctx: Context, { id, appointment_id }: { id: string; appointment_id: string }): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    const found = await findForUpdate(tx, appointment_id);
    const now = ctx.clock.now();
    const { alternatives_until: until = null, alternatives_over_at: over = null } = found?.offer ?? {};
    if (found?.offer?.id !== id || found.row.status !== 'confirmed' || !until || until > now || over) return;
    const times = await listAlternatives(tx, id);
    await releaseTimes(ctx, tx, idsOf(times));
    await updateOffer(tx, id, { alternatives_over_at: now });
    await note(ctx, tx, appointment_id, theService, { kind: 'alternatives_over' });
    await putIntoInbox(ctx, tx, appointment_id, 'alternatives_over');
    await tellPractitioners(ctx, tx, times, appointment_id);
    await tellChange(ctx, tx, found.row);
    await mailAbout(ctx, tx, appointment_id, {
      template: 'appointment_alternatives_over',
      key: `appointment_alternatives_over:${id}:${until.getTime()}`,
    });
  });
