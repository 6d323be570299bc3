import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { withSystem } from '#server/platform/db/db.ts';
import { applyNotice } from '#server/platform/payments/apply-notice.ts';
import { PaymentUnavailable } from '#server/platform/payments/gateway.ts';
import { payTestPage } from '#server/platform/payments/test-checkout/pay-page.ts';
import { aBuyer } from '../../../test/a-buyer.ts';
import { itemOf } from './item-of.ts';
import { followSubscription } from './follow-subscription.ts';

/** Makes a member with an older payment page. This page is for another plan and can still be paid. */
async function withAnOldPage() {
  const buyer = await aBuyer();
  const { world, patient } = buyer;
  const { url } = await world.payments.openSubscriptionPage({
    reference: { kind: 'subscription', id: randomUUID(), user_id: patient.userId },
    item: itemOf('plus_monthly'),
    customer_email: '',
    language: 'en',
    success_url: 'http://flaira.test/',
    cancel_url: 'http://flaira.test/',
    expires_at: new Date(world.clock.now().getTime() + 20 * 3_600_000),
    idempotency_key: randomUUID(),
  });
  const books = () =>
    withSystem(world.system, async (tx) => ({
      subscriptions: await tx.selectFrom('subscriptions').select(['plan', 'status']).orderBy('plan').execute(),
      payments: await tx
        .selectFrom('payments')
        .select(['amount_cents', 'refunded_cents'])
        .orderBy('amount_cents')
        .execute(),
    }));
  return { ...buyer, payOldPage: () => payTestPage(world, url.split('/').at(-1) ?? '', 'accepted'), books };
}

test('a second subscription is ended and its payment refunded, even if the webhook event about it is late', async () => {
  const { world, join, payOldPage, books, planOf, subjects } = await withAnOldPage();
  await join('elite_monthly');
  await payOldPage();
  world.clock.advance(3 * 3_600_000);
  await world.outbox.drain();
  expect(await books()).toEqual({
    subscriptions: [
      { plan: 'elite', status: 'active' },
      { plan: 'plus', status: 'ended' },
    ],
    payments: [
      { amount_cents: 18_900, refunded_cents: 18_900 },
      { amount_cents: 29_000, refunded_cents: 0 },
    ],
  });
  expect(await planOf()).toBe('elite');
  expect((await subjects()).filter((subject) => subject === 'Your membership has started')).toHaveLength(1);
});

test('a subscription that a suspended person pays on an old page is ended and refunded', async () => {
  const { world, patient, payOldPage, books, planOf } = await withAnOldPage();
  await world.database.owner.query('update users set suspended_at = now() where id = $1', [patient.userId]);
  await payOldPage();
  await world.outbox.drain();
  expect(await books()).toEqual({
    subscriptions: [{ plan: 'plus', status: 'ended' }],
    payments: [{ amount_cents: 18_900, refunded_cents: 18_900 }],
  });
  expect(await planOf()).toBe('free');
});

test('a member who paid again on an old page sees the running plan, not the second one', async () => {
  const { world, join, payOldPage, membership } = await withAnOldPage();
  await join('elite_monthly');
  world.clock.advance(3_600_000);
  await payOldPage();
  await world.outbox.drain();
  expect(await membership()).toMatchObject({
    subscription: { plan: 'elite', status: 'active' },
    refund: { amount_cents: 29_000 },
  });
});

test('a second subscription that had ended before its webhook event arrived does not end the first plan', async () => {
  const { world, join, payOldPage, books, planOf } = await withAnOldPage();
  await join('elite_monthly');
  await payOldPage();
  const ids = await world.db
    .selectFrom('test_checkout_objects')
    .select('id')
    .where('kind', '=', 'subscription')
    .execute();
  for (const { id } of ids) {
    const known = await withSystem(world.system, (tx) =>
      tx.selectFrom('subscriptions').select('id').where('provider_id', '=', id).executeTakeFirst(),
    );
    if (known) continue;
    await world.payments.endSubscription(id);
    await followSubscription(world, id);
  }
  await world.outbox.drain();
  expect(await planOf()).toBe('elite');
  expect((await books()).payments).toContainEqual({ amount_cents: 18_900, refunded_cents: 18_900 });
});

test.each([
  ['won', 18_900],
  ['lost', 0],
] as const)(
  'a disputed payment of a second subscription: after the dispute is %s, %d cents are refunded',
  async (end, back) => {
    const { world, join, payOldPage, books } = await withAnOldPage();
    await join('elite_monthly');
    // The provider is unreachable until the payer has disputed the payment.
    const away = vi.spyOn(world.payments, 'refund').mockRejectedValue(new PaymentUnavailable('away'));
    await payOldPage();
    await world.outbox.drain();
    const { rows } = await world.database.owner.query(
      `select id from test_checkout_objects where kind = 'payment' and data ->> 'amount_cents' = '18900'`,
    );
    const { id: payment_id } = rows[0] as { id: string };
    const hear = (status: 'needs_response' | 'won' | 'lost') => {
      const at = world.clock.now();
      const dispute = { id: 'dp_1', payment_id, reason: 'fraudulent', amount_cents: 18_900, currency: 'eur' };
      const told = { ...dispute, status, evidence_due_at: null, opened_at: at };
      const notice = { id: randomUUID(), at, said: { kind: 'disputed' as const, dispute: told, funds: null } };
      return withSystem(world.system, (tx) => applyNotice(world, tx, notice));
    };
    const passDay = async () => {
      world.clock.advance(86_400_000);
      await world.database.owner.query('update outbox set next_attempt_at = now() where processed_at is null');
      for (const { name, payload } of world.sentJobs.splice(0))
        if (name === 'billing.settleDisputed') await world.jobs.runNow(name, payload);
      await world.outbox.drain();
      await world.outbox.drain();
    };
    await hear('needs_response');
    away.mockRestore();
    await passDay();
    await passDay();
    expect((await books()).payments).toContainEqual({ amount_cents: 18_900, refunded_cents: 0 });
    await hear(end);
    await passDay();
    expect(await books()).toMatchObject({
      subscriptions: [
        { plan: 'elite', status: 'active' },
        { plan: 'plus', status: 'ended' },
      ],
      payments: [
        { amount_cents: 18_900, refunded_cents: back },
        { amount_cents: 29_000, refunded_cents: 0 },
      ],
    });
  },
);

test('if the payer is erased before the webhook event of the payment, it is refunded and the plan ends', async () => {
  const { world, patient, payOldPage, books } = await withAnOldPage();
  await payOldPage();
  await withSystem(world.system, (tx) => world.personal.erase(world, tx, { userId: patient.userId, email: '' }));
  await world.outbox.drain();
  expect(await books()).toEqual({
    subscriptions: [{ plan: 'plus', status: 'ended' }],
    payments: [{ amount_cents: 18_900, refunded_cents: 18_900 }],
  });
});

test('a payment on an old page is refunded if the person is no longer a patient', async () => {
  const { world, patient, payOldPage, books } = await withAnOldPage();
  const admin = world.browserOf(await world.admin());
  const change = { user_id: patient.userId, role: 'admin', reason: 'joined' };
  expect((await admin.post('/rpc/admin_set_user_role', change)).status).toBe(200);
  await payOldPage();
  await world.outbox.drain();
  expect(await books()).toEqual({
    subscriptions: [{ plan: 'plus', status: 'ended' }],
    payments: [{ amount_cents: 18_900, refunded_cents: 18_900 }],
  });
});
