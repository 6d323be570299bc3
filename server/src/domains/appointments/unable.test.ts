import { beforeEach, expect, test } from 'vitest';
import { withSystem } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { aDirectService, aPaidTime, aTakenTime, TEN_IN_PARIS } from '../../../test/a-direct-service.ts';
import { anSmsProvider } from '../../../test/a-sms-provider.ts';
import { anOffer, aPaid, aRequested, quoteOf } from '../../../test/an-appointment.ts';
import type { Browser } from '../../../test/browser.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { handleMany, listInbox } from './inbox.ts';

let world: World;
let people: { patient: SignedIn; admin: SignedIn };
let me: Browser;
let doctor: SignedIn;
let time: Awaited<ReturnType<typeof aDirectService>>;
beforeEach(() => meet());

async function meet(options: Parameters<typeof aWorld>[0] = {}): Promise<void> {
  world = await aWorld(options);
  people = { patient: await world.patient(), admin: await world.admin() };
  me = world.browserOf(people.patient);
  doctor = await world.practitioner();
  time = await aDirectService(world, { practitioners: [doctor.userId] });
}

const suspend = (is_suspended: boolean) =>
  world
    .browserOf(people.admin)
    .post('/rpc/admin_suspend_user', { user_id: doctor.userId, is_suspended, reason: 'the register says inactive' });
const verified = (is_verified: boolean, userId = doctor.userId) =>
  withSystem(world.system, (tx) =>
    tx
      .updateTable('practitioners')
      .set({ verified_at: is_verified ? world.clock.now() : null })
      .where('user_id', '=', userId)
      .execute(),
  );
const announce = () => world.jobs.runNow('appointments.announceUnable', {});
const rows = async () => (await listInbox(world, people.admin, { limit: 50, is_handled: false })).rows;
const entries = async () => (await rows()).filter(({ kind }) => kind === 'practitioner_unable');
const handle = async () => {
  const inbox_ids = (await entries()).map(({ inbox_id }) => inbox_id);
  await handleMany(world, people.admin, { inbox_ids, is_handled: true });
};
const timesOf = (practitioners: readonly string[]) =>
  practitioners.map((practitioner_id, n) => ({
    service_id: time.service_id,
    site_id: time.site_id,
    practitioner_id,
    starts_at: new Date(Date.parse(TEN_IN_PARIS) + n * 3_600_000).toISOString(),
  }));
const anOfferOf = async (...practitioners: string[]) => {
  const id = await aRequested(world, people);
  await world.browserOf(people.admin).post('/rpc/admin_set_awaiting_payment', {
    ...anOffer(id, { scheduled_at: TEN_IN_PARIS }),
    times: timesOf(practitioners),
  });
  return id;
};
const mine = async (appointment_id: string) =>
  (await me.post('/rpc/get_my_appointment', { appointment_id })).json.appointment;
const withColleague = async () => {
  const colleague = await world.practitioner();
  time = await aDirectService(world, { practitioners: [doctor.userId, colleague.userId], provider: null });
  return colleague.userId;
};
const pagesClosedAt = async () =>
  (await withSystem(world.system, (tx) => tx.selectFrom('appointment_pages').select('closed_at').execute())).map(
    ({ closed_at }) => closed_at,
  );

test('an offer cannot be paid while its practitioner is suspended', async () => {
  const appointment_id = await aTakenTime(me, time);
  const pay = () => me.post('/functions/create_checkout_session', { appointment_id });
  await suspend(true);
  expect(await pay()).toMatchObject({ status: 409, json: { code: 'OFFER_EXPIRED' } });
  await suspend(false);
  expect((await pay()).status).toBe(200);
});

test('a quote cannot be accepted while the practitioner of its time may not work', async () => {
  const id = await anOfferOf(doctor.userId);
  const quote_sha256 = await quoteOf(world, people.patient, id);
  const accept = () => me.post('/rpc/accept_appointment_quote', { appointment_id: id, quote_sha256 });
  await verified(false);
  expect(await accept()).toMatchObject({ status: 409, json: { code: 'OFFER_EXPIRED' } });
  await verified(true);
  expect((await accept()).status).toBe(200);
});

test('a patient cannot choose the time of a suspended practitioner, but can choose the time of a colleague', async () => {
  const colleague = await withColleague();
  const id = await anOfferOf(doctor.userId, colleague);
  const [first, second] = (await mine(id)).offer.times;
  const choose = (time_id: string) => me.post('/rpc/choose_offer_time', { appointment_id: id, time_id });
  await suspend(true);
  expect(await choose(first.id)).toMatchObject({ status: 409, json: { code: 'TIME_TAKEN' } });
  expect((await choose(second.id)).status).toBe(200);
});

