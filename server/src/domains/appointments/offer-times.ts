import { bookTime, holdAgain, listTimes, releaseTimes, type TakenTime } from '#server/domains/bookings/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { AppointmentState } from './appointment.ts';
import type { Offer } from './appointments.queries.ts';

type Held = Awaited<ReturnType<typeof listTimes>>[number];
/** A time that an offer keeps. */
export type OfferTime = Held & { readonly offer_id: string; readonly is_chosen: boolean };

/** The times of these offers, sorted by time. */
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

/** Ties held times to their offer. A single one needs no choice. */
export const keepTimes = (tx: Tx, offer_id: string, times: readonly TakenTime[]): Promise<unknown> =>
  tx
    .insertInto('appointment_offer_times')
    .values(times.map(({ id }) => ({ offer_id, time_id: id, is_chosen: times.length === 1 })))
    .execute();

/** Whether the patient has yet to choose one of several times. */
export const isToChoose = (times: readonly OfferTime[]): boolean =>
  times.length > 0 && times.every(({ is_chosen }) => !is_chosen);

/** The chosen time. While none is chosen, the time that the offer names. */
const meantOf = (times: readonly OfferTime[], { scheduled_at }: Pick<Offer, 'scheduled_at'>): OfferTime | undefined =>
  times.find(({ is_chosen }) => is_chosen) ??
  times.find(({ starts_at }) => starts_at.getTime() === scheduled_at.getTime());

/** Books the time of an offer and frees its others. True for an offer without times. @returns false if another patient has it now */
export async function bookMeant(ctx: Context, tx: Tx, offer: Pick<Offer, 'id' | 'scheduled_at'>): Promise<boolean> {
  const times = await listOfferTimes(tx, [offer.id]);
  if (times.length === 0) return true;
  const meant = meantOf(times, offer);
  if (!meant || !(await bookTime(ctx, tx, meant.id))) return false;
  await releaseTimes(ctx, tx, idsOf(times.filter((time) => time !== meant)));
  return true;
}

/**
 * Makes the times of an offer follow its appointment. Null: the offer is replaced.
 *
 * @throws Refusal TIME_TAKEN if it would be confirmed for a time that another patient has
 */
export async function settleTimes(ctx: Context, tx: Tx, offer: Offer, next: AppointmentState | null): Promise<void> {
  if (!next?.offer || next.status === 'cancelled') {
    await releaseTimes(ctx, tx, idsOf(await listOfferTimes(tx, [offer.id])));
    return;
  }
  if (next.offer === 'open' || (next.status !== 'confirmed' && next.status !== 'done')) return;
  // Closing an appointment does not mean that a missing patient came after all.
  if (next.status === 'done' && (await listOfferTimes(tx, [offer.id])).some(({ state }) => state === 'no_show')) return;
  const isBooked = await bookMeant(ctx, tx, offer);
  if (!isBooked && next.status === 'confirmed')
    throw new Refusal('TIME_TAKEN', { starts_at: offer.scheduled_at.toISOString() });
}

/**
 * Takes the times of an offer again, because its end is undone: all times of an open offer, otherwise the chosen one. If one is gone, the others may already
 * be taken, so the caller rolls back. @returns whether all were free
 */
export async function takeTimesAgain(
  ctx: Context,
  tx: Tx,
  offer: Offer,
  before: 'open' | 'paid' | 'agreed',
): Promise<boolean> {
  // The lost time is not taken again, but its alternatives are.
  if (offer.alternatives_until) return holdAll(ctx, tx, await listAlternatives(tx, offer.id), offer.alternatives_until);
  if (before !== 'open') return bookMeant(ctx, tx, offer);
  return holdAll(ctx, tx, await listOfferTimes(tx, [offer.id]), offer.expires_at);
}

async function holdAll(ctx: Context, tx: Tx, times: readonly OfferTime[], until: Date): Promise<boolean> {
  if (until <= ctx.clock.now()) return true;
  for (const { id } of times) if (!(await holdAgain(ctx, tx, id, until))) return false;
  return true;
}

/** The alternatives to a lost time: the times that were only ever held. */
export const listAlternatives = async (tx: Tx, offerId: string): Promise<OfferTime[]> =>
  (await listOfferTimes(tx, [offerId])).filter(({ state }) => state === 'held' || state === 'released');

const idsOf = (times: readonly OfferTime[]): string[] => times.map(({ id }) => id);
