import { randomUUIDv7 } from 'node:crypto';
import { REVIEW_TREATMENT, ReviewLimits } from '#contract/reviews.ts';
import { findService, moveTime, releaseTimes } from '#server/domains/bookings/index.ts';
import { findUser, namesOf } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem, withUser } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { find, findForUpdate, insert, insertOffer } from '../appointments.queries.ts';
import { note, thePatient } from '../history.ts';
import { mailConfirmed } from '../mail-appointment.ts';
import { move } from '../move.ts';
import { daysAfter } from './choose-time.ts';
import { type OpenReview, openReviews } from './reviews.queries.ts';
import { tellPractitioner } from './tell-review.ts';

export interface Acceptance {
  readonly review_id: string;
  /** The time that the patient wants instead of the held time. */
  readonly starts_at?: string | undefined;
  readonly site_id?: string | undefined;
}

/**
 * Accepts a review visit at its held time, or at another time of the same practitioner. The appointment is confirmed
 * without a quote or a payment, because a review is free of charge. Accepting it again changes nothing.
 */
export const acceptReview = (ctx: Context, { userId }: SignedIn, given: Acceptance) =>
  answering(ctx, userId, given.review_id, async (tx): Promise<{ appointment_id: string }> => {
    const { state, review_appointment_id } = await lock(tx, given.review_id);
    if (state === 'accepted' && review_appointment_id) return { appointment_id: review_appointment_id };
    const review = await findOpen(ctx, tx, given.review_id);
    const starts_at = given.starts_at ? new Date(given.starts_at) : review.starts_at;
    const to = { starts_at, site_id: given.site_id ?? review.site_id };
    assertNear(ctx, review, to.starts_at);
    const id = await open(ctx, tx, review, userId);
    const time_id = review.time_id ?? '';
    const isOther = to.starts_at.getTime() !== review.starts_at.getTime() || to.site_id !== review.site_id;
    await offerFree(ctx, tx, review, { id, userId, ...to });
    if (isOther) await moveTo(ctx, tx, time_id, to);
    const found = await findForUpdate(tx, id);
    if (!found) throw new Refusal('NOT_FOUND');
    await move(ctx, tx, found, { kind: 'set_status', to: 'confirmed', reason: 'review' }, thePatient(userId));
    await answer(ctx, tx, review, { state: 'accepted', review_appointment_id: id });
    await mailConfirmed(ctx, tx, id, review.id);
    return { appointment_id: id };
  });

/** Declines a review visit and releases its time. Declining it again changes nothing. */
export const declineReview = (ctx: Context, { userId }: SignedIn, reviewId: string) =>
  answering(ctx, userId, reviewId, async (tx): Promise<{ state: 'declined' }> => {
    const { state } = await lock(tx, reviewId);
    if (state === 'declined') return { state };
    const review = await findOpen(ctx, tx, reviewId);
    await releaseTimes(ctx, tx, [review.time_id ?? '']);
    await answer(ctx, tx, review, { state: 'declined' });
    return { state: 'declined' };
  });

/**
 * Moves the held time to another time. A time outside the practitioner's hours is refused as taken.
 *
 * @throws Refusal TIME_TAKEN
 */
async function moveTo(ctx: Context, tx: Tx, id: string, to: { starts_at: Date; site_id: string }): Promise<void> {
  try {
    await moveTime(ctx, tx, id, to, { by: 'desk' });
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'OUTSIDE_HOURS') throw error;
    throw new Refusal('TIME_TAKEN', { starts_at: to.starts_at.toISOString() });
  }
}

/**
 * Runs `work`, which stores the patient's answer to a review visit. The row policies of the database ensure that the
 * review visit belongs to the patient. The answer is written with the system role, because patients may insert neither
 * an offer nor its link to a time.
 *
 * @throws Refusal NOT_FOUND
 */
async function answering<T>(ctx: Context, userId: string, reviewId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  await withUser(ctx.db, userId, async (tx) => {
    const own = await tx.selectFrom('visit_reviews').select('id').where('id', '=', reviewId).executeTakeFirst();
    if (!own) throw new Refusal('NOT_FOUND');
  });
  return withSystem(ctx.system, work);
}

