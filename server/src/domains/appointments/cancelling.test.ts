import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type CancelledBy, refundByRule } from '#contract/cancellation.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { anOffered, aPaid, aRequested, settle } from '../../../test/an-appointment.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { putIntoInbox } from './history.ts';

const HOUR_MS = 3_600_000;

async function meet() {
  const world = await aWorld();
  const people = { patient: await world.patient(), admin: await world.admin() };
  return { world, people, patient: world.browserOf(people.patient), admin: world.browserOf(people.admin) };
}
type Browser = ReturnType<World['browser']>;
const detail = async (admin: Browser, id: string) =>
  (await admin.post('/rpc/admin_get_appointment', { appointment_id: id })).json;
const cancel = (admin: Browser, id: string, given: object) =>
  admin.post('/rpc/admin_cancel_appointment', { appointment_id: id, ...given });
const inboxOf = async (admin: Browser) =>
  (await admin.post('/rpc/admin_inbox_list')).json.rows.map(({ kind }: { kind: string }) => kind);
const cancelledMails = async (world: World) =>
  (await world.mails()).filter(({ subject }) => subject.startsWith('Cancelled:')).map(({ text }) => text);

/** Each row has the person who cancels, the hours before the appointment, and the refund of a payment of 420 €. */
test.each<[CancelledBy, number, number | null]>([
  ['patient', 500, 42_000],
  ['patient', 48, 42_000],
  ['patient', 47.99, null],
  ['patient', -1, null],
  ['practitioner', 500, 42_000],
  ['practitioner', 1, 42_000],
  ['practitioner', -1, 42_000],
  ['flaira', 500, 42_000],
  ['flaira', 1, 42_000],
])(
  'an appointment cancelled by the %s %d hours before it begins is refunded by rule with %d cents',
  (by, hours, expected) => {
    const now = new Date('2026-12-01T10:00:00Z');
    const scheduled_at = new Date(now.getTime() + hours * HOUR_MS);
    expect(refundByRule(by, { scheduled_at, left_cents: 42_000 }, now)).toBe(expected);
  },
);

/**
 * Tests refunds under the terms of an offer. Each row has the person who cancels, the time of the appointment, the time
 * of cancelling, the free hours, the deposit, the unrefunded part of the payment, and the refund. The appointment is on
 * 3 December 2026 at 14:30 in Paris, or on a day on which the clocks change.
 */
test.each<[CancelledBy, string, string, number, number | null, number, number | null]>([
  // Cancelling is free until 24 hours before the appointment. Only the deposit of 50 € was paid.
  ['patient', '2026-12-03T13:30:00.000Z', '2026-12-02T13:30:00.000Z', 24, 5_000, 5_000, 5_000],
  ['patient', '2026-12-03T13:30:00.000Z', '2026-12-02T13:30:00.001Z', 24, 5_000, 5_000, 0],
  ['patient', '2026-12-03T13:30:00.000Z', '2026-12-03T13:29:59.999Z', 24, 5_000, 5_000, 0],
  ['practitioner', '2026-12-03T13:30:00.000Z', '2026-12-03T13:29:59.999Z', 24, 5_000, 5_000, 5_000],
  ['flaira', '2026-12-03T13:30:00.000Z', '2026-12-03T13:29:59.999Z', 24, 5_000, 5_000, 5_000],
  // A part of the payment was already refunded. The refund is at most the part that is left, and never negative.
  ['patient', '2026-12-03T13:30:00.000Z', '2026-12-03T10:00:00.000Z', 24, 5_000, 3_000, 0],
  ['patient', '2026-12-03T13:30:00.000Z', '2026-12-03T10:00:00.000Z', 24, 5_000, 42_000, 37_000],
  // Without a deposit the team decides about a late cancellation.
  ['patient', '2026-12-03T13:30:00.000Z', '2026-12-02T13:30:00.000Z', 24, null, 42_000, 42_000],
  ['patient', '2026-12-03T13:30:00.000Z', '2026-12-02T13:30:00.001Z', 24, null, 42_000, null],
  // Cancelling is free until the appointment begins (0 hours), or until 30 days before it (720 hours).
  ['patient', '2026-12-03T13:30:00.000Z', '2026-12-03T13:30:00.000Z', 0, 5_000, 5_000, 5_000],
  ['patient', '2026-12-03T13:30:00.000Z', '2026-11-03T13:30:00.000Z', 720, 5_000, 5_000, 5_000],
  ['patient', '2026-12-03T13:30:00.000Z', '2026-11-03T13:30:00.001Z', 720, 5_000, 5_000, 0],
  // The limit is counted in elapsed hours. If the clocks change between the limit and the appointment, the two are at
  // different hours of the day. The limit for 10:00 on 29 March is 9:00 on the day before.
  ['patient', '2026-03-29T08:00:00.000Z', '2026-03-28T08:00:00.000Z', 24, 5_000, 5_000, 5_000],
  ['patient', '2026-03-29T08:00:00.000Z', '2026-03-28T09:00:00.000Z', 24, 5_000, 5_000, 0],
  // The limit for 10:00 on 25 October is 11:00 on the day before.
  ['patient', '2026-10-25T09:00:00.000Z', '2026-10-24T09:00:00.000Z', 24, 5_000, 5_000, 5_000],
  ['patient', '2026-10-25T09:00:00.000Z', '2026-10-24T09:00:00.001Z', 24, 5_000, 5_000, 0],
])(
  'cancelled by the %s, appointment at %s, now %s: free for %d hours, deposit %s, of %d cents refunded %s',
  (...row) => {
    const [by, starts, now, free_until_hours, deposit_cents, left_cents, expected] = row;
    const booking = { scheduled_at: new Date(starts), left_cents, free_until_hours, deposit_cents };
    expect(refundByRule(by, booking, new Date(now))).toBe(expected);
  },
);

