import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { acceptQuote } from '#server/domains/appointments/accept-quote.ts';
import { makeOffer } from '#server/domains/appointments/make-offer.ts';
import { openPayment } from '#server/domains/appointments/open-payment.ts';
import { getMembership } from '#server/domains/billing/get-membership.ts';
import { startCheckout } from '#server/domains/billing/start-checkout.ts';
import { addressOf } from '#server/platform/payments/open-stripe.ts';
import { createStripeGateway } from '#server/platform/payments/stripe-gateway.ts';
import { receiveNotice } from '#server/platform/payments/inbox.ts';
import { anOffer, aRequested, paymentOf, quoteOf } from '../../server/test/an-appointment.ts';
import { balances } from '../../server/test/books.ts';
import { aWorld, type World } from '../../server/test/world.ts';
import { serveFakeStripe } from './serve.ts';

/** Starts a service that sends its payment calls to the fake over HTTP, and receives the fake's signed webhooks. */
async function aService() {
  const held: { world?: World } = {};
  const start = new Date('2026-11-20T09:00:00Z');
  const fake = await serveFakeStripe({
    port: 0,
    webhookSecret: 'whsec_x',
    now: () => held.world?.clock.now() ?? start,
    deliver: async (body, signature) => void (held.world && (await receiveNotice(held.world, body, signature))),
  });
  onTestFinished(fake.close);
  const here = await aWorld({ now: start, stripe: addressOf(fake.url) });
  held.world = here;
  const people = { patient: await here.patient(), admin: await here.admin() };
  const admin = here.browserOf(people.admin);
  const settle = async () => {
    for (let round = 0; round < 3; round++) {
      await fake.settled();
      await here.outbox.drain();
      await here.database.owner.query('update outbox set next_attempt_at = now() where processed_at is null');
    }
  };
  const happen = async (path: string) => {
    expect((await fetch(`${fake.url}/fake/${path}`, { method: 'POST' })).status).toBe(200);
    await settle();
  };
  const pay = async (url: string, card = 'accepted') => {
    await fetch(url, { method: 'POST', body: new URLSearchParams({ card }), redirect: 'manual' });
    await settle();
  };
  return { world: here, fake, people, admin, settle, happen, pay };
}
type Service = Awaited<ReturnType<typeof aService>>;

async function offered({ world, people }: Service) {
  const id = await aRequested(world, people);
  await makeOffer(world, people.admin, anOffer(id));
  await acceptQuote(world, people.patient, id, await quoteOf(world, people.patient, id));
  return id;
}

async function paid(service: Service) {
  const { world, people, pay } = service;
  const id = await offered(service);
  await pay((await openPayment(world, people.patient, id)).url);
  return { id, payment: await paymentOf(world, people.patient, id) };
}

const look = async ({ admin }: Service, id: string) =>
  (await admin.post('/rpc/admin_get_appointment', { appointment_id: id })).json;
const kindsOf = (detail: { timeline: { kind: string }[] }) => detail.timeline.map(({ kind }) => kind);

async function reconcile({ world, settle }: Service) {
  world.clock.advance(2 * 3_600_000);
  await world.jobs.runNow('billing.reconcile', {});
  await settle();
  const { rows } = await world.database.owner.query('select ledger_cents, provider_cents from ledger_differences');
  return rows;
}

test('every call names the pinned API version, and another version is refused', async () => {
  const service = await aService();
  await paid(service);
  await reconcile(service);
  const { called, url } = service.fake;
  expect(new Set(called.map(({ path }) => path.replace(/cs_fake_\w+/, ':id')))).toEqual(
    new Set([
      'POST /v1/checkout/sessions',
      'POST /v1/checkout/sessions/:id/expire',
      'GET /v1/checkout/sessions/:id',
      'GET /v1/balance_transactions',
    ]),
  );
  expect(new Set(called.map(({ version }) => version))).toEqual(new Set(['2026-10-28.endive']));
  const headers = { authorization: 'Bearer sk_test_x', 'stripe-version': '2025-01-27.acacia' };
  expect((await fetch(`${url}/v1/balance`, { headers })).status).toBe(400);
  expect((await fetch(`${url}/v1/balance`)).status).toBe(401);
});

test('a declined card does not confirm the appointment; the next attempt does, and only one payment is taken', async () => {
  const service = await aService();
  const { world, people, fake, pay } = service;
  const id = await offered(service);
  const { url } = await openPayment(world, people.patient, id);
  await pay(url, 'declined');
  expect((await look(service, id)).appointment.status).toBe('awaiting_payment');
  await pay(url);
  await pay(url);
  expect((await look(service, id)).appointment.status).toBe('confirmed');
  expect(fake.books.charges.size).toBe(1);
});

