import type { ServiceAct } from '#contract/appointments.ts';
import { freeCancelUntil } from '#contract/cancellation.ts';
import { isInPlan } from '#contract/plan-days.ts';
import { findService, moveTime } from '#server/domains/bookings/index.ts';
import { listSignedPlans } from '#server/domains/simulation/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withUser } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { type Found, findForUpdate, update, updateOffer } from './appointments.queries.ts';
import { planFor } from './direct/plan-of-act.ts';
import { note, tellChange, thePatient } from './history.ts';
import { mailRescheduled } from './mail-appointment.ts';
import { listOfferTimes, type OfferTime } from './offer-times.ts';

/**
 * Moves the caller's confirmed appointment to another free time of the same practitioner. This is possible only for a
 * clinic's service that patients may book themselves. The move must be early enough for a free cancellation, both by
 * the rule of this service and by the rule of the offer. The payment and the acceptance of the quote do not change. A
 * move to the current time changes nothing.
 */
export const moveMine = (ctx: Context, { userId }: SignedIn, id: string, startsAt: Date): Promise<void> =>
  withUser(ctx.db, userId, async (tx) => {
    const found = await findForUpdate(tx, id);
    if (found?.row.patient_id !== userId) throw new Refusal('NOT_FOUND');
    const { row, offer } = found;
    const times = offer && row.status === 'confirmed' ? await listOfferTimes(tx, [offer.id]) : [];
    const booked = times.find(({ state }) => state === 'booked');
    const service = booked ? await findService(tx, booked.service_id) : undefined;
    if (!booked || !service?.is_direct) throw new Refusal('NOT_IN_THIS_STATE', { status: row.status });
    if (booked.starts_at.getTime() === startsAt.getTime()) return;
    const until = movableUntil(booked, service, found.offer);
    if (ctx.clock.now() > until) throw new Refusal('TOO_LATE_TO_MOVE', { until: until.toISOString() });
    await assertInPlan(ctx, tx, { userId, treatment: service.treatment, startsAt, timezone: booked.timezone });
    await moveTime(ctx, tx, booked.id, { starts_at: startsAt }, { by: 'patient' });
    await follow(ctx, tx, found, { userId, offerId: booked.offer_id, from: booked.starts_at, to: startsAt });
  });

interface Planned {
  readonly userId: string;
  readonly treatment: ServiceAct;
  readonly startsAt: Date;
  readonly timezone: string;
}

/**
 * Refuses a time on a day that the treatment plan does not allow. Without this check, a patient could book on an
 * allowed day and then move the appointment to another day.
 */
async function assertInPlan(ctx: Context, tx: Tx, { userId, treatment, startsAt, timezone }: Planned): Promise<void> {
  const plan = planFor(await listSignedPlans(tx, userId, ctx.clock.now()), treatment, 'en');
  if (plan && !isInPlan(plan, startsAt, timezone))
    throw new Refusal('TIME_TAKEN', { starts_at: startsAt.toISOString() });
}

/**
 * Returns the time until which a patient may move an appointment. This is the earlier of two limits: the service's
 * limit, and the limit for free cancellation in the offer. With the later limit, a patient could move an appointment
 * after free cancellation has ended, and then cancel it free of charge.
 */
export const movableUntil = (
  { starts_at }: Pick<OfferTime, 'starts_at'>,
  service: { readonly free_until_hours: number },
  agreed: { readonly free_until_hours: number } | undefined,
): Date =>
  new Date(
    Math.min(
      freeCancelUntil(starts_at, service.free_until_hours).getTime(),
      freeCancelUntil(starts_at, agreed?.free_until_hours).getTime(),
    ),
  );

interface Moved {
  readonly userId: string;
  readonly offerId: string;
  readonly from: Date;
  readonly to: Date;
}

/** Writes the new time to the offer, resets the reminders, and emails the patient a calendar file with the new time. */
async function follow(ctx: Context, tx: Tx, { row, offer }: Found, { userId, offerId, from, to }: Moved) {
  await updateOffer(tx, offerId, { scheduled_at: to });
  await tx.deleteFrom('appointment_reminders').where('offer_id', '=', offerId).execute();
  const calendar_sequence = row.calendar_sequence + 1;
  await update(tx, row.id, { wish: null, updated_at: ctx.clock.now(), calendar_sequence });
  const details = { from: from.toISOString(), to: to.toISOString(), timezone: offer?.timezone ?? '' };
  await note(ctx, tx, row.id, thePatient(userId), { kind: 'rescheduled', details });
  await tellChange(ctx, tx, row);
  await mailRescheduled(ctx, tx, row.id);
}
