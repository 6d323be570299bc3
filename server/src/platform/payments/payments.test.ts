import { createHmac, randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { beforeEach, expect, test } from 'vitest';
import { withUser } from '../db/db.ts';
import { receiveNotice } from './inbox.ts';
import { NoticeRefused } from './notices.ts';
import { aTill, type Till } from '../../../test/till.ts';

let world: Till['world'];
let told: Till['told'];
let aPage: Till['aPage'];
let ledger: Till['ledger'];
let reference: Till['reference'];
let secret: string;

beforeEach(async () => {
  ({ world, told, reference, aPage, ledger } = await aTill());
  secret = `whsec_${createHmac('sha256', world.config.linkKey).update('test checkout').digest('hex')}`;
});

/** Returns a webhook as the provider would sign it. */
function delivery(
  type: string,
  object: object,
  { id = `evt_${randomUUID()}`, signedAt = world.clock.now(), key = secret } = {},
) {
  const created = Math.floor(world.clock.now().getTime() / 1000);
  const body = JSON.stringify({ id, object: 'event', type, created, data: { object } });
  const timestamp = Math.floor(signedAt.getTime() / 1000);
  return [body, Stripe.webhooks.generateTestHeaderString({ payload: body, secret: key, timestamp })] as const;
}

const paidSession = (payment = 'pi_1') => ({
  id: 'cs_1',
  mode: 'payment',
  payment_status: 'paid',
  payment_intent: payment,
  amount_total: 12_050,
  currency: 'eur',
  metadata: { reference_kind: reference.kind, reference_id: reference.id, user_id: reference.user_id },
});

test('a payment on a payment page leads to one event and one ledger entry', async () => {
  const { url } = await world.payments.openPage(aPage());
  expect(await world.pay(url)).toBe(true);
  expect(told).toEqual(['completed']);
  expect(await ledger()).toEqual([
    expect.objectContaining({
      reference_id: reference.id,
      user_id: reference.user_id,
      amount_cents: 12_050,
      refunded_cents: 0,
    }),
  ]);
});

test('paying twice on one page makes one payment', async () => {
  const { url } = await world.payments.openPage(aPage());
  await Promise.all([world.pay(url), world.pay(url), world.pay(url)]);
  await world.outbox.drain();
  expect(told).toEqual(['completed']);
  expect(await ledger()).toHaveLength(1);
});

test('calls with the same idempotency key open one payment page', async () => {
  const page = aPage();
  const pages = await Promise.all(Array.from({ length: 20 }, () => world.payments.openPage(page)));
  expect(new Set(pages.map(({ id }) => id)).size).toBe(1);
});

test('a declined card is reported, and the page stays open for another card', async () => {
  const { url } = await world.payments.openPage(aPage());
  expect(await world.pay(url, 'declined')).toBe(false);
  expect(await world.pay(url)).toBe(true);
  expect(told).toEqual(['failed', 'completed']);
});

test('nobody can pay on a page that has expired', async () => {
  const page = await world.payments.openPage(aPage());
  world.clock.set(new Date(page.expires_at.getTime() + 1));
  expect(await world.pay(page.url)).toBe(false);
  expect(told).toEqual(['expired']);
  expect(await world.payments.expirePage(page.id)).toBe(true);
});

test('a payment page is open for at most 24 hours', async () => {
  const page = await world.payments.openPage(aPage({ expires_at: new Date('2027-01-01') }));
  expect(page.expires_at.getTime() - world.clock.now().getTime()).toBe(24 * 3_600_000);
});

test('a refund is made once per key, and never exceeds the payment', async () => {
  const { url } = await world.payments.openPage(aPage());
  await world.pay(url);
  const [payment] = await ledger();
  const refund = { payment_id: payment?.id ?? '', amount_cents: 5_000, idempotency_key: 'a' };
  const [first, second] = [await world.payments.refund(refund), await world.payments.refund(refund)];
  expect(second.id).toBe(first.id);
  await expect(world.payments.refund({ ...refund, amount_cents: 7_051, idempotency_key: 'b' })).rejects.toMatchObject({
    name: 'RefundTooHigh',
    left_cents: 7_050,
  });
  await world.payments.refund({ payment_id: payment?.id ?? '', idempotency_key: 'c' });
  await world.outbox.drain();
  expect(told).toEqual(['completed', 'refunded 5000', 'refunded 12050']);
  expect(await ledger()).toEqual([expect.objectContaining({ refunded_cents: 12_050 })]);
});

test('a webhook that is delivered twice has one effect', async () => {
  const [body, signature] = delivery('checkout.session.completed', paidSession());
  await Promise.all(Array.from({ length: 5 }, () => receiveNotice(world, body, signature)));
  await world.outbox.drain();
  expect(told).toEqual(['completed']);
});

test('two webhook events about one payment have one effect', async () => {
  await receiveNotice(world, ...delivery('checkout.session.completed', paidSession()));
  await receiveNotice(world, ...delivery('checkout.session.async_payment_succeeded', paidSession()));
  await world.outbox.drain();
  expect(told).toEqual(['completed']);
  expect(await ledger()).toHaveLength(1);
});

test('trust 23: refund reports that arrive before their payment or out of order lead to the greatest sum', async () => {
  const refunded = (amount_refunded: number) =>
    delivery('charge.refunded', { payment_intent: 'pi_1', amount_refunded });
  await receiveNotice(world, ...refunded(9_000));
  await world.outbox.drain();
  expect(told).toEqual([]);
  await receiveNotice(world, ...delivery('checkout.session.completed', paidSession()));
  await world.outbox.drain();
  await world.database.owner.query('update outbox set next_attempt_at = now() where processed_at is null');
  await world.outbox.drain();
  await receiveNotice(world, ...refunded(4_000));
  await world.outbox.drain();
  expect(told).toEqual(['completed', 'refunded 9000']);
  expect(await ledger()).toEqual([expect.objectContaining({ refunded_cents: 9_000 })]);
});

test.each([
  ['forged', () => delivery('checkout.session.completed', paidSession(), { key: 'whsec_of_somebody_else' })],
  [
    'forged',
    () =>
      [
        delivery('checkout.session.completed', paidSession())[0].replace('12050', '1'),
        delivery('checkout.session.completed', paidSession())[1],
      ] as const,
  ],
  ['forged', () => [delivery('checkout.session.completed', paidSession())[0], ''] as const],
  [
    'late',
    () =>
      delivery('checkout.session.completed', paidSession(), {
        signedAt: new Date(world.clock.now().getTime() - 301_000),
      }),
  ],
  ['unreadable', () => ['not json', 't=1,v1=1'] as const],
])('a %s webhook is refused, counted, and changes nothing', async (reason, make) => {
  const [body, signature] = make();
  await expect(receiveNotice(world, body, signature)).rejects.toEqual(new NoticeRefused(reason as 'late'));
  await world.outbox.drain();
  expect(told).toEqual([]);
  expect(await world.db.selectFrom('payment_notice_refusals').select(['reason', 'count']).execute()).toEqual([
    { reason, count: 1 },
  ]);
});

test('trust 23: over HTTP a signed webhook is accepted, and an unsigned one is refused', async () => {
  const [body, signature] = delivery('checkout.session.completed', paidSession());
  const send = (headers: Record<string, string>) =>
    world.browser().post('/api/payments/webhook', JSON.parse(body), headers);
  expect((await send({ 'stripe-signature': signature })).status).toBe(200);
  expect((await send({})).status).toBe(400);
  await world.outbox.drain();
  expect(told).toEqual(['completed']);
});

test('a webhook event that could not be handled is marked with its error', async () => {
  await receiveNotice(world, ...delivery('charge.refunded', { payment_intent: 'pi_1', amount_refunded: 1 }));
  await world.outbox.drain();
  const [row] = await world.db.selectFrom('payment_notices').selectAll().execute();
  expect(row).toMatchObject({ handled_at: null, attempts: 1, last_error: 'PaymentNotKnownYet' });
});

test('a person sees their own payments and no others, and can change none', async () => {
  const { url } = await world.payments.openPage(aPage());
  await world.pay(url);
  const other = await world.patient();
  const of = (userId: string) => withUser(world.db, userId, (tx) => tx.selectFrom('payments').select('id').execute());
  expect(await of(reference.user_id)).toHaveLength(1);
  expect(await of(other.userId)).toEqual([]);
  await expect(
    withUser(world.db, reference.user_id, (tx) => tx.updateTable('payments').set({ refunded_cents: 1 }).execute()),
  ).rejects.toMatchObject({ code: '42501' });
  await expect(
    withUser(world.db, reference.user_id, (tx) => tx.selectFrom('payment_notices').selectAll().execute()),
  ).rejects.toMatchObject({ code: '42501' });
});
