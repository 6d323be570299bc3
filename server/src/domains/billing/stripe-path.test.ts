import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { receiveNotice } from '#server/platform/payments/inbox.ts';
import { NoticeRefused } from '#server/platform/payments/notices.ts';
import { aFakeStripe, invoice, second, subscription } from '../../../test/fake-stripe.ts';
import { aWorld } from '../../../test/world.ts';
import { getMembership } from './get-membership.ts';
import { startCheckout } from './start-checkout.ts';

async function aMemberToBe() {
  const fake = await aFakeStripe();
  const world = await aWorld({ stripe: fake.address });
  const patient = await world.patient();
  const open = () =>
    startCheckout(world, patient, {
      sku: 'elite_monthly',
      type: 'subscription',
      cycle: 'monthly',
      amount: 1,
      currency: 'xxx',
      region: 'Global',
    });
  const sessions = () => fake.asked.filter(({ path }) => path === 'POST /v1/checkout/sessions');
  /** Sends a webhook with Stripe's signature to the service. */
  const deliver = (type: string, object: object, { id = `evt_${randomUUID()}`, key = 'whsec_x', age_s = 0 } = {}) => {
    const created = Math.floor(world.clock.now().getTime() / 1000);
    const payload = JSON.stringify({ id, object: 'event', type, created, data: { object } });
    const timestamp = created - age_s;
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: key, timestamp });
    return receiveNotice(world, payload, signature);
  };
  /** Tries failed events again at once. */
  const settle = async () => {
    await world.outbox.drain();
    await world.database.owner.query('update outbox set next_attempt_at = now() where processed_at is null');
    await world.outbox.drain();
  };
  const membership = () => getMembership(world, patient.userId);
  return { fake, world, patient, open, sessions, deliver, settle, membership };
}

test('fifty clicks request one payment page from Stripe, under one key', async () => {
  const { open, sessions } = await aMemberToBe();
  const answers = await Promise.all(Array.from({ length: 50 }, open));
  expect(new Set(answers.map(({ url }) => url))).toEqual(new Set(['https://pay.example/cs_1']));
  expect(new Set(sessions().map(({ key }) => key)).size).toBe(1);
});

test('repeated, late, forged and unordered webhook events start one membership, and end it once', async () => {
  const { fake, world, patient, open, sessions, deliver, settle, membership } = await aMemberToBe();
  await open();
  const metadata = { reference_kind: 'subscription', reference_id: sessions()[0]?.key, user_id: patient.userId };
  const living = { ...subscription, metadata };
  fake.answers['GET /v1/subscriptions/sub_1'] = living;
  fake.answers['GET /v1/invoices/in_1'] = {
    ...invoice,
    billing_reason: 'subscription_create',
    parent: { subscription_details: { subscription: 'sub_1', metadata } },
  };
  const session = { id: 'cs_1', mode: 'subscription', payment_status: 'paid', subscription: 'sub_1', metadata };

  await expect(deliver('customer.subscription.created', living, { key: 'whsec_other' })).rejects.toEqual(
    new NoticeRefused('forged'),
  );
  await expect(deliver('customer.subscription.created', living, { age_s: 301 })).rejects.toEqual(
    new NoticeRefused('late'),
  );
  await settle();
  expect((await membership()).plan).toBe('free');

  const id = `evt_${randomUUID()}`;
  await deliver('invoice.paid', { id: 'in_1' }, { id });
  await settle();
  await deliver('customer.subscription.updated', living);
  await deliver('checkout.session.completed', session);
  await deliver('invoice.paid', { id: 'in_1' }, { id });
  await settle();
  await settle();
  const member = await membership();
  expect([member.plan, member.invoices.length]).toEqual(['elite', 1]);

  fake.answers['GET /v1/subscriptions/sub_1'] = { ...living, status: 'canceled', ended_at: living.start_date + 60 };
  await deliver('customer.subscription.deleted', living);
  await deliver('customer.subscription.updated', living);
  await deliver('customer.subscription.created', living);
  await settle();
  expect((await membership()).plan).toBe('free');
  const subjects = (await world.mails()).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject === 'Your membership has ended')).toHaveLength(1);
});

