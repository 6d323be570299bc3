import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { withStaff, withSystem } from '#server/platform/db/db.ts';
import { holdTimes } from '#server/domains/bookings/index.ts';
import { payTestPage } from '#server/platform/payments/test-checkout/pay-page.ts';
import { anOffer, aRequested, settle } from '../../../test/an-appointment.ts';
import { type BookableOptions, type BookableTime, someBookableTime } from '../../../test/bookable-time.ts';
import type { Browser } from '../../../test/browser.ts';
import { aWorld, type World } from '../../../test/world.ts';

// The test clock starts at 2026-11-20T09:00Z. The clinic works from 9 to 12 in Paris, which is 08:00Z to 11:00Z.
const HOUR_MS = 3_600_000;
const at = (time: string) => `2026-12-03T${time}:00.000Z`;

async function meet(options: BookableOptions = {}) {
  const world = await aWorld();
  const people = { patient: await world.patient(), admin: await world.admin(), other: await world.patient() };
  const browsers = { patient: world.browserOf(people.patient), admin: world.browserOf(people.admin) };
  return {
    world,
    people,
    ...browsers,
    other: world.browserOf(people.other),
    time: await someBookableTime(world, options),
  };
}

const timesAt = (time: BookableTime, starts: readonly string[]) =>
  starts.map((start) => ({
    service_id: time.service_id,
    site_id: time.site_id,
    practitioner_id: time.practitioners[0] ?? '',
    starts_at: at(start),
  }));

/** Makes an offer of 420 € that holds these times for two days. */
const offer = (
  admin: Browser,
  appointment_id: string,
  time: BookableTime,
  starts: readonly string[],
  given: object = {},
) =>
  admin.post('/rpc/admin_set_awaiting_payment', {
    ...anOffer(appointment_id, { scheduled_at: at(starts[0] ?? '') }),
    times: timesAt(time, starts),
    ...given,
  });

async function anOfferAt(met: Awaited<ReturnType<typeof meet>>, ...starts: string[]): Promise<string> {
  const id = await aRequested(met.world, { patient: met.people.patient });
  expect((await offer(met.admin, id, met.time, starts)).status).toBe(200);
  return id;
}

const mine = async (patient: Browser, id: string) =>
  (await patient.post('/rpc/get_my_appointment', { appointment_id: id })).json.appointment;
const choose = (patient: Browser, id: string, time_id: string) =>
  patient.post('/rpc/choose_offer_time', { appointment_id: id, time_id });
async function accept(patient: Browser, id: string) {
  const { offer: shown } = await mine(patient, id);
  return patient.post('/rpc/accept_appointment_quote', { appointment_id: id, quote_sha256: shown.quote_sha256 });
}
const openPage = async (patient: Browser, id: string): Promise<string> =>
  (await patient.post('/functions/create_checkout_session', { appointment_id: id })).json.url;
async function aPaidAt(met: Awaited<ReturnType<typeof meet>>, start: string): Promise<string> {
  const id = await anOfferAt(met, start);
  await accept(met.patient, id);
  await met.world.pay(await openPage(met.patient, id));
  return id;
}

/** Returns each booked time with its state, such as '09:00 held', sorted by time. */
const statesOf = (world: World): Promise<string[]> =>
  withSystem(world.system, async (tx) => {
    const rows = await tx
      .selectFrom('booked_times')
      .select(['during', 'state'])
      .orderBy('during')
      .orderBy('id')
      .execute();
    return rows.map(({ during, state }) => `${/(\d\d:\d\d):00\+00/.exec(during)?.[1]} ${state}`);
  });
const timeIds = async (patient: Browser, id: string): Promise<string[]> =>
  (await mine(patient, id)).offer.times.map((time: { id: string }) => time.id);
const detail = async (admin: Browser, id: string) =>
  (await admin.post('/rpc/admin_get_appointment', { appointment_id: id })).json;
