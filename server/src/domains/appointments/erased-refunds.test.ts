import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { withSystem } from '#server/platform/db/db.ts';
import { applyNotice } from '#server/platform/payments/apply-notice.ts';
import { PaymentUnavailable } from '#server/platform/payments/gateway.ts';
import { aPaid, paymentOf } from '../../../test/an-appointment.ts';
import { balances } from '../../../test/books.ts';
import { aWorld } from '../../../test/world.ts';
import { refundPayment } from './refunds.ts';

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
  return {
    world,
    payment_id,
    drain,
    async refund(amount_cents: number) {
      const order = { appointment_id: id, payment_id, amount_cents, reason: 'goodwill', idempotency_key: randomUUID() };
      await refundPayment(world, people.admin, order);
      await world.outbox.drain();
    },
    /** Makes the refund at this place fail at the provider, and processes the webhook event about it a minute later. */
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
    ask: (path: string, body: object) => world.browserOf(people.admin).post(path, body),
    refunded: async () =>
      (await world.system.selectFrom('payments').select('refunded_cents').executeTakeFirstOrThrow()).refunded_cents,
  };
}

test.each(['before', 'after'] as const)(
  'administrators learn of a refund that failed %s the patient was erased, and refund the payment again',
  async (when) => {
    const { world, payment_id, refund, bounce, erase, told, ask, refunded } = await aPaidAppointment();
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
    const order = { payment_id, amount_cents: 42_000, reason: 'again', idempotency_key: randomUUID() };
    expect((await ask('/rpc/admin_refund_payment', order)).status).toBe(200);
    await world.outbox.drain();
    expect([await refunded(), await balances(world)]).toEqual([42_000, {}]);
  },
);

test('all failed refunds of a payment that wait for a decision are told', async () => {
  const { refund, bounce, erase, told } = await aPaidAppointment();
  await refund(10_500);
  await refund(5_000);
  await bounce(10_500);
  await bounce(5_000, 1);
  await erase();
  expect((await told()).map((text) => /A refund of (\S+)/.exec(text)?.[1]).sort()).toEqual(['€105', '€50']);
});

test.each([
  ['arrived', false, []],
  ['failed, too', true, ['€80']],
] as const)('a failed refund is not told if it was ordered again: the new one %s', async (_how, fails, amounts) => {
  const { world, refund, bounce, erase, told } = await aPaidAppointment();
  await refund(10_500);
  await bounce(10_500);
  await refund(8_000);
  if (fails) await bounce(8_000, 1);
  // A refund of another payment of this appointment failed, so the appointment has an entry in the inbox.
  await withSystem(world.system, (tx) =>
    tx.updateTable('appointment_inbox').set({ handled_at: null }).where('kind', '=', 'refund_failed').execute(),
  );
  await erase();
  expect((await told()).map((text) => /A refund of (\S+)/.exec(text)?.[1])).toEqual(amounts);
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

test('administrators learn that the provider cannot make an ordered refund of an erased patient', async () => {
  const { world, payment_id, refund, erase, told } = await aPaidAppointment();
  const provider = vi.spyOn(world.payments, 'refund').mockRejectedValue(new PaymentUnavailable('away'));
  await refund(10_500);
  provider.mockRestore();
  await world.payments.refund({ payment_id, idempotency_key: 'their dashboard' });
  await erase();
  expect(await told()).toEqual([expect.stringContaining('came back: less is left at the payment provider.')]);
});
