import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { listTimes } from '#server/domains/bookings/index.ts';
import { withStaff, withSystem, withUser } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { aBookedTime } from '../../../../test/a-clinic.ts';
import { anOffer, aPaid } from '../../../../test/an-appointment.ts';
import { someBookableTime } from '../../../../test/bookable-time.ts';
import { aWorld, type World } from '../../../../test/world.ts';
import { expireReviews } from './expire-reviews.ts';

// The test clock starts at 2026-11-20T09:00Z. The clinic works from 9 to 12 in Paris, which is 08:00Z to 11:00Z.
/** The visit is at 10:30 in Paris, and the review at the same time two weeks later. */
const VISIT = '2026-12-03T09:30:00.000Z';
const REVIEW = '2026-12-17T09:30:00.000Z';

interface Options {
  readonly treatment?: 'Botox' | 'Laser';
  readonly review?: object | null;
}

/** Makes a paid visit. The practitioner and the clinic of the visit also offer review visits. */
async function meet({ treatment = 'Botox', review = {} }: Options = {}) {
  const world = await aWorld();
  const people = { patient: await world.patient(), admin: await world.admin() };
  const doctor = await world.practitioner();
  const clinic = await someBookableTime(world, { practitioners: [doctor.userId], service: { treatment } });
  await join(world, clinic.clinic_id, doctor.userId);
  const review_service = review && (await aReviewService(world, clinic.clinic_id, doctor.userId, review));
  const appointment_id = await aPaid(world, people);
  if (treatment !== 'Botox') await asked(world, appointment_id, treatment);
  const given = { practitioner_id: doctor.userId, starts_at: VISIT, room_id: null, appointment_id };
  const time_id = await aBookedTime(world, { ...clinic, room_id: '' }, given);
  world.clock.set(new Date('2026-12-03T10:00Z'));
  return { world, ...people, doctor, clinic, review_service, appointment_id, time_id };
}
type Met = Awaited<ReturnType<typeof meet>>;

const aReviewService = (world: World, clinic_id: string, user_id: string, given: object) =>
  withSystem(world.system, async (tx) => {
    const id = randomUUID();
    const names = { name_en: 'Review', name_fr: 'Contrôle' };
    const row = { id, clinic_id, ...names, minutes: 15, price_cents: null, deposit_cents: null, is_review: true };
    await tx
      .insertInto('clinic_services')
      .values({ ...row, created_at: world.clock.now(), ...given })
      .execute();
    await tx.insertInto('service_practitioners').values({ service_id: id, user_id }).execute();
    return id;
  });

const join = (world: World, clinic_id: string, user_id: string) =>
  withSystem(world.system, (tx) =>
    tx
      .insertInto('clinic_members')
      .values({ clinic_id, user_id, role: 'practitioner', created_at: world.clock.now() })
      .execute(),
  );

const asked = (world: World, id: string, treatment: string) =>
  withSystem(world.system, (tx) =>
    sql`update appointments set requested_treatment = ${treatment} where id = ${id}`.execute(tx),
  );

const ask = (world: World, caller: SignedIn, name: string, input: object = {}) =>
  world.browserOf(caller).post(`/rpc/${name}`, input);
const set = async ({ world, doctor, time_id }: Met, state: string) => {
  expect((await ask(world, doctor, 'set_visit_state', { time_id, state })).status).toBe(200);
  await world.outbox.drain();
};
const reviewsOf = async ({ world, patient }: Met) => (await ask(world, patient, 'list_my_reviews')).json.reviews;
const rowOf = ({ world }: Pick<Met, 'world'>) =>
  withSystem(world.system, (tx) => tx.selectFrom('visit_reviews').selectAll().execute());
const timeOf = async ({ world }: Met, id: string) => {
  const [time] = await withSystem(world.system, (tx) => listTimes(tx, [id]));
  return time && { state: time.state, at: time.starts_at.toISOString() };
};
const openOne = async (met: Met): Promise<string> => {
  await set(met, 'done');
  const [review] = await reviewsOf(met);
  return review.id;
};
const statusOf = async ({ world, patient }: Met, appointment_id: string) =>
  (await ask(world, patient, 'get_my_appointment', { appointment_id })).json.appointment;

test('a free time two weeks later is held for 72 hours, and the patient gets an email', async () => {
  const met = await meet();
  await set(met, 'done');
  expect(await reviewsOf(met)).toMatchObject([
    {
      starts_at: REVIEW,
      ends_at: '2026-12-17T09:45:00.000Z',
      visited_at: VISIT,
      timezone: 'Europe/Paris',
      expires_at: '2026-12-06T10:00:00.000Z',
    },
  ]);
  const mails = await met.world.mails();
  expect(mails.at(-1)?.subject).toMatch(/^A time is held for you: A-\d+$/);
  const [row] = await rowOf(met);
  expect(await timeOf(met, row?.time_id ?? '')).toEqual({ state: 'held', at: REVIEW });
});