const lapse = (world: World) => world.jobs.runNow('appointments.lapseOffers', {});
/** Holds a time for another patient. */
const takeAway = ({ world, people, time }: Awaited<ReturnType<typeof meet>>, start: string) =>
  withStaff(world.db, people.admin.userId, (tx) =>
    holdTimes(
      world,
      tx,
      timesAt(time, [start]).map((wanted) => ({ ...wanted, starts_at: new Date(wanted.starts_at) })),
      { by: 'desk', held_until: new Date('2026-12-31T00:00:00Z') },
    ),
  );

/** Adds a booked visit at the only offered time, as if another patient had taken the time. */
const takeOver = (world: World) =>
  withSystem(world.system, (tx) =>
    sql`insert into booked_times (id, clinic_id, site_id, service_id, practitioner_id, during, blocked, state, created_at, updated_at)
      select ${crypto.randomUUID()}, clinic_id, site_id, service_id, practitioner_id, during, blocked, 'booked', created_at, updated_at
      from booked_times`.execute(tx),
  );

describe('an offer with times', () => {
  test('an offer holds its times until it ends, shows them, and needs a choice before its quote is accepted', async () => {
    const met = await meet();
    const { world, patient, admin } = met;
    const id = await anOfferAt(met, '09:00', '09:45', '10:30');
    expect(await statesOf(world)).toEqual(['09:00 held', '09:45 held', '10:30 held']);
    const shown = await mine(patient, id);
    expect(shown.offer.times).toMatchObject([
      {
        starts_at: at('09:00'),
        ends_at: at('09:30'),
        timezone: 'Europe/Paris',
        site_name: 'Lilas Paris',
        is_chosen: false,
      },
      { starts_at: at('09:45'), practitioner_name: expect.stringContaining('Vasseur'), is_chosen: false },
      { starts_at: at('10:30'), is_chosen: false },
    ]);
    expect((await accept(patient, id)).json.code).toBe('TIME_NOT_CHOSEN');
    expect((await choose(patient, id, shown.offer.times[1].id)).json).toMatchObject({ scheduled_at: at('09:45') });
    expect((await accept(patient, id)).status).toBe(200);
    await world.pay(await openPage(patient, id));
    expect(await statesOf(world)).toEqual(['09:00 released', '09:45 booked', '10:30 released']);
    const paid = await mine(patient, id);
    expect(paid).toMatchObject({ status: 'confirmed', scheduled_at: at('09:45'), payment: { amount_cents: 42_000 } });
    expect(paid.offer.times).toMatchObject([{ starts_at: at('09:45'), is_chosen: true }]);
    const { timeline } = await detail(admin, id);
    expect(timeline.find(({ kind }: { kind: string }) => kind === 'time_chosen')).toMatchObject({
      actor_is_patient: true,
      details: { scheduled_at: at('09:45'), timezone: 'Europe/Paris' },
    });
  });

  test('for the times of an offer, the team sees the practitioner, the place and the end of the hold', async () => {
    const met = await meet({ rooms: 1 });
    const { admin, time } = met;
    const held = await anOfferAt(met, '09:00', '09:45');
    const place = { site_id: time.site_id, service_id: time.service_id, practitioner_id: time.practitioners[0] };
    const { appointment } = await detail(admin, held);
    expect(appointment.times).toMatchObject([
      { ...place, starts_at: at('09:00'), state: 'held', held_until: appointment.offer.expires_at, is_chosen: false },
      { ...place, starts_at: at('09:45'), state: 'held', site_name: 'Lilas Paris', room_name: expect.any(String) },
    ]);
    const paid = await detail(admin, await aPaidAt(met, '10:30'));
    expect(paid.appointment.times).toMatchObject([
      { starts_at: at('10:30'), state: 'booked', held_until: null, is_chosen: true, room_name: expect.any(String) },
    ]);
  });

  test('an offer with a single time needs no choice', async () => {
    const met = await meet();
    await aPaidAt(met, '09:00');
    expect(await statesOf(met.world)).toEqual(['09:00 booked']);
  });

  test('if the patient chooses another time, the payment page closes and the quote has to be accepted again', async () => {
    const met = await meet();
    const { world, patient } = met;
    const id = await anOfferAt(met, '09:00', '10:00');
    const [first = '', second = ''] = await timeIds(patient, id);
    await choose(patient, id, first);
    await accept(patient, id);
    const url = await openPage(patient, id);
    await choose(patient, id, second);
    await world.outbox.drain();
    expect(await world.pay(url)).toBe(false);
    const refused = await patient.post('/functions/create_checkout_session', { appointment_id: id });
    expect(refused.json.code).toBe('QUOTE_NOT_ACCEPTED');
    await accept(patient, id);
    // Choosing the same time again does not withdraw the acceptance of the quote.
    await choose(patient, id, second);
    await world.pay(await openPage(patient, id));
    expect(await statesOf(world)).toEqual(['09:00 released', '10:00 booked']);
  });

  test('only the patient of an offer can choose a time, only while the offer is open, and only among its times', async () => {
    const met = await meet();
    const { world, patient, other } = met;
    const id = await anOfferAt(met, '09:00', '10:00');
    const [first = ''] = await timeIds(patient, id);
    const elsewhere = await anOfferAt(met, '10:30');
    const [foreign = ''] = await timeIds(patient, elsewhere);
    expect((await choose(other, id, first)).status).toBe(404);
    expect((await choose(patient, id, foreign)).status).toBe(404);
    world.clock.advance(48 * HOUR_MS);
    expect((await choose(patient, id, first)).json.code).toBe('OFFER_EXPIRED');
  });

  test('an offer is refused if one of its times is taken, or is outside the hours unless the team allows it', async () => {
    const met = await meet();
    const { world, people, admin, time } = met;
    await anOfferAt(met, '09:00');
    const id = await aRequested(world, { patient: people.patient });
    expect((await offer(admin, id, time, ['08:00', '09:15'])).json).toMatchObject({
      code: 'TIME_TAKEN',
      data: { starts_at: at('09:15') },
    });
    expect((await offer(admin, id, time, ['15:00'])).json.code).toBe('OUTSIDE_HOURS');
    expect((await detail(admin, id)).offers).toEqual([]);
    expect(await statesOf(world)).toEqual(['09:00 held']);
    expect((await offer(admin, id, time, ['15:00'], { allow_outside_hours: true })).status).toBe(200);
  });

  test('an offer must have the date of its first time, the time zone of the place, and all its times at one place', async () => {
    const met = await meet();
    const { world, people, admin, time } = met;
    const other = await someBookableTime(world, { practitioners: time.practitioners });
    const id = await aRequested(world, { patient: people.patient });
    const faults = async (given: object) => (await offer(admin, id, time, ['09:00', '10:00'], given)).json.data?.fields;
    expect(await faults({ scheduled_at: at('10:00') })).toEqual({ scheduled_at: ['differs'] });
    expect(await faults({ times: timesAt(time, ['09:00', '08:00']) })).toEqual({ scheduled_at: ['differs'] });
    expect(await faults({ timezone: 'Asia/Dubai' })).toEqual({ timezone: ['differs'] });
    expect(await faults({ times: [...timesAt(time, ['09:00']), ...timesAt(other, ['10:00'])] })).toEqual({
      times: ['places_differ'],
    });
    expect(await statesOf(world)).toEqual([]);
  });
});