test('a payment page that a newer one replaced cannot be paid', async () => {
  const service = await aService();
  const { world, people, fake, pay } = service;
  const id = await offered(service);
  const first = await openPayment(world, people.patient, id);
  world.clock.advance(61_000);
  const second = await openPayment(world, people.patient, id);
  await pay(first.url);
  expect(fake.books.charges.size).toBe(0);
  await pay(second.url);
  expect((await look(service, id)).appointment.status).toBe('confirmed');
});

test('a refund that the bank returns waits for a decision, and our ledger agrees with Stripe at each step', async () => {
  const service = await aService();
  const { world, fake, admin, settle, happen } = service;
  const { id, payment } = await paid(service);
  const order = { appointment_id: id, payment_id: payment, amount_cents: 10_000, reason: 'goodwill' };
  await admin.post('/rpc/admin_refund_appointment', { ...order, idempotency_key: randomUUID() });
  await settle();
  expect((await look(service, id)).payments[0]).toMatchObject({ refunded_cents: 10_000, has_failed_refund: false });
  expect(await reconcile(service)).toEqual([]);

  const [refund] = fake.books.refunds.keys();
  await happen(`refunds/${refund}/fail`);
  expect((await look(service, id)).payments[0]).toMatchObject({ refunded_cents: 0, has_failed_refund: true });
  expect(kindsOf(await look(service, id))).toContain('refund_failed');
  expect(await reconcile(service)).toEqual([]);
  const [{ sum }] = (await world.database.owner.query('select sum(amount_cents)::int from ledger_postings')).rows;
  expect(sum).toBe(0);
});

test.each([
  ['win', 'dispute_won'],
  ['lose', 'dispute_lost'],
])('the timeline shows a dispute that we %s, and our ledger agrees with the provider', async (end, kind) => {
  const service = await aService();
  const { fake, happen } = service;
  const { id, payment } = await paid(service);
  await happen(`payments/${payment}/dispute`);
  const [dispute] = fake.books.disputes.values();
  expect((await look(service, id)).payments[0].dispute).toMatchObject({
    amount_cents: 42_000,
    evidence_due_at: new Date((dispute?.evidence_details.due_by ?? 0) * 1000).toISOString(),
  });
  expect(await reconcile(service)).toEqual([]);
  await happen(`disputes/${dispute?.id}/${end}`);
  expect(kindsOf(await look(service, id))).toContain(kind);
  expect(await reconcile(service)).toEqual([]);
});

test('the ledger takes Stripe’s fees from its balance, and an unreported refund appears as a difference', async () => {
  const service = await aService();
  const { world, fake } = service;
  const { payment } = await paid(service);
  await reconcile(service);
  // The fee is 1.5 % of 420 €, plus 25 cents.
  expect((await balances(world))['627 eur']).toBe(655);
  fake.books.tell = () => undefined;
  await world.payments.refund({ payment_id: payment, amount_cents: 2000, idempotency_key: randomUUID() });
  expect(await reconcile(service)).toEqual([{ ledger_cents: 0, provider_cents: -2000 }]);
});

test('a membership begins, renews, changes and ends', async () => {
  const service = await aService();
  const { world, fake, people, pay, happen, settle } = service;
  const chosen = { type: 'subscription', cycle: 'monthly', amount: 1, currency: 'xxx', region: 'Global' } as const;
  const { url } = await startCheckout(world, people.patient, { ...chosen, sku: 'elite_monthly' });
  await pay(url);
  const member = () => getMembership(world, people.patient.userId);
  expect([(await member()).plan, (await member()).invoices.length]).toEqual(['elite', 1]);
  const [subscription] = fake.books.subscriptions.keys();
  world.clock.advance(30 * 24 * 3_600_000);
  await happen(`subscriptions/${subscription}/renew`);
  expect((await member()).invoices).toHaveLength(2);
  expect(await reconcile(service)).toEqual([]);

  const gateway = createStripeGateway(
    { secretKey: 'sk_test_x', webhookSecret: 'whsec_x' },
    () => world.clock.now(),
    addressOf(fake.url),
  );
  await gateway.setCancelAtPeriodEnd(subscription ?? '', true);
  await settle();
  expect((await gateway.getSubscription(subscription ?? '')).cancel_at).toBeInstanceOf(Date);
  await gateway.endSubscription(subscription ?? '');
  await gateway.endSubscription(subscription ?? '');
  await settle();
  expect((await member()).plan).toBe('free');
});

/**
 * Buys a membership for the patient today. Returns a function that sends calls as the patient, and one that reads the
 * membership.
 */
async function aMember(service: Service) {
  const { world, people, pay } = service;
  const chosen = { type: 'subscription', cycle: 'monthly', amount: 1, currency: 'xxx', region: 'Global' } as const;
  const { url } = await startCheckout(world, people.patient, { ...chosen, sku: 'plus_monthly' });
  await pay(url);
  const patient = world.browserOf(people.patient);
  const ask = (name: string, input: object = {}) => patient.post(`/rpc/${name}`, input);
  return { ask, member: () => getMembership(world, people.patient.userId) };
}