test('accepting a review confirms an appointment without a payment', async () => {
  const met = await meet();
  const review_id = await openOne(met);
  const { status, json } = await ask(met.world, met.patient, 'accept_review', { review_id });
  expect(status).toBe(200);
  const review = await statusOf(met, json.appointment_id);
  expect(review).toMatchObject({ status: 'confirmed', scheduled_at: REVIEW, requested_treatment: 'Review' });
  expect(review).toMatchObject({ final_amount_cents: 0, final_checkout_url: null, payment: null });
  const [row] = await rowOf(met);
  expect(row).toMatchObject({ state: 'accepted', review_appointment_id: json.appointment_id });
  expect(await timeOf(met, row?.time_id ?? '')).toMatchObject({ state: 'booked' });
  expect(await reviewsOf(met)).toEqual([]);
  // A repeated call makes no second appointment.
  expect((await ask(met.world, met.patient, 'accept_review', { review_id })).json).toEqual(json);
  expect((await ask(met.world, met.patient, 'get_my_appointments')).json).toHaveLength(2);
  expect((await ask(met.world, met.patient, 'decline_review', { review_id })).json.code).toBe('REVIEW_ENDED');
});

test('if two answers are sent at once, the second call returns the first answer', async () => {
  const met = await meet();
  const review_id = await openOne(met);
  const accept = () => ask(met.world, met.patient, 'accept_review', { review_id });
  const [one, two] = await Promise.all([accept(), accept()]);
  expect([one.status, two.status, two.json]).toEqual([200, 200, one.json]);
  expect((await ask(met.world, met.patient, 'get_my_appointments')).json).toHaveLength(2);
});

test('another time for a review must be with the same practitioner, 10 to 28 days after the visit', async () => {
  const met = await meet();
  const review_id = await openOne(met);
  const { json } = await ask(met.world, met.patient, 'list_review_times', { review_id });
  const starts: string[] = json.slots.map(({ starts_at }: { starts_at: string }) => starts_at);
  expect(starts[0]).toBe('2026-12-13T08:00:00.000Z');
  expect(starts.at(-1)).toBe('2026-12-31T10:45:00.000Z');
  expect(starts).toContain(REVIEW);
  const accept = (starts_at: string) => ask(met.world, met.patient, 'accept_review', { review_id, starts_at });
  for (const never of ['2026-12-12T08:00:00Z', '2027-01-01T08:00:00Z', '2026-12-18T20:00:00Z'])
    expect((await accept(never)).status).toBe(409);
  const { json: made } = await accept('2026-12-20T08:00:00Z');
  expect(await statusOf(met, made.appointment_id)).toMatchObject({ scheduled_at: '2026-12-20T08:00:00.000Z' });
  const [row] = await rowOf(met);
  expect(await timeOf(met, row?.time_id ?? '')).toEqual({ state: 'booked', at: '2026-12-20T08:00:00.000Z' });
});

test('moving a review to a time that another patient has is refused, and the review stays at its held time', async () => {
  const met = await meet();
  const review_id = await openOne(met);
  const other = { practitioner_id: met.doctor.userId, starts_at: '2026-12-20T08:00:00Z', room_id: null };
  await aBookedTime(met.world, { ...met.clinic, room_id: '' }, other);
  const taken = await ask(met.world, met.patient, 'accept_review', { review_id, starts_at: '2026-12-20T08:00:00Z' });
  expect(taken.status).toBe(409);
  expect(await reviewsOf(met)).toMatchObject([{ starts_at: REVIEW }]);
  expect((await ask(met.world, met.patient, 'get_my_appointments')).json).toHaveLength(1);
});

test('declining a review releases its time', async () => {
  const met = await meet();
  const review_id = await openOne(met);
  expect((await ask(met.world, met.patient, 'decline_review', { review_id })).json).toEqual({ state: 'declined' });
  const [row] = await rowOf(met);
  expect(await timeOf(met, row?.time_id ?? '')).toMatchObject({ state: 'released' });
  expect((await ask(met.world, met.patient, 'accept_review', { review_id })).json.code).toBe('REVIEW_ENDED');
});

