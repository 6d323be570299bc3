import { bookTime, releaseTimes } from '#server/domains/bookings/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withUser } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { listAble } from '../able.ts';
import { type Found, findForUpdate, type Offer, update, updateOffer } from '../appointments.queries.ts';
import { note, tellChange, thePatient } from '../history.ts';
import { mailRescheduled } from '../mail-appointment.ts';
import { listOfferTimes, type OfferTime } from '../offer-times.ts';
import { idsOf, isWithoutTime, noAlternatives, tellPractitioners } from './alternatives.ts';

/**
 * Books the alternative that the patient chose. This alternative replaces the time that the clinic cannot keep. The
 * other alternatives are released. The payment and the acceptance of the quote do not change. Choosing the same time
 * again changes nothing.
 *
 * @throws TIME_TAKEN also if the practitioner of the time may no longer work
 */
export async function chooseAlternative(ctx: Context, { userId }: SignedIn, id: string, timeId: string): Promise<void> {
  const able = await listAble(ctx.db);
  await withUser(ctx.db, userId, async (tx) => {
    const found = await findForUpdate(tx, id);
    if (found?.row.patient_id !== userId) throw new Refusal('NOT_FOUND');
    const { row, offer } = found;
    const times = offer ? await listOfferTimes(tx, [offer.id]) : [];
    const time = times.find((one) => one.id === timeId);
    if (!offer || !time) throw new Refusal('NOT_FOUND');
    if (row.status === 'confirmed' && time.state === 'booked' && time.is_chosen) return;
    if (row.status !== 'confirmed' || !isWithoutTime(offer))
      throw new Refusal('NOT_IN_THIS_STATE', { status: row.status });
    const isOpen =
      offer.alternatives_until > ctx.clock.now() && time.state === 'held' && able.includes(time.practitioner_id);
    if (!isOpen || !(await bookTime(ctx, tx, time.id)))
      throw new Refusal('TIME_TAKEN', { starts_at: time.starts_at.toISOString() });
    await choose(tx, time);
    await releaseTimes(ctx, tx, idsOf(times.filter((one) => one !== time)));
    await tellPractitioners(ctx, tx, times, id);
    await follow(ctx, tx, { ...found, offer }, time);
  });
}

const choose = (tx: Tx, { id }: OfferTime): Promise<unknown> =>
  tx.updateTable('appointment_offer_times').set({ is_chosen: true }).where('time_id', '=', id).execute();

/** Writes the new time to the offer, and emails the patient a calendar file with the new time. */
async function follow(
  ctx: Context,
  tx: Tx,
  { row, offer }: Found & { readonly offer: Offer },
  time: OfferTime,
): Promise<void> {
  const { starts_at, timezone } = time;
  await updateOffer(tx, offer.id, { scheduled_at: starts_at, timezone, ...noAlternatives });
  await update(tx, row.id, {
    wish: null,
    updated_at: ctx.clock.now(),
    calendar_sequence: row.calendar_sequence + 1,
  });
  const details = {
    from: offer.scheduled_at.toISOString(),
    to: starts_at.toISOString(),
    timezone,
    timezone_before: offer.timezone,
  };
  await note(ctx, tx, row.id, thePatient(row.patient_id), { kind: 'rescheduled', details });
  await tellChange(ctx, tx, row);
  await mailRescheduled(ctx, tx, row.id);
}
