import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { DirectLimits } from '#contract/direct-appointments.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { payTestPage } from '#server/platform/payments/test-checkout/pay-page.ts';
import { aDirectService, type DirectOptions } from '../../../../test/a-direct-service.ts';
import type { BookableTime } from '../../../../test/bookable-time.ts';
import type { Browser } from '../../../../test/browser.ts';
import { aWorld, type World } from '../../../../test/world.ts';

// The test clock starts at 2026-11-20T09:00Z. The clinic works from 9 to 12 in Paris, which is 08:00Z to 11:00Z.
const at = (time: string) => `2026-12-03T${time}:00.000Z`;
const MINUTE_MS = 60_000;

async function meet(options: DirectOptions = {}) {
  const world = await aWorld();
  const [me, you] = [await world.patient(), await world.patient()];
  const time = await aDirectService(world, options);
  return { world, me: world.browserOf(me), you: world.browserOf(you), time };
}

const wanting = (time: BookableTime, start: string, given: object = {}) => ({
  service_id: time.service_id,
  site_id: time.site_id,
  practitioner_id: time.practitioners[0],
  starts_at: at(start),
  idempotency_key: randomUUID(),
  ...given,
});
const take = (browser: Browser, time: BookableTime, start: string, given: object = {}) =>
  browser.post('/rpc/take_appointment', wanting(time, start, given));

/** Accepts the quote and opens the payment page. */
async function openPage(browser: Browser, { id, offer }: { id: string; offer: { quote_sha256: string } }) {
  await browser.post('/rpc/accept_appointment_quote', { appointment_id: id, quote_sha256: offer.quote_sha256 });
  return (await browser.post('/functions/create_checkout_session', { appointment_id: id })).json.url as string;
}
const mine = async (browser: Browser, id: string) =>
  (await browser.post('/rpc/get_my_appointment', { appointment_id: id })).json.appointment;
const inbox = (world: World) =>
  withSystem(world.system, async (tx) => {
    const rows = await tx.selectFrom('appointment_inbox').select('kind').orderBy('kind').execute();
    return rows.map(({ kind }) => kind);
  });
const states = (world: World) =>
  withSystem(world.system, async (tx) => {
    const rows = await tx.selectFrom('booked_times').select('state').orderBy('during').orderBy('id').execute();
    return rows.map(({ state }) => state);
  });
const isFree = async (browser: Browser, time: BookableTime, start: string): Promise<boolean> => {
  const { service_id, site_id } = time;
  const { json } = await browser.post('/rpc/list_slots', { service_id, site_id, from: at(start), to: at('23:00') });
  return json.slots[0]?.starts_at === at(start);
};
const runOut = async (world: World) => {
  world.clock.advance(DirectLimits.hold_minutes * MINUTE_MS);
  await world.jobs.runNow('appointments.lapseOffers', {});
};
const subjects = async (world: World) => (await world.mails()).map(({ subject }) => subject);

test('a patient whose birth date is unknown has to give it before booking, and a minor cannot book', async () => {
  const { world, time } = await meet();
  const unknown = world.browserOf(await world.patient({ birth_date: null }));
  const minor = world.browserOf(await world.patient({ birth_date: '2008-11-21' }));
  expect(await take(minor, time, '09:00')).toMatchObject({ status: 422, json: { code: 'UNDER_AGE' } });
  const input = wanting(time, '09:00');
  const again = () => unknown.post('/rpc/take_appointment', input);
  expect(await again()).toMatchObject({ status: 409, json: { code: 'BIRTH_DATE_MISSING' } });
  expect(await states(world)).toEqual([]);
  const give = (birth_date: string) => unknown.post('/rpc/set_my_birth_date', { birth_date });
  expect((await give('2008-11-21')).json.code).toBe('UNDER_AGE');
  expect((await give('1820-01-01')).json.code).toBe('INVALID_INPUT');
  expect((await again()).json.code).toBe('BIRTH_DATE_MISSING');
  expect((await give('2008-11-20')).json).toMatchObject({ birth_date: '2008-11-20' });
  expect((await again()).status).toBe(200);
});

test('a free time is held for half an hour, its patient gets an email, and the desk has nothing to do', async () => {
  const { world, me, you, time } = await meet();
  const { status, json } = await take(me, time, '09:00');
  expect(status).toBe(200);
  expect(json).toMatchObject({
    status: 'awaiting_payment',
    scheduled_at: at('09:00'),
    payment_expires_at: '2026-11-20T09:30:00.000Z',
    can_cancel: true,
    offer: { is_direct: true, missing: [], times: [{ is_chosen: true }] },
  });
  expect(await states(world)).toEqual(['held']);
  expect(await isFree(you, time, '09:00')).toBe(false);
  expect(await subjects(world)).toEqual([`Your time is kept: ${json.number}`]);
  for (const job of ['appointments.announceEnding', 'appointments.announceFailed']) await world.jobs.runNow(job, {});
  expect(await inbox(world)).toEqual([]);
});

test('the same click twice books one time, and its key cannot be used for another time', async () => {
  const { world, me, time } = await meet();
  const click = { idempotency_key: randomUUID() };
  const first = await take(me, time, '09:00', click);
  const again = await take(me, time, '09:00', click);
  expect([again.status, again.json.id]).toEqual([200, first.json.id]);
  expect((await take(me, time, '10:00', click)).json.code).toBe('INVALID_INPUT');
  expect(await states(world)).toEqual(['held']);
});