test('a patient sees no times of a practitioner who may not work, and no way to pay if none is left', async () => {
  const colleague = await withColleague();
  const id = await anOfferOf(doctor.userId, colleague);
  const seen = async () => {
    const { offer, final_checkout_url } = await mine(id);
    const [listed] = (await me.post('/rpc/get_my_appointments')).json;
    expect(listed).toMatchObject({ offer: { times: offer.times }, final_checkout_url });
    return [offer.times.map(({ starts_at }: { starts_at: string }) => starts_at), final_checkout_url !== null];
  };
  const both = timesOf([doctor.userId, colleague]).map(({ starts_at }) => starts_at);
  expect(await seen()).toEqual([both, true]);
  await suspend(true);
  expect(await seen()).toEqual([[both[1]], true]);
  await verified(false, colleague);
  expect(await seen()).toEqual([[], false]);
  expect((await mine(id)).payment_expires_at).toBeNull();
  await suspend(false);
  expect(await seen()).toEqual([[both[0]], true]);
});

test('a patient cannot take an alternative of a suspended practitioner', async () => {
  const colleague = await withColleague();
  const id = await aPaid(world, people, { times: timesOf([colleague]), scheduled_at: TEN_IN_PARIS });
  const times = ['08', '09'].map((hour) => ({
    practitioner_id: doctor.userId,
    starts_at: `2026-12-04T${hour}:00:00.000Z`,
  }));
  const admin = world.browserOf(people.admin);
  expect((await admin.post('/rpc/admin_offer_alternatives', { appointment_id: id, times })).status).toBe(200);
  const [alternative] = (await mine(id)).alternatives.times;
  const choose = () => me.post('/rpc/choose_alternative', { appointment_id: id, time_id: alternative.id });
  await suspend(true);
  expect(await choose()).toMatchObject({ status: 409, json: { code: 'TIME_TAKEN' } });
  await suspend(false);
  expect((await choose()).status).toBe(200);
});

test('the payment page of a chosen time stays open when the practitioner of another time is suspended', async () => {
  const colleague = await withColleague();
  const id = await anOfferOf(doctor.userId, colleague);
  await me.post('/rpc/choose_offer_time', { appointment_id: id, time_id: (await mine(id)).offer.times[1].id });
  const quote_sha256 = await quoteOf(world, people.patient, id);
  await me.post('/rpc/accept_appointment_quote', { appointment_id: id, quote_sha256 });
  // The choice of a time closes earlier payment pages.
  await world.outbox.drain();
  await me.post('/functions/create_checkout_session', { appointment_id: id });
  await suspend(true);
  await announce();
  await world.outbox.drain();
  expect(await entries()).toHaveLength(1);
  expect(await pagesClosedAt()).toEqual([null]);
});

test('the open payment page of an offer is closed when its practitioner is suspended', async () => {
  const appointment_id = await aTakenTime(me, time);
  await me.post('/functions/create_checkout_session', { appointment_id });
  await suspend(true);
  await announce();
  await world.outbox.drain();
  expect(await entries()).toHaveLength(1);
  expect(await pagesClosedAt()).toEqual([world.clock.now()]);
});

test('no reminder is sent while the practitioner may not work, and a late one is sent afterwards', async () => {
  await aPaidTime(world, me, time);
  await world.mails();
  world.clock.set(new Date(Date.parse(TEN_IN_PARIS) - 20 * 3_600_000));
  const remind = async () => {
    await world.jobs.runNow('appointments.sendReminders', {});
    return (await world.mails()).filter(({ subject }) => subject.includes('is within a day')).length;
  };
  await suspend(true);
  expect(await remind()).toBe(0);
  await suspend(false);
  await verified(false);
  expect(await remind()).toBe(0);
  await verified(true);
  expect(await remind()).toBe(1);
});

test('no reminder by SMS is sent while the practitioner is suspended', async () => {
  const provider = await anSmsProvider();
  await meet({ sms: provider.config });
  await aPaidTime(world, me, time);
  const agreed = { number: '+33612345678', zone: 'Europe/Paris', agreed_at: world.clock.now(), code_tries: 0 };
  const unused = { code_hash: null, code_ends_at: null, ended_at: null, ended_by: null };
  await world.system
    .insertInto('sms_numbers')
    .values({ user_id: people.patient.userId, ...agreed, ...unused })
    .execute();
  world.clock.set(new Date(Date.parse(TEN_IN_PARIS) - 24 * 3_600_000));
  const remind = async () => {
    await world.jobs.runNow('appointments.sendSmsReminders', {});
    await world.outbox.drain();
    return provider.taken.length;
  };
  await suspend(true);
  expect(await remind()).toBe(0);
  await suspend(false);
  expect(await remind()).toBe(1);
});