test('a paid appointment is cancelled with refund and message, and the email is sent after 20 seconds', async () => {
  const { world, people, patient, admin } = await meet();
  const id = await aPaid(world, people);
  await world.mails();
  const given = { cancelled_by: 'practitioner', refund_cents: 42_000, note: 'Dr Vasseur is ill. We are sorry.' };
  expect((await cancel(admin, id, { ...given, refund_cents: 42_001 })).json).toMatchObject({
    code: 'REFUND_TOO_HIGH',
    data: { left_cents: 42_000 },
  });
  const first = await cancel(admin, id, given);
  expect(first.status).toBe(200);
  expect((await cancel(admin, id, given)).json.code).toBe('STATUS_UNCHANGED');

  expect(world.sentJobs.at(-1)).toMatchObject({
    name: 'appointments.settleChange',
    options: { startAfter: new Date(world.clock.now().getTime() + 20_000) },
  });
  expect(await cancelledMails(world)).toEqual([]);
  expect((await detail(admin, id)).payments).toMatchObject([{ refunding_cents: 0, refunded_cents: 0 }]);

  await settle(world);
  // Jobs run at least once, so the job that sends the email and orders the refund may run twice.
  await settle(world);
  const [mail, ...others] = await cancelledMails(world);
  expect(others).toEqual([]);
  expect(mail).toContain('We are refunding €420 to the card you paid with.');
  const after = await detail(admin, id);
  expect(after.payments).toMatchObject([{ status: 'refunded', refunded_cents: 42_000 }]);
  expect(after.appointment.status).toBe('cancelled');
  const mine = (await patient.post('/rpc/get_my_appointment', { appointment_id: id })).json;
  expect(mine.messages.map(({ body }: { body: string }) => body)).toEqual(['Dr Vasseur is ill. We are sorry.']);
  expect(await inboxOf(admin)).not.toContain('refund_undecided');
});

test('after a cancellation without a refund, the patient reads that nothing is refunded', async () => {
  const { world, people, admin } = await meet();
  const id = await aPaid(world, people);
  await cancel(admin, id, { cancelled_by: 'patient', refund_cents: 0 });
  await settle(world);
  expect(await cancelledMails(world)).toEqual([expect.stringContaining('Your payment is not refunded.')]);
  expect((await detail(admin, id)).payments).toMatchObject([{ refunding_cents: 0, refunded_cents: 0 }]);
  expect(await inboxOf(admin)).not.toContain('refund_undecided');
});

test('if nothing was paid, the email about a cancellation says nothing about money', async () => {
  const { world, people, admin } = await meet();
  const id = await aRequested(world, people);
  expect((await cancel(admin, id, { cancelled_by: 'flaira', refund_cents: 1 })).json.code).toBe('REFUND_TOO_HIGH');
  await cancel(admin, id, { cancelled_by: 'flaira' });
  await settle(world);
  const [mail] = await cancelledMails(world);
  expect(mail).not.toMatch(/refund|payment/i);
});

