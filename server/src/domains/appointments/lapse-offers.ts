import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { oneByOne } from '#server/platform/jobs/one-by-one.ts';
import { findForUpdate } from './appointments.queries.ts';
import { putIntoInbox, theService } from './history.ts';
import { mailAbout } from './mail-appointment.ts';
import { move } from './move.ts';
import { closePages } from './payment-pages.ts';

/**
 * Ends the open offers that have expired. The appointment gets the status `in_progress` again, and the service notifies
 * the patient and the team. If the patient booked the time without the team, the appointment is cancelled instead, and
 * the team has nothing to do.
 */
export async function lapseOffers(ctx: Context): Promise<void> {
  const due = await withSystem(ctx.system, (tx) =>
    tx
      .selectFrom('appointment_offers')
      .select(['id', 'appointment_id'])
      .where('state', '=', 'open')
      .where('expires_at', '<=', ctx.clock.now())
      .orderBy('expires_at')
      .limit(500)
      .execute(),
  );
  await oneByOne(ctx.log, due, (offer) => lapse(ctx, offer));
}

/**
 * Ends one offer. The offer is checked again under the lock, because it may have been paid or replaced in the meantime.
 */
const lapse = (ctx: Context, { id, appointment_id }: { id: string; appointment_id: string }): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    const found = await findForUpdate(tx, appointment_id);
    if (found?.offer?.id !== id || found.offer.state !== 'open') return;
    const { is_direct } = found.offer;
    await move(ctx, tx, found, { kind: is_direct ? 'let_go' : 'lapse' }, theService, { kind: 'offer_expired' });
    await closePages(ctx, tx, id);
    if (!is_direct) await putIntoInbox(ctx, tx, appointment_id, 'offer_expired');
    const template = is_direct ? 'appointment_time_let_go' : 'appointment_offer_expired';
    await mailAbout(ctx, tx, appointment_id, { template, key: `${template}:${id}`, offer: found.offer });
  });