/** Locks the review, so that a second answer waits for the first. */
async function lock(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('visit_reviews')
    .select(['state', 'review_appointment_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}

export async function findOpen(ctx: Context, tx: Tx, id: string): Promise<OpenReview> {
  const review = await openReviews(tx, ctx.clock.now()).where('r.id', '=', id).executeTakeFirst();
  if (!review) throw new Refusal('REVIEW_ENDED');
  return review;
}

/**
 * Refuses a time outside the days on which a review may take place, so that a forged request cannot book a later time.
 */
function assertNear(ctx: Context, { visited_at, visited_zone }: OpenReview, at: Date): void {
  const { from, to } = daysAfter(visited_at, visited_zone, ReviewLimits.first_choice, ReviewLimits.last_choice);
  if (at < from || at >= to || at <= ctx.clock.now()) throw new Refusal('TIME_TAKEN', { starts_at: at.toISOString() });
}

async function open(ctx: Context, tx: Tx, { appointment_id }: OpenReview, userId: string): Promise<string> {
  const [visit, person] = [await find(tx, appointment_id), await findUser(tx, userId)];
  if (!visit || !person) throw new Refusal('NOT_FOUND');
  const now = ctx.clock.now();
  const { city_current, city_target, country_current, country_target } = visit;
  const { id } = await insert(tx, {
    id: randomUUIDv7(),
    patient_id: userId,
    status: 'pending',
    created_at: now,
    updated_at: now,
    patient_full_name: person.name,
    patient_email: person.email,
    patient_phone: person.phone,
    requested_treatment: REVIEW_TREATMENT,
    city_current,
    city_target,
    country_current,
    country_target,
    patient_note: '',
    answer_due_at: null,
  });
  await note(ctx, tx, id, thePatient(userId), { kind: 'requested', to: 'pending' });
  return id;
}

/** Makes an offer without a price, and links the held time to it. */
async function offerFree(
  ctx: Context,
  tx: Tx,
  review: OpenReview,
  { id, userId, starts_at, site_id }: { id: string; userId: string; starts_at: Date; site_id: string },
): Promise<void> {
  const offer_id = randomUUIDv7();
  const site = await findSite(tx, site_id);
  const names = await namesOf(tx, [review.practitioner_id]);
  await insertOffer(tx, {
    id: offer_id,
    appointment_id: id,
    created_at: ctx.clock.now(),
    expires_at: review.expires_at ?? review.starts_at,
    provider_id: site.provider_id,
    provider_name: names.get(review.practitioner_id) ?? site.name,
    provider_address: site.address,
    provider_phone: site.phone,
    provider_registration: '',
    is_video: review.is_video,
    scheduled_at: starts_at,
    timezone: site.timezone,
    patient_price_cents: 0,
    currency: 'EUR',
    products: await serviceName(tx, review.service_id, userId),
    provider_price_cents: 0,
    vat_permille: null,
  });
  const tie = { offer_id, time_id: review.time_id ?? '', is_chosen: true };
  await tx.insertInto('appointment_offer_times').values(tie).execute();
}

async function findSite(tx: Tx, id: string) {
  const site = await tx
    .selectFrom('clinic_sites')
    .select(['provider_id', 'name', 'address', 'phone', 'timezone'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!site) throw new Refusal('NOT_FOUND');
  return site;
}

async function serviceName(tx: Tx, id: string, userId: string): Promise<string> {
  const [service, person] = [await findService(tx, id), await findUser(tx, userId)];
  return (person?.language === 'fr' ? service?.name_fr : service?.name_en) ?? '';
}

async function answer(
  ctx: Context,
  tx: Tx,
  { id, appointment_id, practitioner_id }: OpenReview,
  change: { state: 'accepted' | 'declined'; review_appointment_id?: string },
): Promise<void> {
  const changes = { ...change, answered_at: ctx.clock.now() };
  await tx.updateTable('visit_reviews').set(changes).where('id', '=', id).execute();
  await tellPractitioner(ctx, tx, practitioner_id, appointment_id);
}