test('if ten patients book one time at once, one of them gets it', async () => {
  const { world, time } = await meet();
  const people = await Promise.all(Array.from({ length: 10 }, () => world.patient()));
  const answers = await Promise.all(people.map((person) => take(world.browserOf(person), time, '09:00')));
  expect(answers.map(({ status, json }) => (status === 200 ? 'taken' : json.code)).sort()).toEqual([
    ...Array<string>(9).fill('TIME_TAKEN'),
    'taken',
  ]);
  expect(await states(world)).toEqual(['held']);
});

test('a patient can hold two unpaid times at most, even with requests at the same moment', async () => {
  const { world, me, you, time } = await meet();
  const starts = ['08:00', '08:30', '09:00', '09:30'];
  const answers = await Promise.all(starts.map((start) => take(me, time, start)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409]);
  const refused = answers.find(({ status }) => status === 409)?.json;
  expect(refused).toMatchObject({ code: 'TOO_MANY_UNPAID', data: { most: 2 } });
  // The limit counts the unpaid appointments of each patient separately. An appointment whose hold has ended is no
  // longer counted.
  expect((await take(you, time, '10:00')).status).toBe(200);
  await runOut(world);
  expect((await take(me, time, '10:30')).status).toBe(200);
});

test('an unpaid time is released, the appointment is cancelled, and the desk has nothing to do', async () => {
  const { world, me, you, time } = await meet();
  const { json } = await take(me, time, '09:00');
  await runOut(world);
  expect(await mine(me, json.id)).toMatchObject({ status: 'cancelled', offer: null, has_expired_offer: true });
  expect(await states(world)).toEqual(['released']);
  expect(await inbox(world)).toEqual([]);
  expect(await subjects(world)).toEqual([
    `Your time is kept: ${json.number}`,
    `Your time is free again: ${json.number}`,
  ]);
  expect((await take(you, time, '09:00')).status).toBe(200);
});

test('the payment of the whole price confirms the appointment, and the desk has nothing to do', async () => {
  const { world, me, time } = await meet();
  const { json } = await take(me, time, '09:00');
  expect(await world.pay(await openPage(me, json))).toBe(true);
  expect(await mine(me, json.id)).toMatchObject({
    status: 'confirmed',
    payment: { amount_cents: 42_000 },
    offer: { rest_cents: 0 },
  });
  expect(await states(world)).toEqual(['booked']);
  expect(await inbox(world)).toEqual([]);
});

test('if the price has a deposit, only the deposit is paid online', async () => {
  const { world, me, time } = await meet({ service: { deposit_cents: 5_000 } });
  const { json } = await take(me, time, '09:00');
  expect(await world.pay(await openPage(me, json))).toBe(true);
  expect(await mine(me, json.id)).toMatchObject({
    status: 'confirmed',
    final_amount_cents: 42_000,
    payment: { amount_cents: 5_000 },
    offer: { due_cents: 5_000, rest_cents: 37_000 },
  });
});

test('a payment in time counts, even if its webhook event is delivered after the time was released', async () => {
  const { world, me, time } = await meet();
  const { json } = await take(me, time, '09:00');
  const url = await openPage(me, json);
  await payTestPage(world, url.split('/').at(-1) ?? '', 'accepted');
  await runOut(world);
  expect(await mine(me, json.id)).toMatchObject({ status: 'cancelled' });
  await world.outbox.drain();
  expect(await mine(me, json.id)).toMatchObject({ status: 'confirmed', payment: { amount_cents: 42_000 } });
  expect(await states(world)).toEqual(['booked']);
});

test('a payment after the end of the hold is refunded if another patient has the time by then', async () => {
  const { world, me, you, time } = await meet();
  const { json } = await take(me, time, '09:00');
  world.clock.advance(DirectLimits.hold_minutes * MINUTE_MS - 1);
  const url = await openPage(me, json);
  world.clock.advance(MINUTE_MS);
  expect((await take(you, time, '09:00')).status).toBe(200);
  expect(await world.pay(url)).toBe(true);
  await world.outbox.drain();
  expect(await states(world)).toEqual(['released', 'held']);
  const payments = withSystem(world.system, (tx) =>
    tx
      .selectFrom('appointment_payments as p')
      .innerJoin('appointment_refunds as r', 'r.payment_id', 'p.payment_id')
      .select(['p.outcome', 'r.amount_cents'])
      .execute(),
  );
  expect(await payments).toEqual([{ outcome: 'late', amount_cents: 42_000 }]);
  const [mail] = (await world.mails()).filter(({ subject }) => subject.startsWith('We are refunding'));
  expect(mail?.text).toContain('You can choose another time whenever you like.');
});

test('a patient can cancel an unpaid time at once, without the desk', async () => {
  const { world, me, you, time } = await meet();
  const { json } = await take(me, time, '09:00');
  const wish = { appointment_id: json.id, wish: 'cancel', note: '', idempotency_key: randomUUID() };
  expect((await you.post('/rpc/request_appointment_change', wish)).status).toBe(404);
  expect((await me.post('/rpc/request_appointment_change', wish)).json.status).toBe('cancelled');
  expect(await isFree(you, time, '09:00')).toBe(true);
  expect(await inbox(world)).toEqual([]);
});

test('practitioners, administrators and visitors without an account cannot book', async () => {
  const { world, time } = await meet();
  const callers = [await world.practitioner(), await world.admin()].map((person) => world.browserOf(person));
  const answers = [];
  for (const browser of [...callers, world.browser()]) answers.push((await take(browser, time, '09:00')).status);
  expect(answers).toEqual([403, 403, 401]);
  expect(await states(world)).toEqual([]);
});
