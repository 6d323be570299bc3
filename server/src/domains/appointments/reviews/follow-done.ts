import { randomUUIDv7 } from 'node:crypto';
import { ReviewLimits } from '#contract/reviews.ts';
import { findSlots, holdTimes, releaseTimes, slotsOf, type TakenTime } from '#server/domains/bookings/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import { type Found, findForUpdate } from '../appointments.queries.ts';
import { theService } from '../history.ts';
import { mailCancelled } from '../mail-appointment.ts';
import { move } from '../move.ts';
import { chooseReviewTime, daysAfter } from './choose-time.ts';
import { findReviewOf, findReviewService, findVisitToReview, type VisitToReview } from './reviews.queries.ts';
import { mailReview, tellPractitioner } from './tell-review.ts';

const HOUR_MS = 3_600_000;
const injectables: ReadonlySet<string> = new Set(['Botox', 'Hyaluronic acid']);

/**
 * Proposes one review visit after a visit that is done. If the visit is no longer done, the review visit is removed.
 * This function reads the current state of the visit, because it may have changed since the event.
 */
export const followDone = (ctx: Context, appointmentId: string): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    const found = await findForUpdate(tx, appointmentId);
    if (!found) return;
    const review = await findReviewOf(tx, appointmentId);
    if (found.row.status !== 'done') {
      if (review) await undo(ctx, tx, review);
      return;
    }
    const visit = review ? undefined : await findVisitToReview(tx, appointmentId);
    if (visit && isReviewed(visit, ctx.clock.now())) await propose(ctx, tx, found, visit);
  });

/**
 * Returns whether a visit is followed by a review visit. Only injections get a review visit, and a review visit never
 * gets another one. If the team sets an appointment to done before the visit starts, the visit has not taken place. But
 * if the clinic set the booked time itself to done, the visit has taken place, because the patient came early.
 */
const isReviewed = (
  { is_review, state, treatment, requested_treatment, starts_at }: VisitToReview,
  now: Date,
): boolean =>
  !is_review &&
  (state === 'done' || starts_at <= now) &&
  (injectables.has(treatment) || injectables.has(requested_treatment));

async function propose(ctx: Context, tx: Tx, { row }: Found, visit: VisitToReview): Promise<void> {
  const service = await findReviewService(tx, visit);
  const now = ctx.clock.now();
  const span = daysAfter(visit.starts_at, visit.timezone, ReviewLimits.first_day, ReviewLimits.last_day);
  // A visit that was closed weeks later gets no review, because a review is no longer useful then.
  if (!service || span.to <= now) return;
  const soonest = new Date(now.getTime() + service.lead_hours * HOUR_MS);
  const from = soonest > span.from ? soonest : span.from;
  const held = from < span.to ? await holdFirst(ctx, tx, visit, service.id, { from, to: span.to }) : undefined;
  await tx.deleteFrom('visit_reviews').where('visit_id', '=', visit.id).where('state', '=', 'undone').execute();
  const id = randomUUIDv7();
  await tx
    .insertInto('visit_reviews')
    .values({
      id,
      visit_id: visit.id,
      appointment_id: row.id,
      service_id: service.id,
      time_id: held?.time.id ?? null,
      state: held ? 'open' : 'none',
      expires_at: held?.until ?? null,
      review_appointment_id: null,
      created_at: now,
      answered_at: null,
    })
    .execute();
  await tellPractitioner(ctx, tx, visit.practitioner_id, row.id);
  if (held) await mailReview(ctx, tx, { row, review_id: id, time: held.time, until: held.until });
}

/**
 * Holds a time for the review visit at the site of the visit. If no time is free there, holds one at another site of
 * the practitioner.
 */
async function holdFirst(
  ctx: Context,
  tx: Tx,
  { practitioner_id, site_id, starts_at, timezone }: VisitToReview,
  service_id: string,
  span: { from: Date; to: Date },
): Promise<{ time: TakenTime; until: Date } | undefined> {
  const now = ctx.clock.now();
  const { free } = await findSlots(tx, { service_id, practitioner_id, ...span }, { by: 'desk', now });
  const slots = slotsOf(free);
  const here = slots.filter((slot) => slot.site_id === site_id);
  const chosen = chooseReviewTime(here.length > 0 ? here : slots, starts_at, timezone);
  if (!chosen) return undefined;
  const until = new Date(Math.min(now.getTime() + ReviewLimits.hold_hours * HOUR_MS, chosen.starts_at));
  const wanted = { service_id, practitioner_id, site_id: chosen.site_id, starts_at: new Date(chosen.starts_at) };
  const [time] = await holdTimes(ctx, tx, [wanted], { by: 'desk', held_until: until });
  return time && { time, until };
}

type Review = NonNullable<Awaited<ReturnType<typeof findReviewOf>>>;

/**
 * Removes a review visit and releases its time. If the patient has already accepted the review, its appointment is
 * cancelled and the patient is notified.
 */
async function undo(ctx: Context, tx: Tx, { id, time_id, review_appointment_id }: Review): Promise<void> {
  const changes = { state: 'undone' as const, answered_at: ctx.clock.now() };
  await tx.updateTable('visit_reviews').set(changes).where('id', '=', id).execute();
  const made = review_appointment_id ? await findForUpdate(tx, review_appointment_id) : undefined;
  if (!made) {
    if (time_id) await releaseTimes(ctx, tx, [time_id]);
    return;
  }
  const { row, offer, state } = made;
  if (state.status !== 'confirmed') return;
  await move(ctx, tx, made, { kind: 'set_status', to: 'cancelled', reason: 'review_undone' }, theService);
  await mailCancelled(ctx, tx, { row, offer, wasScheduled: true, key: `review:${id}` });
}
