import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { withSystem } from '../../db/db.ts';
import { bill, type Biller, charge } from './bill.ts';
import { getForUpdate, seconds, type TestSubscription, update } from './objects.ts';
import { endOf } from './proration.ts';
import { tellSubscription } from './tell.ts';

/**
 * Does the scheduled work of a provider: it ends and renews subscriptions, and tries failed renewals again. Each
 * subscription has its own transaction.
 */
export async function renewTestSubscriptions({ system, outbox, clock }: Pick<Context, 'system' | 'outbox' | 'clock'>) {
  const at = seconds(clock.now());
  const { rows } = await sql<{ id: string }>`
    select id from test_checkout_objects
    where kind = 'subscription' and (data ->> 'period_end')::bigint <= ${at} and data ->> 'status' <> 'canceled'`.execute(
    system,
  );
  for (const { id } of rows) {
    await withSystem(system, async (tx) => advance({ tx, outbox, at }, await getForUpdate(tx, 'subscription', id)));
  }
}

async function advance(biller: Biller, subscription: TestSubscription): Promise<void> {
  const { at } = biller;
  if (subscription.status === 'canceled' || subscription.period_end > at) return;
  if (subscription.owed) return retry(biller, subscription);
  if (subscription.cancel_at_period_end) return end(biller, subscription);
  const { item, period_end: period_start } = subscription;
  const period_end = endOf(period_start, item.interval);
  const invoice = await bill(biller, subscription, {
    reason: 'renewed',
    period_start,
    period_end,
    lines: [{ description: item.name, amount_cents: item.amount_cents }],
  });
  if (invoice.is_paid) Object.assign(subscription, { period_start, period_end });
  else Object.assign(subscription, { status: 'past_due', owed: invoice.id });
  await store(biller, subscription);
}

/**
 * Does the next scheduled step of a subscription now: its renewal, another attempt to charge a failed renewal, or its
 * end.
 */
export async function fallDue(biller: Biller, subscription: TestSubscription): Promise<void> {
  if (subscription.owed) return retry(biller, subscription, true);
  subscription.period_end = Math.min(subscription.period_end, biller.at);
  await advance(biller, subscription);
}

/**
 * Tries to charge the unpaid invoice if the next attempt is due, or if `isNow` is true. Ends the subscription after the
 * last attempt.
 */
export async function retry(biller: Biller, subscription: TestSubscription, isNow = false): Promise<void> {
  if (!subscription.owed) return;
  const invoice = await getForUpdate(biller.tx, 'invoice', subscription.owed);
  if (invoice.next_attempt_at === null && !isNow) return end(biller, subscription);
  if (!isNow && (invoice.next_attempt_at ?? 0) > biller.at) return;
  await charge(biller, subscription, invoice);
  if (invoice.is_paid) {
    const { period_start, period_end } = invoice;
    Object.assign(subscription, { status: 'active', owed: null, period_start, period_end });
    await store(biller, subscription);
  } else if (invoice.next_attempt_at === null) await end(biller, subscription);
}

export async function end(biller: Biller, subscription: TestSubscription): Promise<void> {
  Object.assign(subscription, { status: 'canceled', ended_at: biller.at });
  await update(biller.tx, subscription);
  await tellSubscription(biller.outbox, biller.tx, 'deleted', subscription, biller.at);
}

async function store({ tx, outbox, at }: Biller, subscription: TestSubscription): Promise<void> {
  await update(tx, subscription);
  await tellSubscription(outbox, tx, 'updated', subscription, at);
}
