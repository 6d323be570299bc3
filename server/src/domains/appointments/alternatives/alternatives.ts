import { bookTime, holdTimes, releaseTimes, type TakenTime, type TimeWanted } from '#server/domains/bookings/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Action, AppointmentState } from '../appointment.ts';
import { type Offer, updateOffer } from '../appointments.queries.ts';
import { listOfferTimes, type OfferTime } from '../offer-times.ts';

/**
 * An offer whose time the clinic cannot keep. Until another time is booked, `scheduled_at` is still the time that the
 * clinic cannot keep.
 */
export type WithoutTime = Offer & { readonly alternatives_until: Date };

export const isWithoutTime = (offer: Offer): offer is WithoutTime => offer.alternatives_until !== null;

export const noAlternatives = { alternatives_until: null, alternatives_over_at: null } as const;

/** Returns the booked time that the clinic could not keep. */
export function lostOf(
  { scheduled_at }: Pick<Offer, 'scheduled_at'>,
  times: readonly OfferTime[],
): OfferTime | undefined {
  const lost = times.filter(({ state }) => state === 'cancelled');
  return lost.find(({ starts_at }) => starts_at.getTime() === scheduled_at.getTime()) ?? lost.at(-1);
}

/** Returns whether a status can be set. A confirmed appointment without a time can only be cancelled. */
export const isSettable = (
  offer: Pick<Offer, 'alternatives_until'> | undefined,
  { status }: Pick<AppointmentState, 'status'>,
  to: AppointmentState['status'],
): boolean => !offer?.alternatives_until || status !== 'confirmed' || to === 'cancelled';

/**
 * Refuses to set a status that `isSettable` excludes. Actions of other kinds are not checked. @throws Refusal
 * NOT_IN_THIS_STATE
 */
export function assertSettable(offer: Offer, state: AppointmentState, action: Action): void {
  if (action.kind === 'set_status' && !isSettable(offer, state, action.to))
    throw new Refusal('NOT_IN_THIS_STATE', { status: state.status });
}

/**
 * Ends the alternatives if a cancelled appointment gets another status. The cancellation itself does not end them,
 * because it can be undone.
 */
export async function leaveAlternatives(tx: Tx, offer: Offer, state: AppointmentState): Promise<void> {
  if (state.status === 'cancelled') await updateOffer(tx, offer.id, noAlternatives);
}

/** Links booked times to an offer. `is_chosen` is false if the patient still has to choose, even from a single time. */
export const tieTimes = (tx: Tx, offer_id: string, times: readonly TakenTime[], is_chosen: boolean): Promise<unknown> =>
  tx
    .insertInto('appointment_offer_times')
    .values(times.map(({ id }) => ({ offer_id, time_id: id, is_chosen })))
    .execute();

/**
 * Books another time on which the team and the patient agreed, and releases the alternatives. The agreed time may be
 * the time of one of them.
 *
 * @throws Refusal TIME_TAKEN, OUTSIDE_HOURS, NOT_FOUND, NOT_IN_THIS_STATE, INVALID_INPUT
 */
export async function takeInstead(
  ctx: Context,
  tx: Tx,
  offer: WithoutTime,
  to: Pick<TimeWanted, 'starts_at'>,
  { allow_outside_hours = false }: { readonly allow_outside_hours?: boolean | undefined },
): Promise<void> {
  const times = await listOfferTimes(tx, [offer.id]);
  const lost = lostOf(offer, times);
  if (!lost) throw new Refusal('NOT_IN_THIS_STATE', { status: 'confirmed' });
  await releaseTimes(ctx, tx, idsOf(times));
  const rules = { by: 'desk', is_booked: true, allow_outside_hours, held_until: to.starts_at } as const;
  const taken = await holdTimes(ctx, tx, [{ ...lost, ...to }], rules);
  await tieTimes(tx, offer.id, taken, true);
  for (const { id } of taken) await bookTime(ctx, tx, id);
}

export const idsOf = (times: readonly { readonly id: string }[]): string[] => times.map(({ id }) => id);

/** Makes the open agendas of the practitioners of these booked times reload. */
export async function tellPractitioners(
  ctx: Context,
  tx: Tx,
  times: readonly { readonly practitioner_id: string }[],
  appointmentId: string,
): Promise<void> {
  for (const userId of new Set(times.map(({ practitioner_id }) => practitioner_id)))
    await ctx.realtime.publish(tx, { userId }, { kind: 'appointment.changed', id: appointmentId });
}