describe('the times of an offer are released', () => {
  test('the times of an offer are released when it ends, is replaced, or is withdrawn by the patient or the team', async () => {
    const met = await meet();
    const { world, patient, admin, time } = met;
    const ended = await anOfferAt(met, '08:00', '08:30');
    world.clock.advance(48 * HOUR_MS);
    await lapse(world);
    expect(await statesOf(world)).toEqual(['08:00 released', '08:30 released']);
    // The same time can be offered again, and an offer can be replaced by another offer.
    expect((await offer(admin, ended, time, ['08:00'])).status).toBe(200);
    expect((await offer(admin, ended, time, ['08:00', '09:00'])).status).toBe(200);
    expect((await statesOf(world)).filter((state) => state.endsWith('held'))).toEqual(['08:00 held', '09:00 held']);
    const withdraw = { appointment_id: ended, wish: 'cancel', idempotency_key: crypto.randomUUID() };
    expect((await patient.post('/rpc/request_appointment_change', withdraw)).json.status).toBe('cancelled');
    expect((await statesOf(world)).filter((state) => state.endsWith('held'))).toEqual([]);
    const cancelled = await anOfferAt(met, '09:00');
    await admin.post('/rpc/admin_cancel_appointment', { appointment_id: cancelled, cancelled_by: 'flaira' });
    expect((await statesOf(world)).filter((state) => state.endsWith('held'))).toEqual([]);
  });

  test('cancelling a paid appointment with a full refund frees its time, and an undo books the time again', async () => {
    const met = await meet();
    const { world, admin } = met;
    const id = await aPaidAt(met, '09:00');
    const cancel = () => admin.post('/rpc/admin_cancel_appointment', { appointment_id: id, cancelled_by: 'patient' });
    const { change_id } = (await cancel()).json;
    expect(await statesOf(world)).toEqual(['09:00 cancelled']);
    expect((await admin.post('/rpc/admin_undo_status', { change_id })).json.undone).toEqual([id]);
    expect(await statesOf(world)).toEqual(['09:00 booked']);
    await cancel();
    await settle(world);
    await world.outbox.drain();
    expect((await detail(admin, id)).payments).toMatchObject([{ amount_cents: 42_000, refunded_cents: 42_000 }]);
    expect(await statesOf(world)).toEqual(['09:00 cancelled']);
  });

  test('a cancellation cannot be undone if another patient has the time', async () => {
    const met = await meet();
    const { world, admin } = met;
    const paid = await aPaidAt(met, '09:00');
    const open = await anOfferAt(met, '10:00', '10:30');
    const cancel = async (appointment_id: string) =>
      (await admin.post('/rpc/admin_cancel_appointment', { appointment_id, cancelled_by: 'flaira' })).json.change_id;
    const changes = [await cancel(paid), await cancel(open)];
    await takeAway(met, '09:00');
    await takeAway(met, '10:30');
    for (const change_id of changes)
      expect((await admin.post('/rpc/admin_undo_status', { change_id })).json.code).toBe('CANNOT_UNDO');
    expect((await statesOf(world)).sort()).toEqual([
      '09:00 cancelled',
      '09:00 held',
      '10:00 released',
      '10:30 held',
      '10:30 released',
    ]);
    expect((await detail(admin, paid)).appointment.status).toBe('cancelled');
  });

  test('the times stay booked if only a part of a bulk change can be undone', async () => {
    const met = await meet();
    const { world, admin } = met;
    const [kept, undone] = [await anOfferAt(met, '09:00', '10:00'), await anOfferAt(met, '08:00', '08:30')];
    const confirm = { appointment_ids: [kept, undone], status: 'confirmed', reason: 'Agreed by phone' };
    const { change_id } = (await admin.post('/rpc/admin_set_appointment_status', confirm)).json;
    await takeAway(met, '10:00');
    expect((await admin.post('/rpc/admin_undo_status', { change_id })).json).toMatchObject({
      undone: [undone],
      kept: [kept],
    });
    expect(await statesOf(world)).toEqual(['08:00 held', '08:30 held', '09:00 booked', '10:00 released', '10:00 held']);
    expect(await detail(admin, kept)).toMatchObject({
      appointment: { status: 'confirmed' },
      offers: [{ patient_price_cents: 42_000 }],
    });
  });

  test('the times of an open offer are held again when its cancellation is undone', async () => {
    const met = await meet();
    const { world, admin } = met;
    const id = await anOfferAt(met, '10:00', '10:30');
    const { change_id } = (
      await admin.post('/rpc/admin_cancel_appointment', { appointment_id: id, cancelled_by: 'flaira' })
    ).json;
    expect((await admin.post('/rpc/admin_undo_status', { change_id })).json.undone).toEqual([id]);
    expect(await statesOf(world)).toEqual(['10:00 held', '10:30 held']);
  });

  test('the booked time is released when the patient erases the account', async () => {
    const met = await meet();
    const { world, people } = met;
    await aPaidAt(met, '09:00');
    await withSystem(world.system, (tx) =>
      world.personal.erase(world, tx, { userId: people.patient.userId, email: 'x@example.org' }),
    );
    expect(await statesOf(world)).toEqual(['09:00 cancelled']);
  });
});

