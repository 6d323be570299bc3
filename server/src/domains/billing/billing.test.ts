import { beforeEach, describe, expect, test } from 'vitest';
import { priceCents, type Sku } from '#contract/billing.ts';
import { findUser } from '#server/domains/identity/index.ts';
import { withSystem, withUser } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { renewTestSubscriptions } from '#server/platform/payments/test-checkout/renew.ts';
import { aWorld, type World } from '../../../test/world.ts';
import { adminListPayments, adminRefundPayment } from './admin-payments.ts';
import { changePlan, previewPlanChange } from './change-plan.ts';
import { openCardPage, refundSubscription, setCancelled } from './end-subscription.ts';
import { followSubscription } from './follow-subscription.ts';
import { getCheckout } from './get-checkout.ts';
import { getMembership } from './get-membership.ts';
import { getInvoicePdf } from './invoice-pdf.ts';
import { type CheckoutStart, startCheckout } from './start-checkout.ts';

let world: World;
let patient: SignedIn;

beforeEach(async () => {
  world = await aWorld();
  patient = await world.patient();
});

const start = (sku: Sku = 'elite_monthly', over: Partial<CheckoutStart> = {}): CheckoutStart => ({
  sku,
  type: 'subscription',
  cycle: 'monthly',
  amount: 1,
  currency: 'xxx',
  region: 'Global',
  ...over,
});
const open = (sku?: Sku) => startCheckout(world, patient, start(sku));
const join = async (sku?: Sku, card: 'accepted' | 'fails_later' = 'accepted') => world.pay((await open(sku)).url, card);
const membership = () => getMembership(world, patient.userId);
const planOf = async (person = patient) => (await findUser(world.db, person.userId))?.plan;
const pages = () =>
  world.db.selectFrom('test_checkout_objects').select(['id', 'data']).where('kind', '=', 'page').execute();
const subjects = async () => (await world.mails()).map(({ subject }) => subject);
const stand = (day: string) => world.clock.set(new Date(`${day}T10:00:00Z`));

