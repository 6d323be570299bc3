import { beforeEach, expect, test } from 'vitest';
import type { RecurringItem } from './gateway.ts';
import { renewTestSubscriptions } from './test-checkout/renew.ts';
import { aTill, type Till } from '../../../test/till.ts';

const elite: RecurringItem = {
  sku: 'elite_monthly',
  name: 'Elite',
  amount_cents: 29_000,
  currency: 'eur',
  interval: 'month',
};
const plus: RecurringItem = { ...elite, sku: 'plus_monthly', name: 'Plus', amount_cents: 18_900 };

let world: Till['world'];
let told: Till['told'];
let aPage: Till['aPage'];
let ledger: Till['ledger'];

beforeEach(async () => {
  ({ world, told, aPage, ledger } = await aTill());
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

test('a change of plan charges the difference for the rest of the period, and a cheaper plan gives credit', async () => {
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

test('a change of plan whose charge is declined changes nothing', async () => {
  const id = await aSubscription(plus, 'fails_later');
  const change = { subscription_id: id, item: elite, at: world.clock.now(), idempotency_key: 'x' };
  await expect(world.payments.changeSubscription(change)).rejects.toMatchObject({ name: 'PaymentDeclined' });
  await world.outbox.drain();
  expect(await world.payments.getSubscription(id)).toMatchObject({ sku: 'plus_monthly', status: 'active' });
  expect(told).toEqual(['invoice paid']);
});

test('a failed renewal is tried again three times, and then the subscription ends', async () => {
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

test('replacing the card pays the unpaid invoice at once', async () => {
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
