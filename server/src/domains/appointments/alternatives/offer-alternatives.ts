import { randomUUIDv7 } from 'node:crypto';
import { holdTimes, releaseTimes } from '#server/domains/bookings/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { type Found, findForUpdate, type Offer, update, updateOffer } from '../appointments.queries.ts';
import { note, tellChange, theTeam } from '../history.ts';
import { handleAll } from '../inbox.ts';
import { mailAbout } from '../mail-appointment.ts';
import { insertMessage } from '../messages.queries.ts';
import { listOfferTimes, type OfferTime } from '../offer-times.ts';
import { longDateTime } from '../words.ts';
import { idsOf, isWithoutTime, lostOf, tellPractitioners, tieTimes } from './alternatives.ts';

const HOUR_MS = 3_600_000;

interface Asked {
  readonly appointment_id: string;
  readonly times: readonly { readonly practitioner_id: string; readonly starts_at: string }[];
  readonly hours: number;
  readonly message: string;
  readonly allow_outside_hours: boolean;
}

/**
 * Offers other times for a confirmed appointment whose time the clinic cannot keep. The lost time is released at once,
 * and the other times are held until the patient chooses. Payment, quote, service and site do not change. A later call
 * with other times replaces the offered times. A later call with the same times changes nothing.
 */
export const offerAlternatives = (ctx: Context, { userId }: SignedIn, asked: Asked): Promise<void> =>
  withStaff(ctx.db, userId, async (tx) => {
    const found = await findForUpdate(tx, asked.appointment_id);
    if (!found) throw new Refusal('NOT_FOUND');
    const { row, offer } = found;
    const times = offer && row.status === 'confirmed' ? await listOfferTimes(tx, [offer.id]) : [];
    const lost = offer && (isWithoutTime(offer) ? lostOf(offer, times) : times.find(({ state }) => state === 'booked'));
    if (!offer || !lost) throw new Refusal('NOT_IN_THIS_STATE', { status: row.status });
    if (isOffered(times, asked)) return;
    const until = await replace(ctx, tx, offer, { lost, times, asked });
    await follow(ctx, tx, found, { userId, lost, until, message: asked.message });
  });

/** Returns whether exactly these times are already held as alternatives. */
function isOffered(times: readonly OfferTime[], asked: Asked): boolean {
  const keyOf = ({ practitioner_id, starts_at }: { practitioner_id: string; starts_at: string | Date }) =>
    `${practitioner_id} ${new Date(starts_at).getTime()}`;
  const held = times.filter(({ state }) => state === 'held').map(keyOf);
  return held.sort().join() === asked.times.map(keyOf).sort().join();
}

interface Change {
  readonly lost: OfferTime;
  readonly times: readonly OfferTime[];
  readonly asked: Asked;
}

/**
 * Releases the earlier times of the offer and holds the new ones. Deletes the links between the offer and earlier times
 * that were only held and never booked. @returns the end of the hold
 */
async function replace(ctx: Context, tx: Tx, offer: Offer, { lost, times, asked }: Change): Promise<Date> {
  await releaseTimes(ctx, tx, idsOf(times));
  const links = tx.updateTable('appointment_offer_times').set({ is_chosen: false }).where('offer_id', '=', offer.id);
  await links.where('is_chosen', '=', true).execute();
  const held = times.filter(({ state }) => state === 'held' || state === 'released');
  if (held.length > 0) await tx.deleteFrom('appointment_offer_times').where('time_id', 'in', idsOf(held)).execute();
  const { service_id, site_id } = lost;
  const wanted = asked.times.map(({ practitioner_id, starts_at }) => ({
    service_id,
    site_id,
    practitioner_id,
    starts_at: new Date(starts_at),
  }));
  const ends = ctx.clock.now().getTime() + asked.hours * HOUR_MS;
  const until = new Date(Math.min(ends, ...wanted.map(({ starts_at }) => starts_at.getTime())));
  const { allow_outside_hours } = asked;
  const taken = await holdTimes(ctx, tx, wanted, {
    by: 'desk',
    is_booked: true,
    allow_outside_hours,
    held_until: until,
  });
  await tieTimes(tx, offer.id, taken, false);
  await updateOffer(tx, offer.id, { alternatives_until: until, alternatives_over_at: null });
  await tx.deleteFrom('appointment_reminders').where('offer_id', '=', offer.id).execute();
  await tellPractitioners(ctx, tx, [lost, ...held, ...taken], offer.appointment_id);
  return until;
}

interface Offered {
  readonly userId: string;
  readonly lost: OfferTime;
  readonly until: Date;
  readonly message: string;
}

/**
 * Updates the appointment and notifies the patient. The event is removed from the patient's calendar until the patient
 * has chosen.
 */
async function follow(ctx: Context, tx: Tx, { row }: Found, { userId, lost, until, message }: Offered): Promise<void> {
  const now = ctx.clock.now();
  await update(tx, row.id, {
    // Offering alternatives answers the patient's request for another date, but not a request to cancel.
    wish: row.wish === 'reschedule' ? null : row.wish,
    updated_at: now,
    calendar_sequence: row.calendar_sequence + 1,
  });
  await handleAll(ctx, tx, row.id, ['alternatives_over']);
  const details = { from: lost.starts_at.toISOString(), timezone: lost.timezone, until: until.toISOString() };
  await note(ctx, tx, row.id, theTeam(userId), { kind: 'alternatives_offered', details });
  if (message)
    await insertMessage(tx, {
      id: randomUUIDv7(),
      appointment_id: row.id,
      at: now,
      author_id: userId,
      from_team: true,
      body: message,
      read_at: null,
      answered_at: null,
    });
  await tellChange(ctx, tx, row);
  await mailAbout(ctx, tx, row.id, {
    template: 'appointment_alternatives',
    key: `appointment_alternatives:${row.id}:${now.getTime()}`,
    calendar: 'cancelled',
    values: (language) => ({ until: longDateTime(until, lost.timezone, language) }),
  });
}