describe('checkout', () => {
  test('trust 23: the price is the one of the sku, whatever the browser says', async () => {
    await open('plus_annual');
    expect((await pages())[0]?.data).toMatchObject({ amount_cents: 192_800, currency: 'eur' });
  });

  test('fifty clicks at once make one session', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => open()));
    expect(new Set(answers.map(({ url }) => url)).size).toBe(1);
    expect(await pages()).toHaveLength(1);
  });

  test('another plan closes the page of the first', async () => {
    const first = await open('plus_monthly');
    const second = await open('elite_monthly');
    expect(second.url).not.toBe(first.url);
    expect(await world.pay(first.url)).toBe(false);
    expect(await world.pay(second.url)).toBe(true);
    expect((await membership()).subscription?.plan).toBe('elite');
  });

  test('somebody who paid a moment ago is led to the truth and not to another page', async () => {
    const { url } = await open('plus_monthly');
    const { payTestPage } = await import('#server/platform/payments/test-checkout/pay-page.ts');
    await payTestPage(world, url.split('/').at(-1) ?? '', 'accepted');
    expect((await open('elite_monthly')).url).toMatch(/\/thank-you\?checkout=/);
  });

  test('a visitor goes to sign up and comes back to the same plan; staff buy nothing', async () => {
    const { url } = await startCheckout(
      world,
      world.visitor(),
      start('elite_annual', { variant: 'B', region: 'Lyon' }),
    );
    expect(url).toBe(
      `http://flaira.test/login?mode=signup&return=${encodeURIComponent('/checkout?sku=elite_annual&variant=B&region=Lyon')}`,
    );
    await expect(startCheckout(world, await world.admin(), start())).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  test('its state is told truly, to its owner only', async () => {
    const { url } = await open();
    const id = (await withSystem(world.db, (tx) => tx.selectFrom('checkouts').select('id').executeTakeFirstOrThrow()))
      .id;
    const state = async () => (await getCheckout(world, patient.userId, id)).state;
    expect(await state()).toBe('pending');
    expect(await world.pay(url, 'declined')).toBe(false);
    expect(await state()).toBe('pending');
    await world.pay(url);
    expect(await state()).toBe('paid');
    const other = await world.patient();
    await expect(getCheckout(world, other.userId, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('a page that ended without a payment was not started', async () => {
    const { url } = await open();
    const { id } = await withSystem(world.db, (tx) =>
      tx.selectFrom('checkouts').select('id').executeTakeFirstOrThrow(),
    );
    world.clock.advance(24 * 3_600_000);
    await world.pay(url);
    expect(await getCheckout(world, patient.userId, id)).toMatchObject({ state: 'not_started' });
    expect((await open()).url).not.toBe(url);
  });
});

describe('subscription', () => {
  test('a payment makes a member, with an invoice and a mail, once', async () => {
    await join();
    expect(await planOf()).toBe('elite');
    expect(await membership()).toMatchObject({
      plan: 'elite',
      subscription: { status: 'active', amount_cents: 29_000, cancel_at_period_end: false },
      invoices: [{ number: 'FL-2026-000001', kind: 'invoice', amount_cents: 29_000 }],
      refund: { amount_cents: 29_000 },
    });
    expect(await subjects()).toEqual(['Your membership has begun']);
  });

  test('a member who presses a plan is led to the change of the plan', async () => {
    await join();
    expect((await open('plus_monthly')).url).toBe('http://flaira.test/account/membership?change=plus_monthly');
  });

  test('a change charges what was shown, once for two clicks', async () => {
    await join('plus_monthly');
    stand('2026-12-05');
    const { due_cents, at } = await previewPlanChange(world, patient.userId, 'elite_monthly');
    const agreed = { sku: 'elite_monthly', at, due_cents, idempotency_key: 'k' } as const;
    await Promise.all([changePlan(world, patient.userId, agreed), changePlan(world, patient.userId, agreed)]);
    await world.outbox.drain();
    expect(due_cents).toBeGreaterThan(4_000);
    expect(await planOf()).toBe('elite');
    const { invoices } = await membership();
    expect(invoices.map(({ amount_cents }) => amount_cents)).toEqual([due_cents, 18_900]);
    expect(await subjects()).toEqual(['Your membership has begun', 'Your plan has changed']);
  });

  test('another price than the one that was shown is not charged', async () => {
    await join('plus_monthly');
    const { due_cents, at } = await previewPlanChange(world, patient.userId, 'elite_monthly');
    const agreed = { sku: 'elite_monthly', at, due_cents, idempotency_key: 'k' } as const;
    await expect(changePlan(world, patient.userId, { ...agreed, due_cents: 1 })).rejects.toMatchObject({
      code: 'PRICE_CHANGED',
    });
    world.clock.advance(16 * 60_000);
    await expect(changePlan(world, patient.userId, agreed)).rejects.toMatchObject({ code: 'PRICE_CHANGED' });
    await expect(previewPlanChange(world, patient.userId, 'plus_monthly')).rejects.toMatchObject({ code: 'SAME_PLAN' });
    expect(await planOf()).toBe('plus');
  });

  test('a declined change leaves the plan as it is', async () => {
    await join('plus_monthly', 'fails_later');
    const { due_cents, at } = await previewPlanChange(world, patient.userId, 'elite_monthly');
    const change = changePlan(world, patient.userId, { sku: 'elite_monthly', at, due_cents, idempotency_key: 'k' });
    await expect(change).rejects.toMatchObject({ code: 'PAYMENT_DECLINED' });
    await world.outbox.drain();
    expect(await planOf()).toBe('plus');
    expect((await membership()).invoices).toHaveLength(1);
  });

  test('a cancelled plan stays until its period ends, may be taken back, and ends then', async () => {
    await join();
    await setCancelled(world, patient.userId, true);
    expect(await membership()).toMatchObject({ plan: 'elite', subscription: { cancel_at_period_end: true } });
    await setCancelled(world, patient.userId, false);
    world.clock.advance(60_000);
    await setCancelled(world, patient.userId, true);
    stand('2026-12-21');
    await renewTestSubscriptions(world);
    await world.outbox.drain();
    expect(await planOf()).toBe('free');
    expect(await membership()).toMatchObject({ plan: 'free', subscription: { status: 'ended' } });
    expect((await subjects()).slice(1)).toEqual([
      'Your cancellation is confirmed',
      'Your cancellation is confirmed',
      'Your membership has ended',
    ]);
    await expect(setCancelled(world, patient.userId, true)).rejects.toMatchObject({ code: 'NO_SUBSCRIPTION' });
  });

  test('a failed renewal is told with the next try, and a new card settles it', async () => {
    await join('elite_monthly', 'fails_later');
    stand('2026-12-21');
    await renewTestSubscriptions(world);
    await world.outbox.drain();
    expect(await membership()).toMatchObject({
      plan: 'elite',
      subscription: { status: 'past_due', next_attempt_at: '2026-12-24T10:00:00.000Z' },
    });
    await expect(previewPlanChange(world, patient.userId, 'plus_monthly')).rejects.toMatchObject({
      code: 'PAYMENT_OWED',
    });
    const { url } = await openCardPage(world, patient.userId, 'en', 'http://flaira.test/account/membership');
    await world.pay(url);
    expect(await membership()).toMatchObject({ subscription: { status: 'active', next_attempt_at: null } });
    expect(await subjects()).toContain('A payment did not go through');
    expect(world.told).toContainEqual({ to: { userId: patient.userId }, event: { kind: 'membership.changed' } });
  });

  test('when every try fails the account goes back to Free', async () => {
    await join('elite_monthly', 'fails_later');
    for (const day of ['2026-12-21', '2026-12-25', '2026-12-31', '2027-01-08']) {
      stand(day);
      await renewTestSubscriptions(world);
      await world.outbox.drain();
    }
    expect(await planOf()).toBe('free');
    expect((await subjects()).slice(1)).toEqual([
      ...Array.from({ length: 3 }, () => 'A payment did not go through'),
      'Your membership has ended',
    ]);
  });

  test('fifty clicks on cancel, and as many notices, leave a connection for whom they ask', async () => {
    await join('plus_monthly');
    const { provider_id } = await withSystem(world.db, (tx) =>
      tx.selectFrom('subscriptions').selectAll().executeTakeFirstOrThrow(),
    );
    const fifty = Array.from({ length: 50 });
    await Promise.all([
      ...fifty.map(() => setCancelled(world, patient.userId, true)),
      ...fifty.map(() => followSubscription(world, provider_id)),
    ]);
    expect((await membership()).subscription).toMatchObject({ plan: 'plus', cancel_at_period_end: true });
  });

  test('what is told late or out of order changes nothing that is newer', async () => {
    await join('plus_monthly');
    const { provider_id } = await withSystem(world.db, (tx) =>
      tx.selectFrom('subscriptions').selectAll().executeTakeFirstOrThrow(),
    );
    await world.payments.endSubscription(provider_id);
    await followSubscription(world, provider_id);
    await Promise.all([1, 2, 3].map(() => followSubscription(world, provider_id)));
    await world.outbox.drain();
    expect(await planOf()).toBe('free');
    expect((await subjects()).filter((subject) => subject === 'Your membership has ended')).toHaveLength(1);
  });
});

describe('refunds and invoices', () => {
  test('within 30 days everything goes back, once, with a credit note', async () => {
    await join();
    await Promise.all([
      refundSubscription(world, patient.userId),
      refundSubscription(world, patient.userId).catch(() => 'over'),
    ]);
    await world.outbox.drain();
    const { plan, invoices, refund } = await membership();
    expect({ plan, refund }).toEqual({ plan: 'free', refund: null });
    expect(invoices.map(({ kind, amount_cents }) => [kind, amount_cents])).toEqual([
      ['credit_note', -29_000],
      ['invoice', 29_000],
    ]);
    expect(await subjects()).toContain('Your refund is on its way');
  });

  test('after 30 days the refund is refused', async () => {
    await join('elite_annual');
    stand('2026-12-21');
    await expect(refundSubscription(world, patient.userId)).rejects.toMatchObject({ code: 'REFUND_TOO_LATE' });
    expect((await membership()).refund).toBeNull();
  });

  test('numbers have no gaps, however many are issued at once', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => world.patient()));
    const urls = await Promise.all(people.map((person) => startCheckout(world, person, start())));
    const { payTestPage } = await import('#server/platform/payments/test-checkout/pay-page.ts');
    await Promise.all(urls.map(({ url }) => payTestPage(world, url.split('/').at(-1) ?? '', 'accepted')));
    await Promise.all([world.outbox.drain(), world.outbox.drain()]);
    await world.outbox.drain();
    const rows = await withSystem(world.db, (tx) =>
      tx.selectFrom('invoices').select('number').orderBy('number').execute(),
    );
    expect(rows.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6].map((nth) => `FL-2026-00000${nth}`));
  });

  test('an invoice cannot be changed or removed, not even by the service', async () => {
    await join();
    const change = withSystem(world.db, (tx) => tx.updateTable('invoices').set({ amount_cents: 1 }).execute());
    await expect(change).rejects.toMatchObject({ code: '42501' });
    const removal = withSystem(world.db, (tx) => tx.deleteFrom('invoices').execute());
    await expect(removal).rejects.toMatchObject({ code: '42501' });
    await world.db.deleteFrom('users').where('id', '=', patient.userId).execute();
    const rows = await withSystem(world.db, (tx) => tx.selectFrom('invoices').select(['number', 'user_id']).execute());
    expect(rows).toEqual([{ number: 'FL-2026-000001', user_id: null }]);
  });

  test('the paper goes to its buyer, and to nobody else', async () => {
    await join();
    const [invoice] = (await membership()).invoices;
    const file = await getInvoicePdf(world, patient, invoice?.id ?? '');
    expect(file.name).toBe('FL-2026-000001.pdf');
    expect(
      Buffer.from(await file.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    await expect(getInvoicePdf(world, await world.patient(), invoice?.id ?? '')).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  test('an administrator gives back a part, recorded with its reason, and no more than is left', async () => {
    await join();
    const admin = await world.admin();
    const { payments, total } = await adminListPayments(world, admin.userId, '', { limit: 10, offset: 0 });
    expect(total).toBe(1);
    const order = { payment_id: payments[0]?.id ?? '', amount_cents: 4_000, reason: 'goodwill', idempotency_key: 'a' };
    await adminRefundPayment(world, admin.userId, order);
    await adminRefundPayment(world, admin.userId, order);
    await world.outbox.drain();
    const again = await adminListPayments(world, admin.userId, patient.userId, { limit: 10, offset: 0 });
    expect(again.total).toBe(0);
    const [after] = (await adminListPayments(world, admin.userId, '', { limit: 10, offset: 0 })).payments;
    expect(after).toMatchObject({ refunded_cents: 4_000 });
    const tooMuch = adminRefundPayment(world, admin.userId, { ...order, amount_cents: 25_001, idempotency_key: 'b' });
    await expect(tooMuch).rejects.toMatchObject({ code: 'REFUND_TOO_HIGH', data: { left_cents: 25_000 } });
    const [entry] = await world.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'payment.refunded')
      .execute();
    expect(entry).toMatchObject({ reason: 'goodwill', details: { amount_cents: 4_000 } });
  });
});

test.each(['checkouts', 'subscriptions', 'invoices'] as const)(
  'rows of %s are seen by their owner only',
  async (table) => {
    await join();
    const other = await world.patient();
    const count = (userId: string) => withUser(world.db, userId, (tx) => tx.selectFrom(table).select('id').execute());
    expect(await count(patient.userId)).toHaveLength(1);
    expect(await count(other.userId)).toEqual([]);
    const write = withUser(world.db, patient.userId, (tx) => tx.deleteFrom(table).execute());
    await expect(write).rejects.toMatchObject({ code: '42501' });
  },
);

test('what is sold has one price each', () => {
  const skus = [
    'essential_monthly',
    'essential_annual',
    'plus_monthly',
    'plus_annual',
    'elite_monthly',
    'elite_annual',
  ] as const;
  expect(skus.map(priceCents)).toEqual([14_300, 145_900, 18_900, 192_800, 29_000, 295_800]);
});
