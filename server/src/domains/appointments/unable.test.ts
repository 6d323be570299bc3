import { beforeEach, expect, test } from 'vitest';
import { withSystem } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { aDirectService, aPaidTime, aTakenTime, TEN_IN_PARIS } from '../../../test/a-direct-service.ts';
import { anSmsProvider } from '../../../test/a-sms-provider.ts';
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
const verified = (is_verified: boolean) =>
  withSystem(world.system, (tx) =>
    tx
      .updateTable('practitioners')
      .set({ verified_at: is_verified ? world.clock.now() : null })
      .where('user_id', '=', doctor.userId)
      .execute(),
  );
const announce = () => world.jobs.runNow('appointments.announceUnable', {});
const rows = async () => (await listInbox(world, people.admin, { limit: 50, is_handled: false })).rows;
const entries = async () => (await rows()).filter(({ kind }) => kind === 'practitioner_unable');
const handle = async () => {
  const inbox_ids = (await entries()).map(({ inbox_id }) => inbox_id);
  await handleMany(world, people.admin, { inbox_ids, is_handled: true });
};

test('an offer cannot be paid while its practitioner is suspended', async () => {
  const appointment_id = await aTakenTime(me, time);
  const pay = () => me.post('/functions/create_checkout_session', { appointment_id });
  await suspend(true);
  expect(await pay()).toMatchObject({ status: 409, json: { code: 'OFFER_EXPIRED' } });
  await suspend(false);
  expect((await pay()).status).toBe(200);
});

test('the open payment page of an offer is closed when its practitioner is suspended', async () => {
  const appointment_id = await aTakenTime(me, time);
  await me.post('/functions/create_checkout_session', { appointment_id });
  await suspend(true);
  await announce();
  await world.outbox.drain();
  expect(await entries()).toHaveLength(1);
  const pages = await withSystem(world.system, (tx) =>
    tx.selectFrom('appointment_pages').select('closed_at').execute(),
  );
  expect(pages).toEqual([{ closed_at: world.clock.now() }]);
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
