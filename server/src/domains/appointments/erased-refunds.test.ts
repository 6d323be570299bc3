import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { withSystem } from '#server/platform/db/db.ts';
import { applyNotice } from '#server/platform/payments/apply-notice.ts';
import { PaymentUnavailable } from '#server/platform/payments/gateway.ts';
import { aPaid, paymentOf, settle } from '../../../test/an-appointment.ts';
import { balances } from '../../../test/books.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { findForUpdate } from './appointments.queries.ts';
import { listOpenRefunds } from './erased-refunds.ts';
import { putIntoInbox } from './history.ts';
import { noteListOrder, noteRefund, refundPayment } from './refunds.ts';

/** Makes a paid appointment of 420 €. The returned functions refund it, make refunds fail, and erase its patient. */
async function aPaidAppointment() {
  const world = await aWorld();
  const people = { patient: await world.patient(), admin: await world.admin() };
  const id = await aPaid(world, people);
  const payment_id = await paymentOf(world, people.patient, id);
  const drain = async () => {
    await world.database.owner.query('update outbox set next_attempt_at = now() where processed_at is null');
    await world.outbox.drain();
  };
  const ask = (path: string, body: object) => world.browserOf(people.admin).post(path, body);
  return {
    world,
    people,
    id,
    payment_id,
    drain,
    ask,
    /** Refunds the payment in the list of all payments. @returns the HTTP status */
    async refundFromList(amount_cents: number) {
      const order = { payment_id, amount_cents, reason: 'again', idempotency_key: randomUUID() };
      const { status } = await ask('/rpc/admin_refund_payment', order);
      await world.outbox.drain();
      return status;
    },
    async refund(amount_cents: number) {
      const order = { appointment_id: id, payment_id, amount_cents, reason: 'goodwill', idempotency_key: randomUUID() };
      await refundPayment(world, people.admin, order);
      await world.outbox.drain();
    },
    /**
     * A minute later, makes the refund with the index `place` fail at the provider, and processes the webhook event
     * twice.
     */
    async bounce(amount_cents: number, place = 0) {
      world.clock.set(new Date(world.clock.now().getTime() + 60_000));
      await world.database.owner.query(
        `update test_checkout_objects set data = jsonb_set(data, array['refunds', $1, 'failed'], '"closed"') where kind = 'payment'`,
        [String(place)],
      );
      const said = {
        kind: 'refund_failed',
        refund_id: `re_${place + 1}`,
        payment_id,
        amount_cents,
        reason: 'closed',
        order: null,
      };
      for (let time = 0; time < 2; time++)
        await withSystem(world.system, (tx) =>
          applyNotice(world, tx, { id: randomUUID(), at: world.clock.now(), said: { ...said, kind: 'refund_failed' } }),
        );
      await world.outbox.drain();
    },
    async erase() {
      const { userId } = people.patient;
      await withSystem(world.system, (tx) => world.personal.erase(world, tx, { userId, email: '' }));
      await drain();
    },
    /** Returns what the administrators were told about refunds. */
    told: async () =>
      (await world.mails())
        .filter(({ subject }) => subject === 'A refund to a former member did not arrive')
        .map(({ text }) => text),
    refunded: async () =>
      (await world.system.selectFrom('payments').select('refunded_cents').executeTakeFirstOrThrow()).refunded_cents,
  };
}

test.each(['before', 'after'] as const)(
  'administrators get one email about a refund that failed %s its patient was erased, and refund the payment again',
  async (when) => {
    const { world, payment_id, refund, bounce, erase, told, ask, refundFromList, refunded } = await aPaidAppointment();
    await refund(10_500);
    if (when === 'before') await bounce(10_500);
    expect(await told()).toEqual([]);
    await erase();
    if (when === 'after') await bounce(10_500);
    const [text, ...others] = await told();
    expect(others).toEqual([]);
    expect(text).toContain('A refund of €105 for an appointment came back: closed.');
    expect(text).toContain(`/admin/payments?q=${payment_id}`);

    const { json } = await ask('/rpc/admin_list_payments', { search: payment_id, limit: 10 });
    expect(json.payments).toMatchObject([{ id: payment_id, name: null, left_cents: 42_000, refund_failure: 'closed' }]);
    expect(await refundFromList(42_000)).toBe(200);
    expect([await refunded(), await balances(world)]).toEqual([42_000, {}]);
  },
);