test('an appointment whose practitioner may no longer work has one inbox entry for each suspension', async () => {
  const appointment_id = await aPaidTime(world, me, time);
  await announce();
  expect(await entries()).toEqual([]);
  world.clock.advance(1);
  await suspend(true);
  for (let run = 0; run < 2; run++) await announce();
  expect(await entries()).toMatchObject([{ appointment_id, due_at: TEN_IN_PARIS }]);
  await handle();
  await announce();
  expect(await entries()).toEqual([]);
  world.clock.advance(1);
  await suspend(false);
  await suspend(true);
  await announce();
  expect(await entries()).toHaveLength(1);
});

test('the inbox entry is handled when the practitioner may work again, and a later revocation adds one', async () => {
  await aPaidTime(world, me, time);
  await verified(false);
  await announce();
  expect(await entries()).toHaveLength(1);
  await verified(true);
  await announce();
  expect(await entries()).toEqual([]);
  await verified(false);
  await announce();
  expect(await entries()).toHaveLength(1);
});

test('a second revocation adds an inbox entry even if a person handled the first one', async () => {
  await aPaidTime(world, me, time);
  await verified(false);
  await announce();
  await handle();
  world.clock.advance(600_000);
  await announce();
  expect(await entries()).toEqual([]);
  await verified(true);
  await announce();
  expect(await entries()).toEqual([]);
  await verified(false);
  for (let run = 0; run < 2; run++) await announce();
  expect(await entries()).toHaveLength(1);
});

test('each practitioner of an offer who loses the right to work adds an inbox entry', async () => {
  const colleague = await withColleague();
  await anOfferOf(doctor.userId, colleague);
  await verified(false);
  await announce();
  await handle();
  world.clock.advance(600_000);
  await verified(false, colleague);
  for (let run = 0; run < 2; run++) await announce();
  expect(await entries()).toMatchObject([{ due_at: new Date(Date.parse(TEN_IN_PARIS) + 3_600_000).toISOString() }]);
  await handle();
  await verified(true);
  await announce();
  expect(await entries()).toEqual([]);
  await verified(false);
  await announce();
  expect(await entries()).toMatchObject([{ due_at: TEN_IN_PARIS }]);
});

test('an open inbox entry about one practitioner does not hide that a colleague may no longer work', async () => {
  const colleague = await withColleague();
  await world.system.updateTable('users').set({ name: 'Dr Paul Kern' }).where('id', '=', colleague).execute();
  await anOfferOf(doctor.userId, colleague);
  await verified(false);
  await announce();
  await verified(false, colleague);
  for (let run = 0; run < 2; run++) await announce();
  const about = async () => (await entries()).map(({ practitioner_name }) => practitioner_name);
  expect(await about()).toEqual(['Dr Hélène Vasseur', 'Dr Paul Kern']);
  await verified(true);
  await announce();
  expect(await about()).toEqual(['Dr Paul Kern']);
});

test('a handled inbox entry keeps its place in the list when the practitioner may work again', async () => {
  await aPaidTime(world, me, time);
  await verified(false);
  await announce();
  await handle();
  const handled_at = world.clock.now().toISOString();
  world.clock.advance(600_000);
  await verified(true);
  await announce();
  const handled = (await listInbox(world, people.admin, { limit: 50, is_handled: true })).rows;
  expect(handled.find(({ kind }) => kind === 'practitioner_unable')).toMatchObject({
    handled_at,
    handled_by_name: null,
  });
});

test('a cancellation of the appointment handles the inbox entry', async () => {
  const appointment_id = await aPaidTime(world, me, time);
  await suspend(true);
  await announce();
  await world.browserOf(people.admin).post('/rpc/admin_set_appointment_status', {
    appointment_ids: [appointment_id],
    status: 'cancelled',
    reason: 'ill',
  });
  expect(await entries()).toEqual([]);
});

test('an appointment that is over gets no inbox entry about its practitioner', async () => {
  await aPaidTime(world, me, time);
  world.clock.set(new Date(TEN_IN_PARIS));
  await suspend(true);
  await announce();
  expect(await entries()).toEqual([]);
});