test('only its own patient can answer a review', async () => {
  const met = await meet();
  const review_id = await openOne(met);
  const stranger = await met.world.patient();
  for (const name of ['accept_review', 'decline_review', 'list_review_times'])
    expect((await ask(met.world, stranger, name, { review_id })).status).toBe(404);
  const seen = (caller: SignedIn, as: typeof withUser | typeof withStaff) =>
    as(met.world.db, caller.userId, (tx) => tx.selectFrom('visit_reviews').select('id').execute());
  expect(await seen(stranger, withUser)).toEqual([]);
  expect(await seen(await met.world.practitioner(), withStaff)).toEqual([]);
  expect(await seen(met.doctor, withStaff)).toHaveLength(1);
});

test('a review without an answer releases its time after 72 hours, and the team has nothing to do', async () => {
  const met = await meet();
  const review_id = await openOne(met);
  const inbox = () => withSystem(met.world.system, (tx) => tx.selectFrom('appointment_inbox').select('id').execute());
  const before = await inbox();
  met.world.clock.set(new Date('2026-12-06T09:59:59Z'));
  await expireReviews(met.world);
  expect(await rowOf(met)).toMatchObject([{ state: 'open' }]);
  met.world.clock.set(new Date('2026-12-06T10:00:00Z'));
  expect((await ask(met.world, met.patient, 'accept_review', { review_id })).json.code).toBe('REVIEW_ENDED');
  await expireReviews(met.world);
  const [row] = await rowOf(met);
  expect(row).toMatchObject({ state: 'expired' });
  expect(await timeOf(met, row?.time_id ?? '')).toMatchObject({ state: 'released' });
  expect(await inbox()).toEqual(before);
});

test('a visit gets one review, even if it is set to done several times', async () => {
  const met = await meet();
  await openOne(met);
  await met.world.outbox.emit(met.world.db, 'appointments.doneChanged', { appointment_id: met.appointment_id });
  await met.world.outbox.drain();
  expect(await rowOf(met)).toHaveLength(1);
});

test('a visit without an injection, or whose patient did not come, gets no review', async () => {
  const laser = await meet({ treatment: 'Laser' });
  await set(laser, 'done');
  expect(await rowOf(laser)).toEqual([]);
  const missed = await meet();
  await set(missed, 'no_show');
  const close = { appointment_ids: [missed.appointment_id], status: 'done', reason: 'Closed' };
  await ask(missed.world, missed.admin, 'admin_set_appointment_status', close);
  await missed.world.outbox.drain();
  expect(await rowOf(missed)).toEqual([]);
});

test('a visit done before its time gets a review, but an appointment that the team closes before its time gets none', async () => {
  const early = await meet();
  early.world.clock.set(new Date('2026-12-03T09:00Z'));
  await set(early, 'done');
  expect(await rowOf(early)).toMatchObject([{ state: 'open' }]);
  const closed = await meet();
  closed.world.clock.set(new Date('2026-12-03T09:00Z'));
  const close = { appointment_ids: [closed.appointment_id], status: 'done', reason: '' };
  await ask(closed.world, closed.admin, 'admin_set_appointment_status', close);
  await closed.world.outbox.drain();
  expect(await rowOf(closed)).toEqual([]);
});

test('an appointment that the team closed early gets a review once the desk of the clinic sets the visit to done', async () => {
  const met = await meet();
  const { world, clinic, appointment_id, time_id } = met;
  const desk = await world.desk();
  await withSystem(world.system, (tx) =>
    tx
      .insertInto('clinic_members')
      .values({ clinic_id: clinic.clinic_id, user_id: desk.userId, role: 'desk', created_at: world.clock.now() })
      .execute(),
  );
  world.clock.set(new Date('2026-12-03T09:00Z'));
  const close = { appointment_ids: [appointment_id], status: 'done', reason: '' };
  await ask(world, met.admin, 'admin_set_appointment_status', close);
  await world.outbox.drain();
  expect(await rowOf(met)).toEqual([]);
  world.clock.set(new Date('2026-12-03T10:00Z'));
  expect((await ask(world, desk, 'desk_set_visit_state', { time_id, state: 'done' })).status).toBe(200);
  await world.outbox.drain();
  expect(await rowOf(met)).toMatchObject([{ state: 'open' }]);
});

test('no review is proposed by a clinic that has no review service, or an inactive one', async () => {
  for (const review of [null, { is_active: false }]) {
    const met = await meet({ review });
    await set(met, 'done');
    expect(await rowOf(met)).toEqual([]);
  }
});