describe('a payment whose webhook event is delivered after the offer has ended', () => {
  const payLate = async (met: Awaited<ReturnType<typeof meet>>, meanwhile: () => Promise<unknown>) => {
    const id = await anOfferAt(met, '09:00');
    await accept(met.patient, id);
    const url = await openPage(met.patient, id);
    // The patient pays in time, but the webhook event about the payment still waits in the outbox.
    await payTestPage(met.world, url.split('/').at(-1) ?? '', 'accepted');
    met.world.clock.advance(48 * HOUR_MS);
    await lapse(met.world);
    await meanwhile();
    await met.world.outbox.drain();
    return id;
  };

  test('a payment delivered after its offer ended confirms the appointment if the time is free', async () => {
    const met = await meet();
    const id = await payLate(met, () => met.world.jobs.runNow('bookings.releaseRunOut', {}));
    expect((await detail(met.admin, id)).appointment.status).toBe('confirmed');
    expect(await statesOf(met.world)).toEqual(['09:00 booked']);
  });

  test('a payment delivered after its offer ended confirms nothing if another patient has the time, and the team decides', async () => {
    const met = await meet();
    const id = await payLate(met, () => takeAway(met, '09:00'));
    const { appointment, payments, timeline } = await detail(met.admin, id);
    expect(appointment.status).toBe('in_progress');
    expect(payments).toMatchObject([
      { outcome: 'mismatch', amount_cents: 42_000, refunded_cents: 0, refunding_cents: 0 },
    ]);
    expect(timeline.find(({ kind }: { kind: string }) => kind === 'payment_mismatch')).toMatchObject({
      details: { amount_cents: 42_000, currency: 'EUR', is_other_person: false, is_time_gone: true },
    });
    const kinds = (await met.admin.post('/rpc/admin_inbox_list')).json.rows.map(({ kind }: { kind: string }) => kind);
    expect(kinds).toContain('payment_mismatch');
    expect(kinds).not.toContain('paid');
    expect(await statesOf(met.world)).toEqual(['09:00 released', '09:00 held']);
    const payment_id = payments[0].id;
    const refund = { appointment_id: id, payment_id, reason: 'time gone', idempotency_key: crypto.randomUUID() };
    expect((await met.admin.post('/rpc/admin_refund_appointment', refund)).status).toBe(200);
    await met.world.outbox.drain();
    expect((await detail(met.admin, id)).payments).toMatchObject([{ refunded_cents: 42_000 }]);
  });
});

