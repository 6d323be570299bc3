import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { withSystem } from '#server/platform/db/db.ts';
import { storeDispute } from '#server/platform/payments/disputes.ts';
import { aDirectService, aPaidTime, TEN_IN_PARIS } from '../../../../test/a-direct-service.ts';
import { aPaid, paymentOf } from '../../../../test/an-appointment.ts';
import type { Browser } from '../../../../test/browser.ts';
import { aWorld, type World } from '../../../../test/world.ts';

// The test clock starts at 2026-11-20T09:00Z. The appointment is on 3 December at 10:00 in Paris.

interface Terms {
  readonly deposit_cents: number | null;
  readonly free_until_hours: number;
}
const someTerms: Terms = { deposit_cents: 5_000, free_until_hours: 24 };

async function aTaken(service: Terms = someTerms) {
  const world = await aWorld();
  const people = { patient: await world.patient(), admin: await world.admin() };
  const [me, admin] = [world.browserOf(people.patient), world.browserOf(people.admin)];
  const time = await aDirectService(world, { service });
  const appointment_id = await aPaidTime(world, me, time);
  await world.mails();
  return { world, people, me, admin, appointment_id };
}

const wish = (browser: Browser, appointment_id: string, given: object = {}) =>
  browser.post('/rpc/request_appointment_change', {
    appointment_id,
    wish: 'cancel',
    note: '',
    idempotency_key: randomUUID(),
    ...given,
  });
const mine = async (browser: Browser, appointment_id: string) =>
  (await browser.post('/rpc/get_my_appointment', { appointment_id })).json.appointment;
const stateOfTime = (world: World) =>
  withSystem(world.system, async (tx) => {
    const { state } = await tx.selectFrom('booked_times').select('state').executeTakeFirstOrThrow();
    return state;
  });
const inboxOf = async (admin: Browser) =>
  (await admin.post('/rpc/admin_inbox_list')).json.rows.map(({ kind }: { kind: string }) => kind);
const cancelledMails = async (world: World) =>
  (await world.mails()).filter(({ subject }) => subject.startsWith('Cancelled:')).map(({ text }) => text);

/** Each row has the deposit, the free hours, the time of cancelling, the refund, and the text of the email. */
test.each([
  [5_000, 24, '2026-12-02T09:00:00.000Z', 5_000, 'We are refunding €50 to the card'],
  [5_000, 24, '2026-12-02T09:00:00.001Z', 0, 'The deposit of €50 stays with the clinic, as your quote says.'],
  [5_000, 24, '2026-12-03T08:59:59.999Z', 0, 'The deposit of €50 stays with the clinic, as your quote says.'],
  [null, 48, '2026-12-01T09:00:00.000Z', 42_000, 'We are refunding €420 to the card'],
])(
  'deposit %s, free for %d hours, cancelled by the patient at %s: %d cents are refunded without the team',
  async (...row) => {
    const [deposit_cents, free_until_hours, now, back_cents, says] = row;
    const { world, me, admin, appointment_id } = await aTaken({ deposit_cents, free_until_hours });
    world.clock.set(new Date(now));
    const answer = await wish(me, appointment_id);
    expect([answer.status, answer.json]).toEqual([200, { status: 'cancelled', open_wish: null }]);
    expect(await stateOfTime(world)).toBe('cancelled');
    const [text] = await cancelledMails(world);
    expect(text).toContain(says);
    expect(await mine(me, appointment_id)).toMatchObject({
      status: 'cancelled',
      payment: { refunded_cents: back_cents },
      can_cancel: false,
    });
    expect(await inboxOf(admin)).toEqual([]);
  },
);

test.each([
  ['it is late and no deposit was agreed', { deposit_cents: null, free_until_hours: 48 }, '2026-12-01T09:00:00.001Z'],
  ['it has begun', someTerms, TEN_IN_PARIS],
])('the team decides about cancelling an appointment if %s', async (_why, terms, now) => {
  const { world, me, admin, appointment_id } = await aTaken(terms);
  world.clock.set(new Date(now));
  expect((await wish(me, appointment_id)).json).toEqual({ status: 'confirmed', open_wish: 'cancel' });
  expect(await stateOfTime(world)).toBe('booked');
  expect(await inboxOf(admin)).toEqual(['cancel']);
});