test('administrators get an email about each failed refund of an erased patient that waits for a decision', async () => {
  const { refund, bounce, erase, told } = await aPaidAppointment();
  await refund(10_500);
  await refund(5_000);
  await bounce(10_500);
  await bounce(5_000, 1);
  await erase();
  expect((await told()).map((text) => /A refund of (\S+)/.exec(text)?.[1]).sort()).toEqual(['€105', '€50']);
});

test.each([
  ['for the appointment', 'arrived', []],
  ['for the appointment', 'failed, too', ['€80']],
  ['in the list of all payments', 'arrived', []],
  ['in the list of all payments', 'failed, too', ['€80']],
] as const)(
  'after an erasure, no email is sent about a failed refund ordered again %s: the new one %s',
  async (where, how, amounts) => {
    const { world, id, refund, refundFromList, bounce, erase, told } = await aPaidAppointment();
    await refund(10_500);
    await bounce(10_500);
    await (where === 'for the appointment' ? refund(8_000) : refundFromList(8_000));
    if (how === 'failed, too') await bounce(8_000, 1);
    // A refund of another payment of this appointment failed, so the appointment has an entry in the inbox.
    const other = { payment_id: 'pi_other', refund_id: 're_other' };
    await withSystem(world.system, (tx) => putIntoInbox(world, tx, id, 'refund_failed', other));
    await erase();
    expect((await told()).map((text) => /A refund of (\S+)/.exec(text)?.[1])).toEqual(amounts);
  },
);

test('administrators get an email about a failed refund of an erased patient if the provider refused a new one', async () => {
  const { world, refund, refundFromList, bounce, erase, told } = await aPaidAppointment();
  await refund(10_500);
  await bounce(10_500);
  const provider = vi.spyOn(world.payments, 'refund').mockRejectedValue(new PaymentUnavailable('away'));
  expect(await refundFromList(10_500)).not.toBe(200);
  provider.mockRestore();
  await erase();
  expect(await told()).toHaveLength(1);
});

test('administrators get an email about a refund that failed after a new order, even if the order runs later', async () => {
  const { world, payment_id, refund, bounce, erase, told } = await aPaidAppointment();
  await refund(10_500);
  const ordered_at = world.clock.now().toISOString();
  await bounce(10_500);
  await noteListOrder(world, { payment_id, ordered_at });
  await erase();
  expect(await told()).toHaveLength(1);
});