describe('a payment on a page that was opened before the patient chose another time', () => {
  const rechosen = async (met: Awaited<ReturnType<typeof meet>>, isAccepted: boolean) => {
    const { patient } = met;
    const id = await anOfferAt(met, '09:00', '10:00');
    const [first = '', second = ''] = await timeIds(patient, id);
    await choose(patient, id, first);
    await accept(patient, id);
    const url = await openPage(patient, id);
    // The patient pays before the outbox closes the payment page.
    await choose(patient, id, second);
    if (isAccepted) await accept(patient, id);
    await payTestPage(met.world, url.split('/').at(-1) ?? '', 'accepted');
    await met.world.outbox.drain();
    return id;
  };

  test.each([false, true])(
    'a payment for an earlier choice of time confirms nothing, and the team decides (new quote accepted: %s)',
    async (isAccepted) => {
      const met = await meet();
      const id = await rechosen(met, isAccepted);
      const { appointment, payments, timeline } = await detail(met.admin, id);
      expect(appointment.status).toBe('awaiting_payment');
      expect(payments).toMatchObject([
        { outcome: 'mismatch', amount_cents: 42_000, refunded_cents: 0, refunding_cents: 0 },
      ]);
      expect(timeline.find(({ kind }: { kind: string }) => kind === 'payment_mismatch')).toMatchObject({
        details: { amount_cents: 42_000, asked_cents: 42_000, is_time_gone: false, is_other_quote: true },
      });
      expect(await statesOf(met.world)).toEqual(['09:00 held', '10:00 held']);
    },
  );

  test('a payment confirms the appointment if the patient returned to the first time and accepted its quote again', async () => {
    const met = await meet();
    const { patient, world } = met;
    const id = await anOfferAt(met, '09:00', '10:00');
    const [first = '', second = ''] = await timeIds(patient, id);
    await choose(patient, id, first);
    await accept(patient, id);
    const url = await openPage(patient, id);
    await choose(patient, id, second);
    await choose(patient, id, first);
    await accept(patient, id);
    await payTestPage(world, url.split('/').at(-1) ?? '', 'accepted');
    await world.outbox.drain();
    expect((await detail(met.admin, id)).payments).toMatchObject([{ outcome: 'confirmed', amount_cents: 42_000 }]);
    expect(await statesOf(world)).toEqual(['09:00 booked', '10:00 released']);
  });

  test('a payment on an unknown page confirms the appointment only if the quote is accepted', async () => {
    const met = await meet();
    const { patient, world } = met;
    const outcomes: string[] = [];
    for (const starts of [['09:00', '09:30'] as const, ['10:00', '10:30'] as const]) {
      const id = await anOfferAt(met, ...starts);
      const [first = '', second = ''] = await timeIds(patient, id);
      await choose(patient, id, first);
      await accept(patient, id);
      const url = await openPage(patient, id);
      await withSystem(world.system, (tx) => tx.deleteFrom('appointment_pages').execute());
      if (starts[0] === '10:00') await choose(patient, id, second);
      await payTestPage(world, url.split('/').at(-1) ?? '', 'accepted');
      await world.outbox.drain();
      outcomes.push(...(await detail(met.admin, id)).payments.map(({ outcome }: { outcome: string }) => outcome));
    }
    expect(outcomes).toEqual(['confirmed', 'mismatch']);
    expect(await statesOf(world)).toEqual(['09:00 booked', '09:30 released', '10:00 held', '10:30 held']);
  });
});