test('within 20 seconds a cancellation can be undone completely, with the offer that it ended', async () => {
  const { world, people, patient, admin } = await meet();
  const [paid, offered] = [
    await aPaid(world, people),
    await anOffered(world, people, { scheduled_at: '2026-12-09T10:00' }),
  ];
  await world.mails();
  for (const [id, status] of [
    [paid, 'confirmed'],
    [offered, 'awaiting_payment'],
  ] as const) {
    const refund_cents = id === paid ? 42_000 : 0;
    const { change_id } = (await cancel(admin, id, { cancelled_by: 'flaira', refund_cents, note: 'A mistake.' })).json;
    world.clock.advance(19_000);
    const undone = await admin.post('/rpc/admin_undo_status', { change_id });
    expect(undone.json).toEqual({ undone: [id], kept: [] });
    await settle(world);
    const mine = (await patient.post('/rpc/get_my_appointment', { appointment_id: id })).json;
    expect(mine.appointment).toMatchObject({ status });
    expect(mine.messages).toEqual([]);
  }
  expect(await cancelledMails(world)).toEqual([]);
  expect((await detail(admin, paid)).payments).toMatchObject([{ refunding_cents: 0, refunded_cents: 0 }]);
  const page = await patient.post('/functions/create_checkout_session', { appointment_id: offered });
  expect(page.status).toBe(200);
});

test('a cancellation of a paid appointment cannot be undone after the patient was notified', async () => {
  const { world, people, admin } = await meet();
  const id = await aPaid(world, people);
  const { change_id } = (await cancel(admin, id, { cancelled_by: 'flaira', refund_cents: 42_000 })).json;
  world.clock.advance(20_000);
  await settle(world);
  expect((await admin.post('/rpc/admin_undo_status', { change_id })).json.code).toBe('CANNOT_UNDO');
});

test('an offer that expired within the 20 seconds is not restored', async () => {
  const { world, people, admin } = await meet();
  const id = await anOffered(world, people);
  world.clock.advance(48 * HOUR_MS - 10_000);
  const { change_id } = (await cancel(admin, id, { cancelled_by: 'flaira' })).json;
  world.clock.advance(10_000);
  expect((await admin.post('/rpc/admin_undo_status', { change_id })).json.code).toBe('CANNOT_UNDO');
});

test('setting the status to cancelled leaves the refund undecided, and the team has to decide', async () => {
  const { world, people, admin } = await meet();
  const id = await aPaid(world, people);
  await admin.post('/rpc/admin_set_appointment_status', { appointment_ids: [id], status: 'cancelled', reason: 'ours' });
  await settle(world);
  await settle(world);
  expect((await inboxOf(admin)).filter((kind: string) => kind === 'refund_undecided')).toHaveLength(1);
  expect(await cancelledMails(world)).toEqual([
    expect.stringContaining('Our team will write to you about your payment.'),
  ]);
  // Only the team sees the reason.
  expect((await detail(admin, id)).messages).toEqual([]);
});

test.each([
  ['in time', 0, 42_000, []],
  ['later than 48 hours before', 13 * 24 * HOUR_MS - 40 * HOUR_MS, 0, ['refund_undecided']],
])(
  'granting a request to cancel %s refunds everything or leaves the refund to the team',
  async (_when, wait_ms, refunded_cents, asked) => {
    const { world, people, patient, admin } = await meet();
    const id = await aPaid(world, people);
    world.clock.advance(wait_ms);
    const wish = { appointment_id: id, wish: 'cancel', idempotency_key: crypto.randomUUID() };
    expect((await patient.post('/rpc/request_appointment_change', wish)).json.open_wish).toBe('cancel');
    await admin.post('/rpc/admin_answer_wish', { appointment_id: id, is_granted: true });
    await settle(world);
    await world.mails();
    const after = await detail(admin, id);
    expect(after.appointment).toMatchObject({ status: 'cancelled', open_wish: null });
    expect(after.payments).toMatchObject([{ refunded_cents }]);
    expect((await inboxOf(admin)).filter((kind: string) => kind === 'refund_undecided')).toEqual(asked);
  },
);

