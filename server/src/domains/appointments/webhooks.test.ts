import { createHmac, randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { expect, test, vi } from 'vitest';
import { anOffered } from '../../../test/an-appointment.ts';
import { aWorld } from '../../../test/world.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { PaymentUnavailable } from '#server/platform/payments/gateway.ts';
import { payTestPage } from '#server/platform/payments/test-checkout/pay-page.ts';
import { openPayment } from './open-payment.ts';

const MINUTE_MS = 60_000;

async function anOpenOffer() {
  const world = await aWorld();
  const people = { patient: await world.patient(), admin: await world.admin() };
  const id = await anOffered(world, people);
  const admin = world.browserOf(people.admin);
  const look = async () => (await admin.post('/rpc/admin_get_appointment', { appointment_id: id })).json;
  const offerId: string = (await look()).offers[0].id;
  const secret = `whsec_${createHmac('sha256', world.config.linkKey).update('test checkout').digest('hex')}`;
  /** Delivers a webhook in the provider's format. Returns the HTTP status. */
  const deliver = async (
    type: string,
    object: object,
    { id: event = `evt_${randomUUID()}`, age_ms = 0, key = secret } = {},
  ) => {
    const now = world.clock.now().getTime();
    const payload = JSON.stringify({
      id: event,
      object: 'event',
      type,
      created: Math.floor(now / 1000),
      data: { object },
    });
    const timestamp = Math.floor((now - age_ms) / 1000);
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: key, timestamp });
    const answer = await world
      .browser()
      .post('/api/payments/webhook', JSON.parse(payload), { 'stripe-signature': signature });
    await world.outbox.drain();
    return answer.status;
  };
  const paid = (payment = 'pi_1') => ({
    id: 'cs_1',
    mode: 'payment',
    payment_status: 'paid',
    payment_intent: payment,
    amount_total: 42_000,
    currency: 'eur',
    metadata: { reference_kind: 'appointment_offer', reference_id: offerId, user_id: people.patient.userId },
  });
  return { world, people, id, look, deliver, paid };
}
const COMPLETED = 'checkout.session.completed';
const kinds = (timeline: { kind: string }[]) => timeline.map(({ kind }) => kind);

test('trust 23: a webhook that is delivered twenty times, some at once, confirms once and writes once', async () => {
  const { world, look, deliver, paid } = await anOpenOffer();
  const same = { id: 'evt_same' };
  await Promise.all(Array.from({ length: 10 }, () => deliver(COMPLETED, paid(), same)));
  for (let time = 0; time < 9; time++) await deliver(COMPLETED, paid(), same);
  // The provider may send the same payment in a webhook event with another id.
  await deliver(COMPLETED, paid());
  const { appointment, payments, timeline } = await look();
  expect(appointment.status).toBe('confirmed');
  expect(payments).toMatchObject([{ id: 'pi_1', outcome: 'confirmed', refunded_cents: 0 }]);
  expect(kinds(timeline).filter((kind) => kind === 'paid')).toHaveLength(1);
  const confirmations = (await world.mails()).filter(({ subject }) =>
    subject.startsWith('Your appointment is confirmed'),
  );
  expect(confirmations).toHaveLength(1);
});

test('a refund that is reported before its payment counts once the payment is known', async () => {
  const { world, look, deliver, paid } = await anOpenOffer();
  await deliver('charge.refunded', { payment_intent: 'pi_1', amount_refunded: 42_000 });
  expect((await look()).payments).toEqual([]);
  await deliver(COMPLETED, paid());
  await vi.waitFor(
    async () => {
      await world.outbox.drain();
      expect((await look()).payments).toMatchObject([{ refunded_cents: 42_000, status: 'refunded' }]);
    },
    { timeout: 15_000, interval: 250 },
  );
  expect((await look()).appointment.status).toBe('confirmed');
});

const tellings = {
  paid: [COMPLETED, { id: 'cs_1' }],
  ended: ['checkout.session.expired', { id: 'cs_1' }],
  declined: ['payment_intent.payment_failed', { id: 'pi_1' }],
  refunded: ['charge.refunded', { payment_intent: 'pi_1', amount_refunded: 10_000 }],
} as const;