test('after an erasure, payments that wait for a decision stay in the inbox without personal data until refunded', async () => {
  const { world, people, id, payment_id, drain, ask, refundFromList, erase } = await aPaidAppointment();
  await ask('/rpc/admin_set_appointment_status', { appointment_ids: [id], status: 'cancelled' });
  await settle(world);
  const { id: offer } = await withSystem(world.system, (tx) =>
    tx.selectFrom('appointment_offers').select('id').executeTakeFirstOrThrow(),
  );
  const reference = { kind: 'appointment_offer', id: offer, user_id: people.patient.userId };
  const said = { kind: 'page_paid', payment_id: 'pi_other', page_id: 'cs_other', reference } as const;
  const at = world.clock.now();
  await withSystem(world.system, (tx) =>
    applyNotice(world, tx, { id: randomUUID(), at, said: { ...said, amount_cents: 1, currency: 'eur' } }),
  );
  await drain();
  const inbox = async () => (await ask('/rpc/admin_inbox_list', {})).json.rows;
  expect((await inbox()).map(({ kind }: { kind: string }) => kind).sort()).toEqual([
    'paid',
    'payment_mismatch',
    'refund_undecided',
  ]);
  await erase();

  const kept = {
    inbox_id: expect.any(String),
    appointment_id: null,
    number: '',
    patient_id: null,
    patient_email: '',
    patient_full_name: '',
    city_current: '',
    city_target: '',
    requested_treatment: '',
    inbox_created_at: at.toISOString(),
    handled_at: null,
    handled_by_name: null,
    due_at: null,
    dispute_id: null,
    practitioner_name: null,
    snoozed_until: null,
    coordinator_id: null,
    coordinator_name: null,
    difference: null,
  };
  const rows = await inbox();
  expect(rows).toHaveLength(2);
  expect(rows).toEqual(
    expect.arrayContaining([
      { ...kept, kind: 'refund_undecided', payment: { id: payment_id, amount_cents: 42_000, currency: 'eur' } },
      { ...kept, kind: 'payment_mismatch', payment: { id: 'pi_other', amount_cents: 1, currency: 'eur' } },
    ]),
  );

  const inbox_ids = rows.map(({ inbox_id }: { inbox_id: string }) => inbox_id);
  const assigned = await ask('/rpc/admin_inbox_assign', { inbox_ids, coordinator_id: people.admin.userId });
  expect(assigned.json).toEqual({ changed: inbox_ids, kept: [] });
  expect(await refundFromList(42_000)).toBe(200);
  expect(await inbox()).toMatchObject([{ kind: 'payment_mismatch', coordinator_id: people.admin.userId }]);
  const [{ inbox_id }] = await inbox();
  const until = new Date(at.getTime() + 3_600_000).toISOString();
  await ask('/rpc/admin_inbox_snooze', { inbox_ids: [inbox_id], until });
  await ask('/rpc/admin_inbox_snooze', { inbox_ids: [inbox_id], until: null });
  for (const is_handled of [true, false, true]) await ask('/rpc/admin_inbox_handle', { inbox_id, is_handled });
  expect(await inbox()).toEqual([]);

  const steps = await world.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'payment.entry_changed')
    .orderBy('id')
    .execute();
  const about = (payment: string) =>
    steps
      .filter(({ subject_type, subject_id }) => subject_type === 'payment' && subject_id === payment)
      .map(({ actor_id, details }) => [actor_id, (details as { step: string }).step]);
  const { userId } = people.admin;
  expect(about(payment_id)).toEqual([[userId, 'assigned']]);
  expect(about('pi_other')).toEqual(
    ['assigned', 'snoozed', 'woken', 'handled', 'reopened', 'handled'].map((step) => [userId, step]),
  );
});

/**
 * Each row has whether the erasure is before or after the job of the cancellation, the refund in words, the refunded
 * cents, the inbox entries, and the refund of the cancellation in cents. The last value is null if nobody decided the
 * refund.
 */
test.each([
  ['before', 'of 420 €', 0, ['refund_undecided'], 42_000],
  ['after', 'of 420 €', 42_000, [], 42_000],
  ['before', 'of 0 €', 0, [], 0],
  ['before', 'that nobody decided', 0, ['refund_undecided'], null],
  ['after', 'that nobody decided', 0, ['refund_undecided'], null],
] as const)(
  'a patient is erased %s a cancellation with a refund %s is settled: %d cents are refunded, and the inbox has %j',
  async (when, _refund, refunded_cents, waiting, refund_cents) => {
    const { world, id, payment_id, ask, erase, refunded } = await aPaidAppointment();
    await (refund_cents === null
      ? ask('/rpc/admin_set_appointment_status', { appointment_ids: [id], status: 'cancelled' })
      : ask('/rpc/admin_cancel_appointment', { appointment_id: id, cancelled_by: 'practitioner', refund_cents }));
    if (when === 'after') await settle(world);
    await erase();
    await settle(world);
    const { rows } = (await ask('/rpc/admin_inbox_list', {})).json;
    expect(rows.map(({ kind }: { kind: string }) => kind)).toEqual(waiting);
    expect(rows.map(({ payment }: { payment: { id: string } }) => payment.id)).toEqual(waiting.map(() => payment_id));
    expect(await refunded()).toBe(refunded_cents);
  },
);