test('money that was refunded in the meantime is not refunded twice, and the team has to decide', async () => {
  const { world, people, admin } = await meet();
  const id = await aPaid(world, people);
  await cancel(admin, id, { cancelled_by: 'flaira', refund_cents: 42_000 });
  const { payments } = await detail(admin, id);
  await admin.post('/rpc/admin_refund_appointment', {
    appointment_id: id,
    payment_id: payments[0].id,
    amount_cents: 10_000,
    reason: 'goodwill',
    idempotency_key: crypto.randomUUID(),
  });
  await settle(world);
  expect(await cancelledMails(world)).toEqual([
    expect.stringContaining('Our team will write to you about your payment.'),
  ]);
  expect((await detail(admin, id)).payments).toMatchObject([{ refunded_cents: 10_000 }]);
  expect(await inboxOf(admin)).toContain('refund_undecided');
});

test('a decision about an earlier cancellation does not answer for a later one', async () => {
  const { world, people, admin } = await meet();
  const id = await aPaid(world, people);
  const set = (status: string) =>
    admin.post('/rpc/admin_set_appointment_status', { appointment_ids: [id], status, reason: 'ours' });
  /** Runs the job of the nth change. */
  const settleNth = async (nth: number) => {
    const job = world.sentJobs.filter(({ name }) => name === 'appointments.settleChange')[nth];
    if (job) await world.jobs.runNow(job.name, job.payload);
  };
  const open = async () => (await admin.post('/rpc/admin_inbox_list', { kind: 'refund_undecided' })).json.rows;
  // The offer was paid, so a job of the confirmation was queued first.
  const before = world.sentJobs.filter(({ name }) => name === 'appointments.settleChange').length;
  await cancel(admin, id, { cancelled_by: 'flaira', refund_cents: 42_000 });
  world.clock.advance(5_000);
  expect((await set('confirmed')).status).toBe(200);
  world.clock.advance(5_000);
  expect((await set('cancelled')).status).toBe(200);
  world.clock.advance(10_000);
  await settleNth(before);
  const [first, ...others] = await open();
  expect(others).toEqual([]);
  await admin.post('/rpc/admin_inbox_handle', { inbox_id: first.inbox_id });
  world.clock.advance(10_000);
  // Jobs run at least once.
  for (let time = 0; time < 2; time++) await settleNth(before + 2);
  const [second] = await open();
  expect(second.inbox_id).not.toBe(first.inbox_id);
  await admin.post('/rpc/admin_inbox_handle', { inbox_id: second.inbox_id });
  await settleNth(before + 2);
  expect(await open()).toEqual([]);
});

test('if nothing was paid, setting the status to cancelled needs no decision about money', async () => {
  const { world, people, admin } = await meet();
  const id = await anOffered(world, people);
  await admin.post('/rpc/admin_set_appointment_status', { appointment_ids: [id], status: 'cancelled' });
  await settle(world);
  const [mail] = await cancelledMails(world);
  expect(mail).not.toMatch(/refund|payment/i);
  expect(await inboxOf(admin)).toEqual([]);
});

test('a cancelled offer cannot be paid on an open payment page', async () => {
  const { world, people, patient, admin } = await meet();
  const id = await anOffered(world, people);
  const { url } = (await patient.post('/functions/create_checkout_session', { appointment_id: id })).json;
  await cancel(admin, id, { cancelled_by: 'flaira' });
  await world.outbox.drain();
  expect(await world.pay(url)).toBe(false);
});

test('an unknown appointment is not found, and one without a payment has nothing to refund', async () => {
  const { world, people, admin } = await meet();
  expect((await cancel(admin, crypto.randomUUID(), { cancelled_by: 'flaira' })).status).toBe(404);
  const id = await anOffered(world, people);
  const agree = { appointment_ids: [id], status: 'confirmed', reason: 'Paid in cash' };
  await admin.post('/rpc/admin_set_appointment_status', agree);
  const tooMuch = await cancel(admin, id, { cancelled_by: 'flaira', refund_cents: 1 });
  expect(tooMuch.json).toMatchObject({ code: 'REFUND_TOO_HIGH', data: { left_cents: 0 } });
});

