import type { Context } from '#server/platform/context.ts';
import { type Tx, withUser } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { listAble } from './able.ts';
import { type Found, findForUpdate, updateOffer } from './appointments.queries.ts';
import { note, tellChange, thePatient } from './history.ts';
import { listOfferTimes, type OfferTime } from './offer-times.ts';
import { closePages } from './payment-pages.ts';

/**
 * Chooses one of the times that the offer holds. The quote names the date, so the patient has to accept the quote again
 * after choosing another time. The name of the patient then follows the account again (see `followContact`). The
 * payment page for the earlier date is closed. Choosing the same time again changes nothing.
 *
 * @throws TIME_TAKEN also if the practitioner of the time may no longer work
 */
export async function chooseTime(ctx: Context, { userId }: SignedIn, id: string, timeId: string): Promise<void> {
  const able = await listAble(ctx.db);
  await withUser(ctx.db, userId, async (tx) => {
    const found = await findForUpdate(tx, id);
    if (found?.row.patient_id !== userId) throw new Refusal('NOT_FOUND');
    const { offer } = found;
    if (offer?.state !== 'open' || offer.expires_at <= ctx.clock.now()) throw new Refusal('OFFER_EXPIRED');
    const time = (await listOfferTimes(tx, [offer.id])).find((one) => one.id === timeId);
    if (!time) throw new Refusal('NOT_FOUND');
    const isFree = time.state === 'held' && (time.is_chosen || able.includes(time.practitioner_id));
    if (!isFree) throw new Refusal('TIME_TAKEN', { starts_at: time.starts_at.toISOString() });
    if (!time.is_chosen) await choose(ctx, tx, found, time, userId);
  });
}

async function choose(ctx: Context, tx: Tx, { row, offer }: Found, time: OfferTime, userId: string): Promise<void> {
  const choice = tx.updateTable('appointment_offer_times').where('offer_id', '=', time.offer_id);
  await choice.set({ is_chosen: false }).where('is_chosen', '=', true).execute();
  await choice.set({ is_chosen: true }).where('time_id', '=', time.id).execute();
  await updateOffer(tx, time.offer_id, {
    scheduled_at: time.starts_at,
    timezone: time.timezone,
    accepted_at: null,
    accepted_quote: null,
    accepted_name: null,
  });
  if (offer?.accepted_quote) await ctx.outbox.emit(tx, 'appointments.acceptanceCleared', { patient_id: userId });
  await closePages(ctx, tx, time.offer_id);
  const details = { scheduled_at: time.starts_at.toISOString(), timezone: time.timezone };
  await note(ctx, tx, row.id, thePatient(userId), { kind: 'time_chosen', details });
  await tellChange(ctx, tx, row);
}
