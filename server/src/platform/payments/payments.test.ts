import { createHmac, randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { beforeEach, expect, test } from 'vitest';
import { aWorld, type World } from '../../../test/world.ts';
import { withStaff, withUser } from '../db/db.ts';
import type { NewPaymentPage, RecurringItem, Reference } from './gateway.ts';
import { receiveNotice } from './inbox.ts';
import { NoticeRefused } from './notices.ts';
import { renewTestSubscriptions } from './test-checkout/renew.ts';

const elite: RecurringItem = {
  sku: 'elite_monthly',
  name: 'Elite',
  amount_cents: 29_000,
  currency: 'eur',
  interval: 'month',
};
const plus: RecurringItem = { ...elite, sku: 'plus_monthly', name: 'Plus', amount_cents: 18_900 };

let world: World;
let told: string[];
let reference: Reference;
let secret: string;

beforeEach(async () => {
  world = await aWorld();
  told = [];
  const note = (word: string) => async () => void told.push(word);
  world.outbox.on('payments.completed', note('completed'), { name: 'test' });
  world.outbox.on('payments.failed', note('failed'), { name: 'test' });
  world.outbox.on('payments.pageExpired', note('expired'), { name: 'test' });
  world.outbox.on('payments.invoicePaid', note('invoice paid'), { name: 'test' });
  world.outbox.on('payments.invoiceFailed', note('invoice failed'), { name: 'test' });
  world.outbox.on('payments.refunded', async ({ payload }) => void told.push(`refunded ${payload.refunded_cents}`), {
    name: 'test',
  });
  const { userId } = await world.patient();
  reference = { kind: 'appointment', id: randomUUID(), user_id: userId };
  secret = `whsec_${createHmac('sha256', world.config.linkKey).update('test checkout').digest('hex')}`;
});

const aPage = (over: Partial<NewPaymentPage> = {}): NewPaymentPage => ({
  reference,
  amount_cents: 12_050,
  currency: 'eur',
  description: 'Appointment',
  customer_email: 'claire@example.org',
  language: 'en',
  success_url: 'http://flaira.test/thank-you',
  cancel_url: 'http://flaira.test/dashboard',
  expires_at: new Date(world.clock.now().getTime() + 3_600_000),
  idempotency_key: randomUUID(),
  ...over,
});

const aSubscription = async (item = elite, card: 'accepted' | 'fails_later' = 'accepted') => {
  const { url } = await world.payments.openSubscriptionPage({ ...aPage(), item });
  await world.pay(url, card);
  const row = await world.db
    .selectFrom('test_checkout_objects')
    .select('id')
    .where('kind', '=', 'subscription')
    .executeTakeFirstOrThrow();
  return row.id;
};

const ledger = () => withStaff(world.db, 'x', (tx) => tx.selectFrom('payments').selectAll().execute());

/** A delivery as the provider would sign it. */
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

test('a payment on a page is told once and stands in the ledger', async () => {
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

test('paying twice on one page pays once', async () => {
  const { url } = await world.payments.openPage(aPage());
  await Promise.all([world.pay(url), world.pay(url), world.pay(url)]);
  await world.outbox.drain();
  expect(told).toEqual(['completed']);
  expect(await ledger()).toHaveLength(1);
});

test('calls with one key open one page', async () => {
  const page = aPage();
  const pages = await Promise.all(Array.from({ length: 20 }, () => world.payments.openPage(page)));
  expect(new Set(pages.map(({ id }) => id)).size).toBe(1);
});

test('a declined card is told, and the page stays open for another one', async () => {
  const { url } = await world.payments.openPage(aPage());
  expect(await world.pay(url, 'declined')).toBe(false);
  expect(await world.pay(url)).toBe(true);
  expect(told).toEqual(['failed', 'completed']);
});

test('on a page whose time is over nobody can pay', async () => {
  const page = await world.payments.openPage(aPage());
  world.clock.set(new Date(page.expires_at.getTime() + 1));
  expect(await world.pay(page.url)).toBe(false);
  expect(told).toEqual(['expired']);
  expect(await world.payments.expirePage(page.id)).toBe(false);
});

test('a page lives 24 hours at most', async () => {
  const page = await world.payments.openPage(aPage({ expires_at: new Date('2027-01-01') }));
  expect(page.expires_at.getTime() - world.clock.now().getTime()).toBe(24 * 3_600_000);
});

test('a refund goes back once for one key, and never more than was paid', async () => {
  const { url } = await world.payments.openPage(aPage());
  await world.pay(url);
  const [payment] = await ledger();
  const refund = { payment_id: payment?.id ?? '', amount_cents: 5_000, idempotency_key: 'a' };
  const [first, second] = [await world.payments.refund(refund), await world.payments.refund(refund)];
  expect(second.id).toBe(first.id);
  await expect(world.payments.refund({ ...refund, amount_cents: 7_051, idempotency_key: 'b' })).rejects.toThrow(
    '7051 of 7050 cents',
  );
  await world.payments.refund({ payment_id: payment?.id ?? '', idempotency_key: 'c' });
  await world.outbox.drain();
  expect(told).toEqual(['completed', 'refunded 5000', 'refunded 12050']);
  expect(await ledger()).toEqual([expect.objectContaining({ refunded_cents: 12_050 })]);
});

test('a delivery that is repeated has one effect', async () => {
  const [body, signature] = delivery('checkout.session.completed', paidSession());
  await Promise.all(Array.from({ length: 5 }, () => receiveNotice(world, body, signature)));
  await world.outbox.drain();
  expect(told).toEqual(['completed']);
});

test('two deliveries about one payment have one effect', async () => {
  await receiveNotice(world, ...delivery('checkout.session.completed', paidSession()));
  await receiveNotice(world, ...delivery('checkout.session.async_payment_succeeded', paidSession()));
  await world.outbox.drain();
  expect(told).toEqual(['completed']);
  expect(await ledger()).toHaveLength(1);
});

test('trust 23: refunds that overtake each other, and their payment, end at the greatest sum', async () => {
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
])('a %s delivery is refused, counted, and changes nothing', async (reason, make) => {
  const [body, signature] = make();
  await expect(receiveNotice(world, body, signature)).rejects.toEqual(new NoticeRefused(reason as 'late'));
  await world.outbox.drain();
  expect(told).toEqual([]);
  expect(await world.db.selectFrom('payment_notice_refusals').select(['reason', 'count']).execute()).toEqual([
    { reason, count: 1 },
  ]);
});

test('trust 23: over HTTP the door takes what is signed and turns away what is not', async () => {
  const [body, signature] = delivery('checkout.session.completed', paidSession());
  const send = (headers: Record<string, string>) =>
    world.browser().post('/api/payments/webhook', JSON.parse(body), headers);
  expect((await send({ 'stripe-signature': signature })).status).toBe(200);
  expect((await send({})).status).toBe(400);
  await world.outbox.drain();
  expect(told).toEqual(['completed']);
});

test('a notice that cannot be handled says so until it can', async () => {
  await receiveNotice(world, ...delivery('charge.refunded', { payment_intent: 'pi_1', amount_refunded: 1 }));
  await world.outbox.drain();
  const [row] = await world.db.selectFrom('payment_notices').selectAll().execute();
  expect(row).toMatchObject({ handled_at: null, attempts: 1, last_error: 'PaymentNotKnownYet' });
});

test('a subscription begins with a paid invoice, renews, and ends with its period when it is cancelled', async () => {
  const id = await aSubscription();
  expect(await world.payments.getSubscription(id)).toMatchObject({ status: 'active', sku: 'elite_monthly' });
  world.clock.set(new Date('2026-12-20T10:00:00Z'));
  await renewTestSubscriptions(world);
  await world.payments.setCancelAtPeriodEnd(id, true);
  world.clock.set(new Date('2027-01-20T10:00:00Z'));
  await renewTestSubscriptions(world);
  await world.outbox.drain();
  expect(told).toEqual(['invoice paid', 'invoice paid']);
  expect(await world.payments.getSubscription(id)).toMatchObject({
    status: 'ended',
    period_end: new Date('2027-01-20T09:00:00Z'),
  });
});

test('a change charges the difference for the rest of the period, and a smaller plan leaves credit', async () => {
  const id = await aSubscription(plus);
  // 15 of the 30 days are left.
  world.clock.set(new Date('2026-12-05T09:00:00Z'));
  const up = { subscription_id: id, item: elite, at: world.clock.now() };
  expect(await world.payments.previewChange(up)).toEqual({ amount_cents: 5_050, currency: 'eur' });
  await world.payments.changeSubscription({ ...up, idempotency_key: 'x' });
  await world.payments.changeSubscription({ ...up, idempotency_key: 'x' });
  const down = { subscription_id: id, item: plus, at: world.clock.now() };
  expect(await world.payments.previewChange(down)).toMatchObject({ amount_cents: -5_050 });
  await world.payments.changeSubscription({ ...down, idempotency_key: 'y' });
  world.clock.set(new Date('2026-12-20T10:00:00Z'));
  await renewTestSubscriptions(world);
  await world.outbox.drain();
  expect((await ledger()).map(({ amount_cents }) => amount_cents).sort((a, b) => a - b)).toEqual([
    5_050, 13_850, 18_900,
  ]);
});

test('a change whose charge is declined changes nothing', async () => {
  const id = await aSubscription(plus, 'fails_later');
  const change = { subscription_id: id, item: elite, at: world.clock.now(), idempotency_key: 'x' };
  await expect(world.payments.changeSubscription(change)).rejects.toMatchObject({ name: 'PaymentDeclined' });
  await world.outbox.drain();
  expect(await world.payments.getSubscription(id)).toMatchObject({ sku: 'plus_monthly', status: 'active' });
  expect(told).toEqual(['invoice paid']);
});

test('a failed renewal is tried again three times, then the subscription ends', async () => {
  const id = await aSubscription(elite, 'fails_later');
  const states: string[] = [];
  for (const day of ['2026-12-20', '2026-12-24', '2026-12-30', '2027-01-07']) {
    world.clock.set(new Date(`${day}T10:00:00Z`));
    await renewTestSubscriptions(world);
    await world.outbox.drain();
    states.push((await world.payments.getSubscription(id)).status);
  }
  await world.outbox.drain();
  expect(states).toEqual(['past_due', 'past_due', 'past_due', 'ended']);
  expect(told.filter((word) => word === 'invoice failed')).toHaveLength(4);
});

test('a new card pays at once what is owed', async () => {
  const id = await aSubscription(elite, 'fails_later');
  world.clock.set(new Date('2026-12-20T10:00:00Z'));
  await renewTestSubscriptions(world);
  const { customer_id } = await world.payments.getSubscription(id);
  const { url } = await world.payments.openCardPage({
    customer_id,
    language: 'en',
    return_url: 'http://flaira.test/account',
  });
  await world.pay(url);
  expect(await world.payments.getSubscription(id)).toMatchObject({ status: 'active' });
  expect(told.at(-1)).toBe('invoice paid');
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
