import { bookTime, holdAgain, listTimes, releaseTimes, type TakenTime } from '#server/domains/bookings/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { AppointmentState } from './appointment.ts';
import type { Offer } from './appointments.queries.ts';

type Held = Awaited<ReturnType<typeof listTimes>>[number];
/** A booked time that an offer reserves. */
export type OfferTime = Held & { readonly offer_id: string; readonly is_chosen: boolean };

/** Returns the booked times of these offers, sorted by their start. */
export async function listOfferTimes(tx: Tx, offerIds: readonly string[]): Promise<OfferTime[]> {
  if (offerIds.length === 0) return [];
  const links = await tx
    .selectFrom('appointment_offer_times')
    .select(['offer_id', 'time_id', 'is_chosen'])
    .where('offer_id', 'in', [...offerIds])
    .execute();
  const linkOf = new Map(links.map((link) => [link.time_id, link]));
  const times = await listTimes(tx, [...linkOf.keys()]);
  return times.flatMap((time) => {
    const link = linkOf.get(time.id);
    return link ? { ...time, offer_id: link.offer_id, is_chosen: link.is_chosen } : [];
  });
}

/** Links held times to their offer. If there is only one time, it is chosen at once. */
export const keepTimes = (tx: Tx, offer_id: string, times: readonly TakenTime[]): Promise<unknown> =>
  tx
    .insertInto('appointment_offer_times')
    .values(times.map(({ id }) => ({ offer_id, time_id: id, is_chosen: times.length === 1 })))
    .execute();

/** Returns whether the patient still has to choose one of several times. */
export const isToChoose = (times: readonly OfferTime[]): boolean =>
  times.length > 0 && times.every(({ is_chosen }) => !is_chosen);

/** Returns the chosen time. If none is chosen, returns the time that the offer names. */
const meantOf = (times: readonly OfferTime[], { scheduled_at }: Pick<Offer, 'scheduled_at'>): OfferTime | undefined =>
  times.find(({ is_chosen }) => is_chosen) ??
  times.find(({ starts_at }) => starts_at.getTime() === scheduled_at.getTime());

/**
 * Books the time of an offer and releases its other times. If the offer has no times, there is nothing to book, and the
 * result is true. @returns false if another patient has the time now
 */
export async function bookMeant(ctx: Context, tx: Tx, offer: Pick<Offer, 'id' | 'scheduled_at'>): Promise<boolean> {
  const times = await listOfferTimes(tx, [offer.id]);
  if (times.length === 0) return true;
  const meant = meantOf(times, offer);
  if (!meant || !(await bookTime(ctx, tx, meant.id))) return false;
  await releaseTimes(ctx, tx, idsOf(times.filter((time) => time !== meant)));
  return true;
}

/**
 * Adapts the times of an offer to the next state of its appointment. `next` is null if the offer is replaced.
 *
 * @throws Refusal TIME_TAKEN if the appointment becomes confirmed, but another patient has taken its time
 */
export async function settleTimes(ctx: Context, tx: Tx, offer: Offer, next: AppointmentState | null): Promise<void> {
  if (!next?.offer || next.status === 'cancelled') {
    await releaseTimes(ctx, tx, idsOf(await listOfferTimes(tx, [offer.id])));
    return;
  }
  if (next.offer === 'open' || (next.status !== 'confirmed' && next.status !== 'done')) return;
  // If the patient did not come, closing the appointment does not change the state of its booked time.
  if (next.status === 'done' && (await listOfferTimes(tx, [offer.id])).some(({ state }) => state === 'no_show')) return;
  const isBooked = await bookMeant(ctx, tx, offer);
  if (!isBooked && next.status === 'confirmed')
    throw new Refusal('TIME_TAKEN', { starts_at: offer.scheduled_at.toISOString() });
}

/**
 * Reserves the times of an offer again when the change that ended the offer is undone. An open offer gets all its
 * times. Any other offer gets only its chosen time. If one time is taken, the caller has to roll back, because other
 * times may already be held.
 *
 * @returns false if a time is taken
 */
export async function takeTimesAgain(
  ctx: Context,
  tx: Tx,
  offer: Offer,
  before: 'open' | 'paid' | 'agreed',
): Promise<boolean> {
  // If the offer has alternatives, these are held again. The time that the clinic could not keep is not booked again.
  if (offer.alternatives_until) return holdAll(ctx, tx, await listAlternatives(tx, offer.id), offer.alternatives_until);
  if (before !== 'open') return bookMeant(ctx, tx, offer);
  return holdAll(ctx, tx, await listOfferTimes(tx, [offer.id]), offer.expires_at);
}

async function holdAll(ctx: Context, tx: Tx, times: readonly OfferTime[], until: Date): Promise<boolean> {
  if (until <= ctx.clock.now()) return true;
  for (const { id } of times) if (!(await holdAgain(ctx, tx, id, until))) return false;
  return true;
}

/** Returns the alternatives to a lost time: the times of the offer that were held but never booked. */
export const listAlternatives = async (tx: Tx, offerId: string): Promise<OfferTime[]> =>
  (await listOfferTimes(tx, [offerId])).filter(({ state }) => state === 'held' || state === 'released');

const idsOf = (times: readonly OfferTime[]): string[] => times.map(({ id }) => id);
