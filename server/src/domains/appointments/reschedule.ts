import { moveTime } from '#server/domains/bookings/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { invalidInput, Refusal } from '#server/platform/refusal.ts';
import { findForUpdate, type Offer, update, updateOffer } from './appointments.queries.ts';
import { isWithoutTime, lostOf, noAlternatives, takeInstead } from './alternatives/alternatives.ts';
import { note, tellChange, theTeam } from './history.ts';
import { handleAll } from './inbox.ts';
import { mailRescheduled } from './mail-appointment.ts';
import { assertFree } from './make-offer.ts';
import { readFutureTime } from './offer-time.ts';
import { listOfferTimes } from './offer-times.ts';
import { lockProvider } from './providers.queries.ts';

export interface NewTime {
  readonly appointment_id: string;
  readonly scheduled_at: string;
  readonly timezone: string;
  readonly allow_double_booking: boolean;
  readonly allow_outside_hours?: boolean | undefined;
  readonly reason: string;
}

/**
 * Moves a confirmed appointment. The payment and the acceptance of the quote do not change. The patient gets a calendar
 * file that replaces the old one. A repeated call changes nothing.
 */
export const reschedule = (ctx: Context, { userId }: SignedIn, input: NewTime): Promise<void> =>
  withStaff(ctx.db, userId, async (tx) => {
    const found = await findForUpdate(tx, input.appointment_id);
    if (!found) throw new Refusal('NOT_FOUND');
    const { row, offer } = found;
    if (row.status !== 'confirmed' || !offer) throw new Refusal('NOT_IN_THIS_STATE', { status: row.status });
    const now = ctx.clock.now();
    const at = readFutureTime(input.scheduled_at, input.timezone, now);
    await assertZoneOfSite(tx, offer, input);
    if (await isThere(tx, offer, at, input)) return;
    if (isWithoutTime(offer))
      await takeInstead(ctx, tx, offer, { starts_at: at }, { allow_outside_hours: input.allow_outside_hours });
    else if (!(await moveBooked(ctx, tx, offer, at, input))) await assertProviderIsFree(tx, offer, at, input);
    await updateOffer(tx, offer.id, { scheduled_at: at, timezone: input.timezone, ...noAlternatives });
    await handleAll(ctx, tx, row.id, ['alternatives_over']);
    await tx.deleteFrom('appointment_reminders').where('offer_id', '=', offer.id).execute();
    await update(tx, row.id, { wish: null, updated_at: now, calendar_sequence: row.calendar_sequence + 1 });
    const details = {
      from: offer.scheduled_at.toISOString(),
      to: at.toISOString(),
      timezone: input.timezone,
      timezone_before: offer.timezone,
    };
    await note(ctx, tx, row.id, theTeam(userId), { kind: 'rescheduled', reason: input.reason, details });
    await tellChange(ctx, tx, row);
    await mailRescheduled(ctx, tx, row.id);
  });

/**
 * Refuses a time zone that differs from the zone of the site. With another zone, emails and calendars would show the
 * visit at a different hour than the clocks at the site. An offer without booked times has a typed place, whose zone only
 * the team knows.
 */
async function assertZoneOfSite(tx: Tx, offer: Offer, { timezone }: NewTime): Promise<void> {
  const times = await listOfferTimes(tx, [offer.id]);
  const kept = times.find(({ state }) => state === 'booked' || state === 'no_show') ?? lostOf(offer, times);
  if (kept && kept.timezone !== timezone) throw invalidInput({ timezone: ['differs'] });
}

/** Returns whether the appointment already has this time, so that a second click sends no second email. */
async function isThere(tx: Tx, offer: Offer, at: Date, { timezone }: NewTime): Promise<boolean> {
  if (isWithoutTime(offer) || offer.scheduled_at.getTime() !== at.getTime() || offer.timezone !== timezone)
    return false;
  const times = await listOfferTimes(tx, [offer.id]);
  return (
    times.length === 0 || times.some((time) => time.state === 'booked' && time.starts_at.getTime() === at.getTime())
  );
}

/**
 * Moves the booked time of the offer, or books it again if the patient did not come.
 *
 * @returns false if the offer has no booked times
 * @throws Refusal NOT_IN_THIS_STATE if the visit has begun
 */
async function moveBooked(
  ctx: Context,
  tx: Tx,
  offer: Offer,
  starts_at: Date,
  { allow_outside_hours = false }: NewTime,
): Promise<boolean> {
  const times = await listOfferTimes(tx, [offer.id]);
  if (times.length === 0) return false;
  const kept = times.find(({ state }) => state === 'booked' || state === 'no_show');
  if (!kept) throw new Refusal('NOT_IN_THIS_STATE', { status: 'confirmed' });
  await moveTime(ctx, tx, kept.id, { starts_at }, { by: 'desk', allow_outside_hours });
  return true;
}

async function assertProviderIsFree(tx: Tx, offer: Offer, at: Date, input: NewTime): Promise<void> {
  const { provider_id } = await tx
    .selectFrom('appointment_offers')
    .select('provider_id')
    .where('id', '=', offer.id)
    .executeTakeFirstOrThrow();
  if (!provider_id) return;
  await lockProvider(tx, provider_id);
  await assertFree(tx, provider_id, at, input);
}