describe('a patient moves a confirmed appointment', () => {
  const moveTo = (browser: Browser, appointment_id: string, starts_at: string) =>
    browser.post('/rpc/move_my_appointment', { appointment_id, starts_at });

  test('if a patient moves to a free time, the email has the new time, and payment and quote do not change', async () => {
    const met = await meet();
    const { world, patient, admin, other } = met;
    const id = await aPaidAt(met, '09:00');
    await world.mails();
    expect((await moveTo(other, id, at('10:00'))).status).toBe(404);
    expect((await moveTo(patient, id, at('15:00'))).json.code).toBe('TIME_TAKEN');
    const reminded = { offer_id: (await mine(patient, id)).offer.id, hours_before: 24, sent_at: world.clock.now() };
    await withSystem(world.system, (tx) => tx.insertInto('appointment_reminders').values(reminded).execute());
    expect((await moveTo(patient, id, at('10:00'))).json).toMatchObject({
      status: 'confirmed',
      scheduled_at: at('10:00'),
      payment: { amount_cents: 42_000, refunded_cents: 0 },
    });
    // A second move to the same time changes nothing.
    expect((await moveTo(patient, id, at('10:00'))).status).toBe(200);
    expect(await statesOf(world)).toEqual(['10:00 booked']);
    const { timeline } = await detail(admin, id);
    const moves = timeline.filter(({ kind }: { kind: string }) => kind === 'rescheduled');
    expect(moves).toMatchObject([{ actor_is_patient: true, details: { from: at('09:00'), to: at('10:00') } }]);
    const kept = await withSystem(world.system, (tx) => tx.selectFrom('appointment_reminders').selectAll().execute());
    expect(kept).toEqual([]);
    expect((await world.mails()).at(-1)?.text).toContain('11:00');
    await takeAway(met, '09:00');
  });

  test('a patient can move a confirmed appointment until 48 hours before, and not a minute later', async () => {
    const met = await meet();
    const { world, patient } = met;
    const id = await aPaidAt(met, '09:00');
    const until = new Date(at('09:00')).getTime() - 48 * HOUR_MS;
    world.clock.set(new Date(until));
    expect((await moveTo(patient, id, at('10:00'))).status).toBe(200);
    world.clock.set(new Date(until + HOUR_MS + 60_000));
    expect((await moveTo(patient, id, at('09:00'))).json).toMatchObject({
      code: 'TOO_LATE_TO_MOVE',
      data: { until: '2026-12-01T10:00:00.000Z' },
    });
    expect(await statesOf(world)).toEqual(['10:00 booked']);
  });

  test.each([
    { hours: 0, until: '2026-12-01T09:00:00.000Z' },
    { hours: 24, until: '2026-12-01T09:00:00.000Z' },
    { hours: 72, until: '2026-11-30T09:00:00.000Z' },
  ])(
    'a patient can move until the earlier of two limits: $hours hours for the service, and 48 hours for a refund',
    async ({ hours, until }) => {
      const met = await meet({ service: { free_until_hours: hours } });
      const { world, patient, admin } = met;
      const id = await aPaidAt(met, '09:00');
      world.clock.set(new Date(Date.parse(until) + 1));
      expect((await moveTo(patient, id, '2026-12-20T09:00:00.000Z')).json).toMatchObject({
        code: 'TOO_LATE_TO_MOVE',
        data: { until },
      });
      world.clock.set(new Date('2026-12-01T09:00:00.001Z'));
      await admin.post('/rpc/admin_cancel_appointment', { appointment_id: id, cancelled_by: 'patient' });
      await settle(world);
      await world.outbox.drain();
      expect((await detail(admin, id)).payments).toMatchObject([
        { amount_cents: 42_000, refunded_cents: 0, refunding_cents: 0 },
      ]);
    },
  );

  test('a patient cannot move an unpaid offer, or an appointment whose service only the desk books', async () => {
    const met = await meet();
    const { world, patient } = met;
    const open = await anOfferAt(met, '09:00');
    expect((await moveTo(patient, open, at('10:00'))).json.code).toBe('NOT_IN_THIS_STATE');
    const paid = await aPaidAt(met, '10:00');
    await withSystem(world.system, (tx) => tx.updateTable('clinic_services').set({ is_direct: false }).execute());
    expect((await moveTo(patient, paid, at('11:00'))).json.code).toBe('NOT_IN_THIS_STATE');
    expect(await statesOf(world)).toEqual(['09:00 held', '10:00 booked']);
  });
});