test('a confirmation is emailed once after 20 seconds, and never if it was undone', async () => {
  const { world, people, patient, admin } = await meet();
  const id = await anOffered(world, people);
  await world.mails();
  const confirmed = async () =>
    (await world.mails()).filter(({ subject }) => subject.startsWith('Your appointment is confirmed')).length;
  const set = async (status: string) =>
    (await admin.post('/rpc/admin_set_appointment_status', { appointment_ids: [id], status, reason: 'By phone' })).json;
  const { change_id } = await set('confirmed');
  const undone = await admin.post('/rpc/admin_undo_status', { change_id });
  expect(undone.json.undone).toEqual([id]);
  await settle(world);
  expect(await confirmed()).toBe(0);
  expect((await patient.post('/functions/create_checkout_session', { appointment_id: id })).status).toBe(200);

  await set('confirmed');
  const jobs = world.sentJobs.length;
  expect((await set('confirmed')).change_id).toBeNull();
  await settle(world);
  await settle(world);
  expect(await confirmed()).toBe(1);
  await set('done');
  expect(world.sentJobs).toHaveLength(jobs);
});

test.each([
  ['cancel', true],
  ['reschedule', false],
] as const)(
  'a cancellation answers the open change request (%s), and an undo opens it again',
  async (wish, is_granted) => {
    const { world, people, patient, admin } = await meet();
    const id = await aPaid(world, people);
    const ask = { appointment_id: id, wish, note: 'Please.', idempotency_key: crypto.randomUUID() };
    await patient.post('/rpc/request_appointment_change', ask);
    const { change_id } = (await cancel(admin, id, { cancelled_by: 'patient', refund_cents: 0 })).json;
    const kinds = (await detail(admin, id)).timeline.map(({ kind }: { kind: string }) => kind);
    expect(kinds.filter((kind: string) => kind === 'wish_answered')).toHaveLength(1);
    expect((await detail(admin, id)).timeline[1]).toMatchObject({
      kind: 'wish_answered',
      details: { wish, is_granted },
    });
    await admin.post('/rpc/admin_undo_status', { change_id });
    expect((await detail(admin, id)).appointment).toMatchObject({ status: 'confirmed', open_wish: wish });
  },
);

test('a cancellation without a change request adds no answer to the timeline, and an undo restores the due time', async () => {
  const { world, people, admin } = await meet();
  const id = await aRequested(world, people);
  const { due_at } = (await detail(admin, id)).appointment;
  expect(due_at).not.toBeNull();
  const { change_id } = (await cancel(admin, id, { cancelled_by: 'flaira' })).json;
  const cancelled = await detail(admin, id);
  expect(cancelled.appointment.due_at).toBeNull();
  expect(cancelled.timeline.map(({ kind }: { kind: string }) => kind)).toEqual(['status_changed', 'requested']);
  await admin.post('/rpc/admin_undo_status', { change_id });
  expect((await detail(admin, id)).appointment).toMatchObject({ status: 'pending', due_at });
});

test('if another status follows within 20 seconds, a cancellation sends no email and refunds nothing', async () => {
  const { world, people, admin } = await meet();
  const id = await aPaid(world, people);
  await world.mails();
  await cancel(admin, id, { cancelled_by: 'flaira', refund_cents: 42_000, note: 'Cancelled.' });
  await admin.post('/rpc/admin_set_appointment_status', { appointment_ids: [id], status: 'in_progress' });
  await settle(world);
  expect(await cancelledMails(world)).toEqual([]);
  const after = await detail(admin, id);
  expect(after.messages).toEqual([]);
  expect(after.payments).toMatchObject([{ refunding_cents: 0, refunded_cents: 0 }]);
  expect(await inboxOf(admin)).toContain('refund_undecided');
});

test.each([
  ['before', 0],
  ['after', 1],
])(
  'a cancellation sends email and refund once if the next change is undone %s the job of the cancellation ran',
  async (_when, settled) => {
    const { world, people, admin } = await meet();
    const id = await aPaid(world, people);
    await world.mails();
    await cancel(admin, id, { cancelled_by: 'flaira', refund_cents: 42_000, note: 'We are closed.' });
    world.clock.advance(15_000);
    const next = { appointment_ids: [id], status: 'in_progress' };
    const { change_id } = (await admin.post('/rpc/admin_set_appointment_status', next)).json;
    if (settled) await settle(world);
    world.clock.advance(10_000);
    expect((await admin.post('/rpc/admin_undo_status', { change_id })).json.undone).toEqual([id]);
    expect(world.sentJobs.filter(({ name }) => name === 'appointments.settleChange')).toHaveLength(2);
    await settle(world);
    await settle(world);
    expect(await cancelledMails(world)).toHaveLength(1);
    const after = await detail(admin, id);
    expect(after.appointment.status).toBe('cancelled');
    expect(after.payments).toMatchObject([{ refunded_cents: 42_000 }]);
    expect(after.messages).toMatchObject([{ body: 'We are closed.', from_team: true }]);
  },
);