test.each([
  ['before', ['invoice.payment_action_required', 'invoice.payment_failed']],
  ['after', ['invoice.payment_failed', 'invoice.payment_action_required']],
  ['without', ['invoice.payment_action_required']],
])(
  'one email asks for the confirmation of a renewal, if its webhook event comes %s that of the failed payment',
  async (_when, types) => {
    const { fake, world, patient, open, sessions, deliver, settle, membership } = await aMemberToBe();
    await open();
    const metadata = { reference_kind: 'subscription', reference_id: sessions()[0]?.key, user_id: patient.userId };
    const living = { ...subscription, metadata };
    fake.answers['GET /v1/subscriptions/sub_1'] = living;
    await deliver('customer.subscription.created', living);
    await settle();

    const late = { ...living, status: 'past_due' };
    fake.answers['GET /v1/subscriptions/sub_1'] = late;
    fake.answers['GET /v1/invoices/in_1'] = {
      ...invoice,
      status: 'open',
      hosted_invoice_url: 'https://pay.example/in_1',
      parent: { subscription_details: { subscription: 'sub_1', metadata } },
      payments: {
        data: [
          {
            status: 'open',
            payment: { type: 'payment_intent', payment_intent: { id: 'pi_9', status: 'requires_action' } },
          },
        ],
      },
    };
    for (const type of [...types, ...types]) await deliver(type, { id: 'in_1' });
    await deliver('customer.subscription.updated', late);
    await settle();
    const subjects = async () => (await world.mails()).map(({ subject }) => subject);
    expect((await subjects()).filter((subject) => /payment/.test(subject))).toEqual(['Please confirm a payment']);
    expect((await membership()).subscription).toMatchObject({
      status: 'past_due',
      confirm_url: 'https://pay.example/in_1',
    });

    fake.answers['GET /v1/subscriptions/sub_1'] = living;
    await deliver('customer.subscription.updated', living);
    await settle();
    expect((await membership()).subscription).toMatchObject({ status: 'active', confirm_url: null });
  },
);

/**
 * The plan ends on 27 December 2026 at 09:00. Each row has the time at which the member pays the open invoice of 290
 * euros, whether the webhook event about the payment arrives before that about the end, and the cents refunded.
 */
const paidOnOpenPage: readonly (readonly [paid: string, order: 'before' | 'after', refunded_cents: number])[] = [
  ['2026-12-27T08:59:59Z', 'after', 0],
  ['2026-12-27T09:00:01Z', 'after', 29_000],
  ['2026-12-27T09:00:01Z', 'before', 29_000],
];

test.each(paidOnOpenPage)(
  'a renewal that is paid at %s, with its webhook event %s that of the end of the plan: %d cents are refunded',
  async (paid, order, refunded_cents) => {
    const { fake, world, patient, open, sessions, deliver, settle, membership } = await aMemberToBe();
    await open();
    const metadata = { reference_kind: 'subscription', reference_id: sessions()[0]?.key, user_id: patient.userId };
    const living = { ...subscription, metadata };
    fake.answers['GET /v1/subscriptions/sub_1'] = living;
    await deliver('customer.subscription.created', living);
    await settle();
    const ended = { ...living, status: 'canceled', ended_at: second('2026-12-27T09:00:00Z') };
    fake.answers['GET /v1/subscriptions/sub_1'] = ended;
    fake.answers['GET /v1/invoices/in_1'] = {
      ...invoice,
      status_transitions: { paid_at: second(paid) },
      parent: { subscription_details: { subscription: 'sub_1', metadata } },
    };
    if (order === 'after') await deliver('customer.subscription.deleted', ended);
    await settle();
    for (let again = 0; again < 2; again++) await deliver('invoice.paid', { id: 'in_1' });
    await settle();
    await deliver('customer.subscription.deleted', ended);
    await settle();
    const refunds = fake.asked.filter(({ path }) => path === 'POST /v1/refunds');
    expect(refunds.map(({ key, body }) => [key, body.payment_intent])).toEqual(
      refunded_cents > 0 ? [['satisfaction:pi_9', 'pi_9']] : [],
    );
    if (refunded_cents > 0) {
      await deliver('charge.refunded', { payment_intent: 'pi_9', amount_refunded: refunded_cents, metadata });
      await settle();
    }
    const { plan, invoices } = await membership();
    expect(plan).toBe('free');
    expect(invoices.reduce((sum, { amount_cents }) => sum + amount_cents, 0)).toBe(29_000 - refunded_cents);
    const told = (await world.mails()).filter(({ subject }) => subject === 'Your refund is on its way');
    expect(told.map(({ text }) => text.includes('€290'))).toEqual(refunded_cents > 0 ? [true] : []);
  },
);