test.each([
  // The team moved the appointment to 24 November at 10:00 in Paris. The patient can therefore cancel it free of charge
  // until 10:00 on the day before.
  ['in time everything goes back', '2026-11-23T09:00:00.000Z', { status: 'cancelled', open_wish: null }],
  ['later the team decides', '2026-11-23T09:00:00.001Z', { status: 'confirmed', open_wish: 'cancel' }],
])('if a patient cancels after the team moved the appointment to a nearer date: %s', async (_what, now, expected) => {
  const { world, me, admin, appointment_id } = await aTaken();
  const moved = await admin.post('/rpc/admin_reschedule_appointment', {
    appointment_id,
    scheduled_at: '2026-11-24T10:00',
    timezone: 'Europe/Paris',
    reason: 'The practitioner is away.',
  });
  expect(moved.status).toBe(200);
  world.clock.set(new Date(now));
  expect((await wish(me, appointment_id)).json).toEqual(expected);
});

test('the team decides about a request to cancel if the patient has already arrived', async () => {
  const { world, me, admin, appointment_id } = await aTaken();
  await withSystem(world.system, (tx) => tx.updateTable('booked_times').set({ state: 'arrived' }).execute());
  expect((await wish(me, appointment_id)).json).toEqual({ status: 'confirmed', open_wish: 'cancel' });
  expect(await inboxOf(admin)).toEqual(['cancel']);
});

test('if the team has already ordered the whole refund, the email does not say that nothing is refunded', async () => {
  const { world, people, me, admin, appointment_id } = await aTaken();
  const payment_id = await paymentOf(world, people.patient, appointment_id);
  const whole = { appointment_id, payment_id, reason: 'goodwill', idempotency_key: randomUUID() };
  expect((await admin.post('/rpc/admin_refund_appointment', whole)).status).toBe(200);
  expect((await wish(me, appointment_id)).json).toEqual({ status: 'cancelled', open_wish: null });
  const [text] = await cancelledMails(world);
  expect(text).not.toContain('refund');
});

test('while the payment is disputed, nothing is refunded and the team decides about a request to cancel', async () => {
  const { world, people, me, admin, appointment_id } = await aTaken();
  const payment_id = await paymentOf(world, people.patient, appointment_id);
  const [now, id] = [world.clock.now(), 'dp_1'];
  const told = { opened_at: now, told_at: now, evidence_due_at: null, withdrawn_at: null, reinstated_at: null };
  const dispute = { id, payment_id, status: 'needs_response', reason: 'fraudulent', currency: 'eur' } as const;
  await withSystem(world.system, (tx) => storeDispute(tx, { ...dispute, ...told, amount_cents: 5_000 }));
  expect((await wish(me, appointment_id)).json).toEqual({ status: 'confirmed', open_wish: 'cancel' });
  expect(await inboxOf(admin)).toContain('cancel');
  const orders = withSystem(world.system, (tx) => tx.selectFrom('appointment_refunds').select('id').execute());
  expect(await orders).toEqual([]);
});

test('the team decides about a request to cancel an appointment that it arranged itself', async () => {
  const { world, people, me, admin } = await aTaken();
  const id = await aPaid(world, people);
  expect((await wish(me, id)).json).toEqual({ status: 'confirmed', open_wish: 'cancel' });
  expect(await inboxOf(admin)).toContain('cancel');
});

test('another patient cannot cancel the appointment', async () => {
  const { world, appointment_id } = await aTaken();
  const stranger = world.browserOf(await world.patient());
  expect((await wish(stranger, appointment_id)).status).toBe(404);
  expect(await stateOfTime(world)).toBe('booked');
});

