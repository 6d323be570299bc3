import type { Insertable } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import type { OutboxEvents } from '#server/platform/outbox/outbox.ts';
import type { ProviderSubscription } from '#server/platform/payments/gateway.ts';
import type { SubscriptionsTable } from './billing.table.ts';
import { expire } from './checkouts.queries.ts';
import { refundPayments } from './refund-payments.ts';
import { findByProvider, insert, isUnwanted } from './subscriptions.queries.ts';

declare module '#server/platform/outbox/outbox.ts' {
  interface OutboxEvents {
    /** A subscription was ended because nobody should pay for it. Its payment must be refunded. */
    'billing.unwantedEnded': { subscription_id: string };
  }
}

type Row = Omit<Insertable<SubscriptionsTable>, 'status' | 'ended_at'>;

/**
 * Ends a subscription that nobody should pay for. There are two cases:
 * - The person already has a subscription and paid again on an old page.
 * - The payer's account was closed or erased, or got another role, before the webhook event about the subscription
 *   arrived.
 *
 * The payment is refunded, whether its webhook event has already arrived or arrives later.
 */
export async function endUnwanted(ctx: Context, tx: Tx, state: ProviderSubscription, row: Row): Promise<void> {
  ctx.log.warn({ subscription: state.id }, 'a subscription that nobody should pay for was ended');
  const { ended_at } = state.status === 'ended' ? state : await ctx.payments.endSubscription(state.id);
  await insert(tx, { ...row, status: 'ended', ended_at: ended_at ?? ctx.clock.now() });
  await expire(tx, row.checkout_id);
  await ctx.outbox.emit(tx, 'billing.unwantedEnded', { subscription_id: state.id }, { key: state.id });
}

/**
 * Refunds the first payment of an unwanted subscription, if the webhook event about the payment arrives after the
 * subscription was ended.
 */
export async function returnFirst(ctx: Context, paid: OutboxEvents['payments.invoicePaid']): Promise<void> {
  if (!paid.payment_id || paid.reason !== 'started') return;
  const isReturned = await withSystem(ctx.system, async (tx) => {
    const subscription = await findByProvider(tx, paid.subscription_id);
    return subscription !== undefined && (await isUnwanted(tx, subscription));
  });
  if (isReturned) await refundPayments(ctx, paid.subscription_id);
}