test('an undecided refund that the team has handled does not return to the inbox when the patient is erased', async () => {
  const { world, id, ask, erase } = await aPaidAppointment();
  await ask('/rpc/admin_set_appointment_status', { appointment_ids: [id], status: 'cancelled' });
  world.clock.advance(20_000);
  await settle(world);
  const inbox = async () => (await ask('/rpc/admin_inbox_list', { kind: 'refund_undecided' })).json.rows;
  await ask('/rpc/admin_inbox_handle', { inbox_id: (await inbox())[0].inbox_id });
  await erase();
  expect(await inbox()).toEqual([]);
});

/** Each row has the refunds that failed after a cancellation of 420 €, and the inbox entries after the erasure. */
test.each([
  [[42_000], []],
  [[41_999], ['refund_undecided']],
  [[30_000, 12_000], ['refund_undecided']],
])(
  'failed refunds of %j cents cause an email each, and the inbox has %j after the erasure',
  async (amounts, waiting) => {
    const { world, id, ask, refund, bounce, erase, told } = await aPaidAppointment();
    await ask('/rpc/admin_set_appointment_status', { appointment_ids: [id], status: 'cancelled' });
    for (const amount of amounts) await refund(amount);
    // Everything was refunded before the job ran, or the job asks about the rest.
    if (amounts[0] === 42_000) await settle(world);
    for (const [place, amount] of amounts.entries()) await bounce(amount, place);
    await erase();
    expect(await told()).toHaveLength(amounts.length);
    const { rows } = (await ask('/rpc/admin_inbox_list', {})).json;
    expect(rows.map(({ kind }: { kind: string }) => kind)).toEqual(waiting);
  },
);

test.each([
  ['stays', 41_999, ['refund_undecided']],
  ['stays', 42_000, []],
  ['is erased', 41_999, ['refund_undecided']],
  ['is erased', 42_000, []],
] as const)(
  'if the patient %s and %d of 42000 cents are refunded in the dashboard of the payment provider, the inbox has %j',
  async (patient, amount_cents, waiting) => {
    const { world, id, payment_id, ask, erase, drain } = await aPaidAppointment();
    await ask('/rpc/admin_set_appointment_status', { appointment_ids: [id], status: 'cancelled' });
    await settle(world);
    if (patient === 'is erased') await erase();
    await world.payments.refund({ payment_id, amount_cents, idempotency_key: 'their dashboard' });
    await drain();
    const { rows } = (await ask('/rpc/admin_inbox_list', { kind: 'refund_undecided' })).json;
    expect(rows.map(({ kind }: { kind: string }) => kind)).toEqual(waiting);
  },
);

test('the list of failed refunds names the payment that was refunded, not another payment of the appointment', async () => {
  const { world, people, payment_id, refund, bounce } = await aPaidAppointment();
  await refund(10_500);
  await bounce(10_500);
  await withSystem(world.system, async (tx) => {
    const payment = await tx.selectFrom('appointment_payments').selectAll().executeTakeFirstOrThrow();
    const other = { ...payment, payment_id: 'pi_other', outcome: 'twice' as const };
    await tx.insertInto('appointment_payments').values(other).execute();
    expect(await listOpenRefunds(tx, people.patient.userId)).toMatchObject([{ payment_id, amount_cents: 10_500 }]);
  });
});

test.each([
  ['is erased', 0],
  ['stays', 1],
])('if the patient %s and the payment is deleted, the inbox keeps %d entries about it', async (patient, entries) => {
  const { world, id, payment_id, ask, erase } = await aPaidAppointment();
  await ask('/rpc/admin_set_appointment_status', { appointment_ids: [id], status: 'cancelled' });
  await settle(world);
  if (patient === 'is erased') await erase();
  await withSystem(world.system, (tx) => tx.deleteFrom('payments').where('id', '=', payment_id).execute());
  const { rows } = (await ask('/rpc/admin_inbox_list', { kind: 'refund_undecided' })).json;
  expect(rows).toHaveLength(entries);
});