test('each appointment of a bulk change gets its own email and its own refund decision', async () => {
  const { world, people, admin } = await meet();
  const ids = [await aPaid(world, people), await aPaid(world, people, { scheduled_at: '2026-12-09T10:00' })];
  await world.mails();
  await admin.post('/rpc/admin_set_appointment_status', { appointment_ids: ids, status: 'cancelled' });
  // A change of the second appointment does not affect the first one.
  await admin.post('/rpc/admin_set_appointment_status', { appointment_ids: [ids[1]], status: 'in_progress' });
  await settle(world);
  const subjects = (await world.mails()).map(({ subject }) => subject.split(':')[0]);
  expect(subjects.filter((subject) => subject === 'Cancelled')).toHaveLength(1);
  expect(subjects.filter((subject) => subject?.startsWith('Your appointment is confirmed'))).toHaveLength(2);
  await admin.post('/rpc/admin_set_appointment_status', { appointment_ids: [ids[1]], status: 'cancelled' });
  await settle(world);
  const { rows } = (await admin.post('/rpc/admin_inbox_list')).json;
  const asked = rows.filter(({ kind }: { kind: string }) => kind === 'refund_undecided');
  expect(asked.map((row: { appointment_id: string }) => row.appointment_id).toSorted()).toEqual(ids.toSorted());
});

test.each([
  ['in time', 0, 42_000],
  ['too late', 13 * 24 * HOUR_MS - 40 * HOUR_MS, 0],
])(
  'a cancellation by the patient %s without a stated refund follows the rule for refunds',
  async (_when, wait_ms, refunded_cents) => {
    const { world, people, admin } = await meet();
    const id = await aPaid(world, people);
    world.clock.advance(wait_ms);
    expect((await cancel(admin, id, { cancelled_by: 'patient' })).status).toBe(200);
    await settle(world);
    await world.mails();
    expect((await detail(admin, id)).payments).toMatchObject([{ refunded_cents }]);
    expect((await inboxOf(admin)).includes('refund_undecided')).toBe(refunded_cents === 0);
  },
);

test('refund and message of a cancellation name the administrator who cancelled', async () => {
  const { world, people, admin } = await meet();
  const id = await aPaid(world, people);
  await cancel(admin, id, { cancelled_by: 'flaira', refund_cents: 100, note: 'We are closed.' });
  await settle(world);
  const by = { userId: people.admin.userId };
  const [refunds, messages] = await withSystem(world.system, (tx) =>
    Promise.all([
      tx.selectFrom('appointment_refunds').select(['ordered_by as userId']).execute(),
      tx.selectFrom('appointment_messages').select(['author_id as userId']).execute(),
    ]),
  );
  expect([refunds, messages]).toEqual([[by], [by]]);
});

test('a question within the 20 seconds delays neither the email nor the refund', async () => {
  const { world, people, patient, admin } = await meet();
  const id = await aPaid(world, people);
  await cancel(admin, id, { cancelled_by: 'flaira', refund_cents: 42_000 });
  const question = { appointment_id: id, body: 'Is it cancelled?', idempotency_key: randomUUID() };
  expect((await patient.post('/rpc/ask_about_appointment', question)).status).toBe(200);
  await settle(world);
  expect(await cancelledMails(world)).toHaveLength(1);
  expect((await detail(admin, id)).payments).toMatchObject([{ refunded_cents: 42_000 }]);
});

test('an undecided refund has one inbox entry while it waits, and a new one after another cancellation', async () => {
  const { world, people, admin } = await meet();
  const id = await aPaid(world, people);
  const set = async (status: string) => {
    await admin.post('/rpc/admin_set_appointment_status', { appointment_ids: [id], status });
    await settle(world);
  };
  const asked = async () => {
    const { rows } = (await admin.post('/rpc/admin_inbox_list')).json;
    return rows.filter(({ kind }: { kind: string }) => kind === 'refund_undecided');
  };
  await set('cancelled');
  await set('confirmed');
  await set('cancelled');
  expect(await asked()).toHaveLength(1);
  await admin.post('/rpc/admin_inbox_handle', { inbox_id: (await asked())[0].inbox_id });
  expect(await asked()).toEqual([]);
  await set('confirmed');
  await set('cancelled');
  expect(await asked()).toHaveLength(1);
});