test('two clicks at once, and the same click again, refund once', async () => {
  const { world, me, appointment_id } = await aTaken();
  const click = { idempotency_key: randomUUID() };
  const answers = await Promise.all([wish(me, appointment_id, click), wish(me, appointment_id, click)]);
  answers.push(await wish(me, appointment_id, click));
  expect(answers.map(({ json }) => json)).toEqual(Array(3).fill({ status: 'cancelled', open_wish: null }));
  expect(await cancelledMails(world)).toHaveLength(1);
  const orders = withSystem(world.system, (tx) =>
    tx.selectFrom('appointment_refunds').select('amount_cents').execute(),
  );
  expect(await orders).toEqual([{ amount_cents: 5_000 }]);
});

test("the patient's reason is in the timeline, and is not a message of the team", async () => {
  const { me, admin, appointment_id } = await aTaken();
  await wish(me, appointment_id, { note: 'I have a cold.' });
  const { timeline, messages } = (await admin.post('/rpc/admin_get_appointment', { appointment_id })).json;
  expect(timeline.find(({ to_status }: { to_status: string }) => to_status === 'cancelled')).toMatchObject({
    reason: 'I have a cold.',
    details: { cancelled_by: 'patient', refund_cents: 5_000 },
  });
  expect(messages).toEqual([]);
});

test('if the clinic cancels late, the deposit is refunded', async () => {
  const { world, me, admin, appointment_id } = await aTaken();
  world.clock.set(new Date('2026-12-03T08:00:00.000Z'));
  await admin.post('/rpc/admin_cancel_appointment', { appointment_id, cancelled_by: 'practitioner', note: '' });
  const { payload } = world.sentJobs.findLast(({ name }) => name === 'appointments.settleChange') ?? {};
  await world.jobs.runNow('appointments.settleChange', payload);
  expect((await cancelledMails(world))[0]).toContain('We are refunding €50');
  expect(await mine(me, appointment_id)).toMatchObject({ payment: { refunded_cents: 5_000 } });
});

test('if the team cancels late for the patient, the clinic keeps the deposit, and no refund waits for a decision', async () => {
  const { world, admin, appointment_id } = await aTaken();
  world.clock.set(new Date('2026-12-03T08:00:00.000Z'));
  await admin.post('/rpc/admin_cancel_appointment', { appointment_id, cancelled_by: 'patient', note: '' });
  const { payload } = world.sentJobs.findLast(({ name }) => name === 'appointments.settleChange') ?? {};
  await world.jobs.runNow('appointments.settleChange', payload);
  expect((await cancelledMails(world))[0]).toContain('The deposit of €50 stays with the clinic');
  expect(await inboxOf(admin)).toEqual([]);
});

/** The amount that the team types, and the text of the email. Without an amount the team has to decide. */
test.each([
  [undefined, 'Our team will write to you about your payment.', ['refund_undecided']],
  [0, 'Your payment is not refunded.', []],
  [5_000, 'We are refunding €50', []],
])(
  'after a move by the team, no deposit is kept by rule for a late cancellation (refund typed by the team: %s)',
  async (...row) => {
    const [refund_cents, says, waits] = row;
    const { world, admin, appointment_id } = await aTaken();
    const date = { scheduled_at: '2026-11-24T10:00', timezone: 'Europe/Paris', reason: 'The practitioner is away.' };
    expect((await admin.post('/rpc/admin_reschedule_appointment', { appointment_id, ...date })).status).toBe(200);
    world.clock.set(new Date('2026-11-23T09:00:00.001Z'));
    const given = { appointment_id, cancelled_by: 'patient', note: '', refund_cents };
    expect((await admin.post('/rpc/admin_cancel_appointment', given)).status).toBe(200);
    const { payload } = world.sentJobs.findLast(({ name }) => name === 'appointments.settleChange') ?? {};
    await world.jobs.runNow('appointments.settleChange', payload);
    const [text] = await cancelledMails(world);
    expect(text).toContain(says);
    expect(text).not.toContain('as your quote says');
    expect(await inboxOf(admin)).toEqual(waits);
  },
);