test.each([
  ['refunded', 'ended', 'declined', 'paid'],
  ['ended', 'paid', 'refunded', 'declined'],
  ['declined', 'refunded', 'paid', 'ended'],
  ['paid', 'declined', 'ended', 'refunded'],
] as const)(
  'events about a payment in the order %s, %s, %s, %s, each three times, have the same result',
  async (...order) => {
    const { world, look, deliver, paid } = await anOpenOffer();
    for (const name of order) {
      const [type, object] = tellings[name];
      const told = {
        ...paid(),
        ...(name === 'ended' && { payment_status: 'unpaid', payment_intent: null }),
        ...object,
      };
      for (let time = 0; time < 3; time++) await deliver(type, told, { id: `evt_${name}` });
      // Processing a webhook event can fail if it is delivered before another webhook event that it depends on. Failed
      // webhook events are tried again without the usual delay.
      await world.database.owner.query('update outbox set next_attempt_at = now() where processed_at is null');
      await world.outbox.drain();
    }
    const { appointment, payments, timeline } = await look();
    expect(appointment.status).toBe('confirmed');
    expect(payments).toMatchObject([{ id: 'pi_1', outcome: 'confirmed', refunded_cents: 10_000 }]);
    expect(
      kinds(timeline)
        .filter((kind) => kind === 'paid' || kind === 'refund_arrived')
        .sort(),
    ).toEqual(['paid', 'refund_arrived']);
  },
);

test.each([
  ['forged', { key: 'whsec_of_somebody_else' }],
  ['six minutes old', { age_ms: 6 * MINUTE_MS }],
])('a webhook that is %s changes nothing', async (_name, how) => {
  const { look, deliver, paid } = await anOpenOffer();
  expect(await deliver(COMPLETED, paid(), how)).toBeGreaterThanOrEqual(400);
  const { appointment, payments } = await look();
  expect([appointment.status, payments]).toEqual(['awaiting_payment', []]);
});

test('if the payment provider does not respond, the patient gets an error and may try again', async () => {
  const { world, people, id } = await anOpenOffer();
  const ask = async () =>
    world.browserOf(people.patient).post('/functions/create_checkout_session', { appointment_id: id });
  vi.spyOn(world.payments, 'openPage').mockRejectedValueOnce(new PaymentUnavailable('away'));
  const { status, json } = await ask();
  expect([status, json.code]).toEqual([503, 'PAYMENT_UNAVAILABLE']);
  expect((await ask()).status).toBe(200);
});

test('a patient who is erased between the payment and its webhook event gets a refund', async () => {
  const { world, people, id } = await anOpenOffer();
  const { url } = await openPayment(world, people.patient, id);
  await payTestPage(world, url.split('/').at(-1) ?? '', 'accepted');
  await withSystem(world.system, (tx) => world.personal.erase(world, tx, { userId: people.patient.userId, email: '' }));
  await world.outbox.drain();
  const payments = await withSystem(world.system, (tx) =>
    tx.selectFrom('payments').select(['amount_cents', 'refunded_cents', 'user_id']).execute(),
  );
  expect(payments).toEqual([{ amount_cents: 42_000, refunded_cents: 42_000, user_id: null }]);
  const waiting = await world.db.selectFrom('outbox').select('topic').where('processed_at', 'is', null).execute();
  expect(waiting).toEqual([]);
});

test('a second payment for the same offer is refunded', async () => {
  const { world, look, deliver, paid } = await anOpenOffer();
  await deliver(COMPLETED, paid('pi_1'));
  // The test checkout does not know the payment `pi_2`, so it refuses the refund. The refund order remains and is tried
  // again.
  await deliver(COMPLETED, paid('pi_2'));
  const { appointment, payments, timeline } = await look();
  expect(appointment.status).toBe('confirmed');
  const outcomes = payments.map(
    ({ id, outcome, refunding_cents }: { id: string; outcome: string; refunding_cents: number }) => [
      id,
      outcome,
      refunding_cents,
    ],
  );
  expect(outcomes.sort()).toEqual([
    ['pi_1', 'confirmed', 0],
    ['pi_2', 'twice', 42_000],
  ]);
  expect(kinds(timeline)).toContain('paid_late');
  expect((await world.mails()).some(({ subject }) => subject.startsWith('We are refunding your payment'))).toBe(true);
});

test.each(['payment_intent.payment_failed', 'payment_intent.requires_action'])(
  '%s without a later payment makes an inbox entry',
  async (type) => {
    const { world, people, deliver, paid } = await anOpenOffer();
    await deliver(type, { id: 'pi_1', object: 'payment_intent', metadata: paid().metadata });
    world.clock.advance(15 * MINUTE_MS);
    await world.jobs.runNow('appointments.announceFailed', {});
    const { json } = await world.browserOf(people.admin).post('/rpc/admin_inbox_list', {});
    expect(json.rows.map(({ kind }: { kind: string }) => kind)).toEqual(['payment_failed']);
  },
);