test('an undecided refund gets its own inbox entry even if the refund of another payment waits', async () => {
  const { world, people, admin } = await meet();
  const id = await aPaid(world, people);
  await withSystem(world.system, (tx) => putIntoInbox(world, tx, id, 'refund_undecided', { payment_id: 'pi_other' }));
  await admin.post('/rpc/admin_set_appointment_status', { appointment_ids: [id], status: 'cancelled' });
  await settle(world);
  expect((await inboxOf(admin)).filter((kind: string) => kind === 'refund_undecided')).toHaveLength(2);
});

test('the job after a change of the status does nothing if the appointment or the change no longer exists', async () => {
  const { world, people } = await meet();
  const id = await aPaid(world, people);
  const before = (await world.mails()).length;
  for (const appointment_id of [id, randomUUID()])
    await world.jobs.runNow('appointments.settleChange', { appointment_id, change_id: randomUUID() });
  expect(await world.mails()).toHaveLength(before);
});

const setStatus = async (admin: Browser, id: string, status: string): Promise<string> =>
  (await admin.post('/rpc/admin_set_appointment_status', { appointment_ids: [id], status, reason: 'By phone' })).json
    .change_id;
const undo = async (admin: Browser, change_id: string) =>
  (await admin.post('/rpc/admin_undo_status', { change_id })).json;
const settlingOf = (world: World) =>
  world.sentJobs.flatMap(({ name, payload }) =>
    name === 'appointments.settleChange' ? [(payload as { change_id: string }).change_id] : [],
  );

test('a change can be undone for exactly ten minutes', async () => {
  const { world, people, admin } = await meet();
  const ids = [await aRequested(world, people), await aRequested(world, people)];
  const [inTime, late] = [
    await setStatus(admin, ids[0] ?? '', 'in_progress'),
    await setStatus(admin, ids[1] ?? '', 'in_progress'),
  ];
  world.clock.advance(600_000);
  expect((await undo(admin, inTime)).undone).toEqual([ids[0]]);
  world.clock.advance(1);
  expect((await undo(admin, late)).code).toBe('CANNOT_UNDO');
});

test("an undone change restores the due time of the answer, and makes the patient's pages reload", async () => {
  const { world, people, admin } = await meet();
  const [asked, paid] = [await aRequested(world, people), await aPaid(world, people)];
  const dueOf = (id: string) =>
    withSystem(world.system, async (tx) => {
      const row = await tx.selectFrom('appointments').select('answer_due_at').where('id', '=', id).executeTakeFirst();
      return row?.answer_due_at ?? null;
    });
  const due_at = await dueOf(asked);
  await undo(admin, await setStatus(admin, asked, 'in_progress'));
  expect(due_at).not.toBeNull();
  expect(await dueOf(asked)).toEqual(due_at);
  await setStatus(admin, asked, 'in_progress');
  const cancelled = await setStatus(admin, asked, 'cancelled');
  world.told.length = 0;
  await undo(admin, cancelled);
  expect(await dueOf(asked)).toEqual(due_at);
  expect(world.told).toContainEqual(expect.objectContaining({ event: { kind: 'appointment.changed', id: asked } }));
  await undo(admin, await setStatus(admin, paid, 'done'));
  expect(await dueOf(paid)).toBeNull();
});

test('an undo restores the due time of an answer, and the fact that an offer had expired', async () => {
  const { world, people, admin } = await meet();
  const [asked, offered] = [await aRequested(world, people), await anOffered(world, people)];
  world.clock.advance(7 * 86_400_000);
  await world.jobs.runNow('appointments.lapseOffers', {});
  await setStatus(admin, asked, 'in_progress');
  const read = () =>
    withSystem(world.system, (tx) =>
      tx.selectFrom('appointments').select(['answer_due_at', 'offer_lapsed_at']).orderBy('number').execute(),
    );
  const before = await read();
  expect(before[0]?.answer_due_at?.getTime()).toBeGreaterThan(world.clock.now().getTime());
  expect(before[1]?.offer_lapsed_at).not.toBeNull();
  for (const id of [asked, offered]) await undo(admin, await setStatus(admin, id, 'cancelled'));
  expect(await read()).toEqual(before);
});