test('if no time is free, the review is stored without a time', async () => {
  const met = await meet();
  await withSystem(met.world.system, (tx) =>
    tx.updateTable('availability_rules').set({ valid_to: '2026-12-10' }).execute(),
  );
  await set(met, 'done');
  expect(await rowOf(met)).toMatchObject([{ state: 'none', time_id: null }]);
  expect(await reviewsOf(met)).toEqual([]);
});

const reopen = async ({ world, admin, appointment_id }: Met) => {
  const change = { appointment_ids: [appointment_id], status: 'confirmed', reason: 'Marked by mistake' };
  expect((await ask(world, admin, 'admin_set_appointment_status', change)).json.changed).toEqual([appointment_id]);
  await world.outbox.drain();
};

test('a visit that is no longer done loses its review, and gets a new one when it is done again', async () => {
  const met = await meet();
  const review_id = await openOne(met);
  await reopen(met);
  const [row] = await rowOf(met);
  expect(row).toMatchObject({ state: 'undone' });
  expect(await timeOf(met, row?.time_id ?? '')).toMatchObject({ state: 'released' });
  expect((await ask(met.world, met.patient, 'accept_review', { review_id })).json.code).toBe('REVIEW_ENDED');
  const done = { appointment_ids: [met.appointment_id], status: 'done', reason: '' };
  await ask(met.world, met.admin, 'admin_set_appointment_status', done);
  await met.world.outbox.drain();
  expect(await reviewsOf(met)).toMatchObject([{ starts_at: REVIEW }]);
  expect(await rowOf(met)).toHaveLength(1);
});

test('an accepted review is cancelled if its visit is no longer done, and the patient gets an email', async () => {
  const met = await meet();
  const review_id = await openOne(met);
  const { json } = await ask(met.world, met.patient, 'accept_review', { review_id });
  await reopen(met);
  expect(await statusOf(met, json.appointment_id)).toMatchObject({ status: 'cancelled' });
  const [row] = await rowOf(met);
  expect(await timeOf(met, row?.time_id ?? '')).toMatchObject({ state: 'cancelled' });
});

test('a visit for a review gets no further review', async () => {
  const met = await meet();
  const review_id = await openOne(met);
  const { json } = await ask(met.world, met.patient, 'accept_review', { review_id });
  await asked(met.world, json.appointment_id, 'Botox');
  met.world.clock.set(new Date('2026-12-17T10:00Z'));
  const done = { appointment_ids: [json.appointment_id], status: 'done', reason: '' };
  const admin = await met.world.admin();
  await ask(met.world, admin, 'admin_set_appointment_status', done);
  await met.world.outbox.drain();
  expect(await rowOf(met)).toHaveLength(1);
});

test('a patient cannot write an offer, with or without a price, nor connect it with a time', async () => {
  const met = await meet();
  const time_id = await aBookedTime(
    met.world,
    { ...met.clinic, room_id: '' },
    { practitioner_id: met.doctor.userId, starts_at: '2026-12-21T08:00:00Z', room_id: null, state: 'held' },
  );
  const { provider_name, provider_address, provider_phone } = anOffer(met.appointment_id);
  const write = (cents: number) =>
    withUser(met.world.db, met.patient.userId, async (tx) => {
      const id = randomUUID();
      const words = { provider_name, provider_address, provider_phone, provider_registration: '', products: '' };
      const asked_id = await free(met);
      await tx
        .insertInto('appointment_offers')
        .values({
          id,
          appointment_id: asked_id,
          created_at: new Date(),
          expires_at: new Date(),
          provider_id: null,
          ...words,
          scheduled_at: new Date(),
          timezone: 'Europe/Paris',
          patient_price_cents: cents,
          currency: 'EUR',
          provider_price_cents: null,
          vat_permille: null,
          is_video: false,
        })
        .execute();
      await tx.insertInto('appointment_offer_times').values({ offer_id: id, time_id, is_chosen: true }).execute();
    });
  await expect(write(100)).rejects.toThrow(/denied.*appointment_offers/);
  await expect(write(0)).rejects.toThrow(/denied.*appointment_offers/);
  const tie = sql`insert into appointment_offer_times (offer_id, time_id) select ${randomUUID()}::uuid, ${time_id}::uuid`;
  const tying = withUser(met.world.db, met.patient.userId, (tx) => tie.execute(tx));
  await expect(tying).rejects.toThrow(/denied.*appointment_offer_times/);
});

const free = async ({ world, patient }: Met): Promise<string> => {
  const input = { city_current: 'Nantes', city_target: 'Paris', country_current: 'FR', country_target: 'FR' };
  const { json } = await ask(world, patient, 'request_appointment', {
    ...input,
    treatment: 'Laser',
    idempotency_key: randomUUID(),
  });
  return json.appointment_id;
};