test('a change of plan costs the price that was shown, only once, and our ledger agrees with the provider', async () => {
  const service = await aService();
  const { world, fake, settle } = service;
  const { ask, member } = await aMember(service);
  world.clock.advance(10 * 24 * 3_600_000);
  const { json: shown } = await ask('preview_plan_change', { sku: 'elite_monthly' });
  const [subscription] = fake.books.subscriptions.values();
  const old = subscription?.items.data[0].price.unit_amount ?? 0;
  const agreed = { sku: 'elite_monthly', ...shown, idempotency_key: randomUUID() };
  const { currency: _c, ...change } = agreed;
  expect((await ask('change_plan', { ...change, due_cents: shown.due_cents - 1 })).json).toMatchObject({
    code: 'PRICE_CHANGED',
  });
  expect(fake.books.charges.size).toBe(1);
  for (let time = 0; time < 2; time++) expect((await ask('change_plan', change)).status).toBe(200);
  await settle();
  const price = subscription?.items.data[0].price.unit_amount ?? 0;
  // 20 of the 30 days of the period are unused.
  expect(shown.due_cents).toBe(price - Math.round((old * 20) / 30));
  const [first, second, ...more] = [...fake.books.charges.values()].map(({ amount }) => amount);
  expect([first, second, more]).toEqual([old, shown.due_cents, []]);
  expect([(await member()).plan, (await member()).invoices.length]).toEqual(['elite', 2]);
  expect(await reconcile(service)).toEqual([]);
});

test('credit from a cheaper plan is subtracted from the price that the next change shows and charges', async () => {
  const service = await aService();
  const { world, fake, settle } = service;
  const { ask } = await aMember(service);
  const changeTo = async (sku: string) => {
    const { json: shown } = await ask('preview_plan_change', { sku });
    const { currency: _c, ...agreed } = shown;
    expect((await ask('change_plan', { sku, ...agreed, idempotency_key: randomUUID() })).status).toBe(200);
    await settle();
    return shown.due_cents as number;
  };
  await changeTo('elite_monthly');
  world.clock.advance(10 * 24 * 3_600_000);
  const credit = await changeTo('plus_monthly');
  expect(credit).toBeLessThan(0);
  const charged = () => [...fake.books.charges.values()].map(({ amount }) => amount);
  expect(charged()).toHaveLength(2);
  const [subscription] = fake.books.subscriptions.values();
  const price = () => subscription?.items.data[0].price.unit_amount ?? 0;
  const old = price();
  const due = await changeTo('elite_monthly');
  expect(due).toBe(price() - old + credit);
  expect(charged().slice(2)).toEqual([due]);
  expect(await reconcile(service)).toEqual([]);
});

test('credit from an earlier plan that paid for a plan is credit again after a withdrawal', async () => {
  const service = await aService();
  const { world, fake, settle } = service;
  const { ask, member } = await aMember(service);
  const { json: shown } = await ask('preview_plan_change', { sku: 'essential_monthly' });
  const { currency: _c, ...agreed } = shown;
  await ask('change_plan', { sku: 'essential_monthly', ...agreed, idempotency_key: randomUUID() });
  // The unused plan cost 189 €, and the new plan costs 143 €.
  expect(shown.due_cents).toBe(-4_600);
  const [first] = fake.books.subscriptions.keys();
  await world.payments.endSubscription(first ?? '');
  await settle();

  await aMember(service);
  const balance = () => fake.books.customerMoves.reduce((sum, { amount }) => sum + amount, 0);
  expect([balance(), [...fake.books.charges.values()].at(-1)?.amount]).toEqual([0, 14_300]);
  expect((await ask('request_refund')).status).toBe(200);
  await settle();
  expect([balance(), [...fake.books.refunds.values()].map(({ amount }) => amount)]).toEqual([-4_600, [14_300]]);
  expect((await member()).plan).toBe('free');
  expect((await balances(world))['4191 eur']).toBe(-4_600);
  expect(await reconcile(service)).toEqual([]);
});

test('the page for changing the card opens only for the member’s own Stripe customer, and returns to the membership', async () => {
  const service = await aService();
  const { world, fake, people } = service;
  const nobody = world.browserOf(people.patient);
  expect((await nobody.post('/rpc/open_card_page', {})).json).toMatchObject({ code: 'NO_SUBSCRIPTION' });
  const { ask } = await aMember(service);
  expect((await ask('open_card_page', { language: 'fr' })).json.url).toMatch(/\/fr\/account\/membership$/);
  expect(fake.called.at(-1)?.path).toBe('POST /v1/billing_portal/sessions');
  for (const one of fake.books.subscriptions.values()) one.customer = 'cus_other';
  expect((await ask('open_card_page', { language: 'fr' })).status).toBeGreaterThanOrEqual(500);
});