describe('the team', () => {
  test('the team confirms an offer without a payment, which books its time, but not if the time is taken', async () => {
    const met = await meet();
    const { world, admin } = met;
    const id = await anOfferAt(met, '09:00', '10:00');
    const set = async (status: string) =>
      (
        await admin.post('/rpc/admin_set_appointment_status', {
          appointment_ids: [id],
          status,
          reason: 'Agreed by phone',
        })
      ).json;
    expect((await set('confirmed')).changed).toEqual([id]);
    expect(await statesOf(world)).toEqual(['09:00 booked', '10:00 released']);
    const paid = await aPaidAt(met, '10:00');
    await admin.post('/rpc/admin_cancel_appointment', { appointment_id: paid, cancelled_by: 'flaira' });
    await takeAway(met, '10:15');
    const again = { appointment_ids: [paid], status: 'confirmed', reason: 'A mistake' };
    expect((await admin.post('/rpc/admin_set_appointment_status', again)).json).toMatchObject({
      changed: [],
      refused: [{ appointment_id: paid, code: 'TIME_TAKEN' }],
    });
    expect((await detail(admin, paid)).appointment.status).toBe('cancelled');
  });

  test('the team moves the booked time with the appointment, but not to a taken time', async () => {
    const met = await meet();
    const { world, admin } = met;
    const id = await aPaidAt(met, '09:00');
    await takeAway(met, '10:00');
    const reschedule = (start: string, given: object = {}) =>
      admin.post('/rpc/admin_reschedule_appointment', {
        appointment_id: id,
        scheduled_at: at(start),
        timezone: 'Europe/Paris',
        ...given,
      });
    expect((await reschedule('10:15')).json.code).toBe('TIME_TAKEN');
    expect((await reschedule('16:00')).json.code).toBe('OUTSIDE_HOURS');
    // The visit is in Paris. 09:15 in London would be 10:15 there.
    const inLondon = { scheduled_at: '2026-12-03T09:15', timezone: 'Europe/London' };
    expect((await reschedule('09:15', inLondon)).json).toMatchObject({
      code: 'INVALID_INPUT',
      data: { fields: { timezone: ['differs'] } },
    });
    expect((await reschedule('09:15')).json).toMatchObject({ scheduled_at: at('09:15') });
    expect(await statesOf(world)).toEqual(['09:15 booked', '10:00 held']);
  });

  /** Sets the state of the only visit, a minute after it began. */
  const mark = async ({ world, people }: Awaited<ReturnType<typeof meet>>, state: 'no_show' | 'arrived') => {
    world.clock.set(new Date('2026-12-03T09:01:00Z'));
    const { id } = await withSystem(world.system, (tx) =>
      tx.selectFrom('booked_times').select('id').where('state', '=', 'booked').executeTakeFirstOrThrow(),
    );
    const marked = await world.browserOf(people.admin).post('/rpc/set_visit_state', { time_id: id, state });
    expect(marked.status).toBe(200);
  };
  const rescheduleTo = (admin: Browser, appointment_id: string, scheduled_at: string) =>
    admin.post('/rpc/admin_reschedule_appointment', { appointment_id, scheduled_at, timezone: 'Europe/Paris' });

  test('the team books a new date for a patient who did not come, and refunds nothing of the 420 €', async () => {
    const met = await meet();
    const { world, admin } = met;
    const id = await aPaidAt(met, '09:00');
    await mark(met, 'no_show');
    await takeOver(world);
    expect((await rescheduleTo(admin, id, at('10:00'))).json).toMatchObject({ scheduled_at: at('10:00') });
    expect(await statesOf(world)).toEqual(['09:00 booked', '10:00 booked']);
    const { appointment, payments } = await detail(admin, id);
    expect(appointment.status).toBe('confirmed');
    expect(payments).toMatchObject([{ amount_cents: 42_000, refunded_cents: 0 }]);
    await expect(takeAway(met, '10:00')).rejects.toThrow('TIME_TAKEN');
  });

  test('the team cannot give a patient who did not come a date that is taken', async () => {
    const met = await meet();
    const id = await aPaidAt(met, '09:00');
    await takeAway(met, '10:00');
    await mark(met, 'no_show');
    expect((await rescheduleTo(met.admin, id, at('10:15'))).json.code).toBe('TIME_TAKEN');
    expect(await statesOf(met.world)).toEqual(['09:00 no_show', '10:00 held']);
  });

  test('the team cannot move a visit after the patient has arrived', async () => {
    const met = await meet();
    const id = await aPaidAt(met, '09:00');
    await mark(met, 'arrived');
    expect((await rescheduleTo(met.admin, id, at('10:00'))).json.code).toBe('NOT_IN_THIS_STATE');
    expect((await detail(met.admin, id)).appointment.scheduled_at).toBe(at('09:00'));
    expect(await statesOf(met.world)).toEqual(['09:00 arrived']);
  });

  test('the team closes an appointment whose patient did not come, and the visit is still a no-show', async () => {
    const met = await meet();
    const id = await aPaidAt(met, '09:00');
    await mark(met, 'no_show');
    const close = { appointment_ids: [id], status: 'done', reason: 'Nobody came' };
    expect((await met.admin.post('/rpc/admin_set_appointment_status', close)).json.changed).toEqual([id]);
    expect(await statesOf(met.world)).toEqual(['09:00 no_show']);
  });

  test('the team cannot confirm an appointment whose patient did not come if another patient has its time now', async () => {
    const met = await meet();
    const { world, admin } = met;
    const id = await aPaidAt(met, '09:00');
    await mark(met, 'no_show');
    await admin.post('/rpc/admin_cancel_appointment', { appointment_id: id, cancelled_by: 'flaira' });
    await takeOver(world);
    const again = { appointment_ids: [id], status: 'confirmed', reason: 'A mistake' };
    expect((await admin.post('/rpc/admin_set_appointment_status', again)).json).toMatchObject({
      changed: [],
      refused: [{ appointment_id: id, code: 'TIME_TAKEN' }],
    });
  });
});