/** Waits until `count` transactions wait for a lock. */
const areWaiting = (world: World, count: number) =>
  vi.waitUntil(
    async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(world.system);
      return rows.length === count;
    },
    { timeout: 10_000 },
  );

test('an undecided refund that enters the inbox while the erasure of its patient begins stays there', async () => {
  const { world, id, payment_id, ask, erase } = await aPaidAppointment();
  let erased: Promise<unknown> | undefined;
  await withSystem(world.system, async (tx) => {
    await findForUpdate(tx, id);
    erased = erase();
    await areWaiting(world, 1);
    await putIntoInbox(world, tx, id, 'refund_undecided', { payment_id });
  });
  await erased;
  expect((await ask('/rpc/admin_inbox_list', {})).json.rows).toMatchObject([
    { kind: 'refund_undecided', payment: { id: payment_id } },
  ]);
});

test('an erasure and an event about a refund both succeed, although they take the same locks', async () => {
  const { world, people, payment_id, refund, erase, refunded } = await aPaidAppointment();
  await refund(10_500);
  await sql`update appointment_payments set refunded_cents = 0`.execute(world.system);
  let done: Promise<unknown[]> | undefined;
  await withSystem(world.system, async (tx) => {
    await sql`select from appointment_payments where payment_id = ${payment_id} for update`.execute(tx);
    const reference = { kind: 'appointment_offer', id: randomUUID(), user_id: people.patient.userId };
    const amounts = { amount_cents: 42_000, refunded_cents: 10_500, currency: 'eur', failed_count: 0 };
    const noted = noteRefund(world, { payment_id, reference, ...amounts });
    await areWaiting(world, 1);
    done = Promise.all([noted, erase()]);
    await areWaiting(world, 2);
  });
  await done;
  expect(await refunded()).toBe(10_500);
});

test('a refund of an erased patient is sent once, even if another one cannot be sent', async () => {
  const { world, refund, erase, drain, refunded } = await aPaidAppointment();
  const send = world.payments.refund.bind(world.payments);
  const provider = vi.spyOn(world.payments, 'refund').mockRejectedValue(new PaymentUnavailable('away'));
  await refund(10_500);
  await refund(5_000);
  provider.mockClear();
  provider.mockImplementation((request) =>
    request.amount_cents === 5_000 ? Promise.reject(new PaymentUnavailable('away')) : send(request),
  );
  await erase();
  await drain();
  await drain();
  expect(provider.mock.calls.filter(([{ amount_cents }]) => amount_cents === 10_500)).toHaveLength(1);
  provider.mockRestore();
  await drain();
  await drain();
  expect(await refunded()).toBe(15_500);
});

test('a refund that was ordered but not sent when the patient was erased is sent once', async () => {
  const { world, refund, erase, told, refunded, drain } = await aPaidAppointment();
  const provider = vi.spyOn(world.payments, 'refund').mockRejectedValue(new PaymentUnavailable('away'));
  await refund(10_500);
  await erase();
  expect(await refunded()).toBe(0);
  provider.mockRestore();
  await drain();
  await drain();
  expect([await refunded(), await told()]).toEqual([10_500, []]);
});

test('administrators learn that the payment provider could not make a refund of a patient who was erased', async () => {
  const { world, payment_id, refund, erase, told } = await aPaidAppointment();
  const provider = vi.spyOn(world.payments, 'refund').mockRejectedValue(new PaymentUnavailable('away'));
  await refund(10_500);
  provider.mockRestore();
  await world.payments.refund({ payment_id, idempotency_key: 'their dashboard' });
  await erase();
  expect(await told()).toEqual([expect.stringContaining('came back: less is left at the payment provider.')]);
});