test('an undo queues the email of the change before it again only if that email was not due yet', async () => {
  const { world, people, admin } = await meet();
  const id = await anOffered(world, people);
  const other = await anOffered(world, people, { scheduled_at: '2026-12-09T10:00' });
  const confirmed = await setStatus(admin, id, 'confirmed');
  world.clock.advance(5000);
  await undo(admin, await setStatus(admin, id, 'done'));
  expect(settlingOf(world)).toEqual([confirmed, confirmed]);

  // `confirmed` is older than twenty seconds, so its email was already due. `later` changed the other appointment. So
  // the undo queues no email for either of these two changes.
  const later = await setStatus(admin, other, 'confirmed');
  world.clock.advance(20_000);
  const again = await setStatus(admin, id, 'cancelled');
  await undo(admin, again);
  expect(settlingOf(world)).toEqual([confirmed, confirmed, later, again]);

  // `later` is twenty seconds old, so its email was already due. This undo does not queue the email again.
  await undo(admin, await setStatus(admin, other, 'done'));
  expect(settlingOf(world)).toHaveLength(4);
});

test('an undo queues the email of the last earlier change that was not itself undone', async () => {
  const { world, people, admin } = await meet();
  const id = await aPaid(world, people);
  world.clock.advance(60_000);
  await undo(admin, await setStatus(admin, id, 'cancelled'));
  const settled = settlingOf(world).length;
  await undo(admin, await setStatus(admin, id, 'in_progress'));
  expect(settlingOf(world)).toHaveLength(settled);

  await setStatus(admin, id, 'cancelled');
  await setStatus(admin, id, 'in_progress');
  const last = await setStatus(admin, id, 'cancelled');
  await undo(admin, await setStatus(admin, id, 'in_progress'));
  expect(settlingOf(world).at(-1)).toBe(last);
});

test('an appointment that is set to confirmed without a time sends no confirmation', async () => {
  const { world, people, admin } = await meet();
  const id = await aRequested(world, people);
  await world.mails();
  const change_id = await setStatus(admin, id, 'confirmed');
  expect(settlingOf(world)).toEqual([change_id]);
  const before = (await world.mails()).length;
  await settle(world);
  expect(await world.mails()).toHaveLength(before);
});

test('an unknown status, or the status that only an offer sets, is refused as an unknown value', async () => {
  const { world, people, admin } = await meet();
  const given = { appointment_ids: [await aRequested(world, people)], reason: 'By phone' };
  for (const status of ['nonsense', 'awaiting_payment'])
    expect((await admin.post('/rpc/admin_set_appointment_status', { ...given, status })).json).toMatchObject({
      code: 'INVALID_INPUT',
      data: { fields: { status: ['unknown'] } },
    });
});

test('the last cent is refunded too', async () => {
  const { world, people, admin } = await meet();
  const id = await aPaid(world, people);
  const [{ id: payment_id }] = (await detail(admin, id)).payments;
  const order = {
    appointment_id: id,
    payment_id,
    amount_cents: 41_999,
    reason: 'Goodwill',
    idempotency_key: randomUUID(),
  };
  expect((await admin.post('/rpc/admin_refund_appointment', order)).status).toBe(200);
  await cancel(admin, id, { cancelled_by: 'flaira' });
  await settle(world);
  await world.mails();
  expect((await detail(admin, id)).payments).toMatchObject([{ refunded_cents: 42_000 }]);
});

test.each([
  ['first', [aPaid, aRequested]],
  ['last', [aRequested, aPaid]],
] as const)(
  'in a bulk change, only the paid appointment (the %s one) needs a refund decision',
  async (_when, makers) => {
    const { world, people, admin } = await meet();
    const ids: string[] = [];
    for (const make of makers) ids.push(await make(world, people));
    await admin.post('/rpc/admin_set_appointment_status', { appointment_ids: ids, status: 'cancelled' });
    await settle(world);
    const { rows } = (await admin.post('/rpc/admin_inbox_list')).json;
    const asked = rows.filter(({ kind }: { kind: string }) => kind === 'refund_undecided');
    expect(asked.map((row: { appointment_id: string }) => row.appointment_id)).toEqual([ids[makers.indexOf(aPaid)]]);
  },
);
