import type Stripe from 'stripe';
import type { CreditCorrection } from './gateway.ts';
import { idOf } from './read-notice.ts';
import { toSubscription } from './stripe-objects.ts';

/**
 * Restores a customer's credit with a new transaction of the customer's balance. In Stripe's amounts a negative amount
 * is a credit. Each correction names the subscription in its metadata, because Stripe forgets an idempotency key after
 * a day.
 */
export async function restoreCredit(stripe: Stripe, id: string, givesBack: boolean): Promise<CreditCorrection[]> {
  const { customer_id, currency } = toSubscription(await stripe.subscriptions.retrieve(id));
  const moves = await stripe.customers
    .listBalanceTransactions(customer_id, { expand: ['data.invoice', 'data.checkout_session'], limit: 100 })
    .autoPagingToArray({ limit: 10_000 });
  const caused = moves.filter((one) => one.currency === currency && isCausedBy(one, id));
  const corrections = moves.filter(({ metadata }) => metadata?.restores === id);
  const left = [...caused, ...corrections].reduce((sum, { amount }) => sum + amount, 0);
  if (left < 0 || (left > 0 && givesBack)) {
    const correction = { amount: -left, currency, metadata: { restores: id } };
    // Stripe lists the newest transaction first. Two simultaneous calls have the same key and make one correction.
    const idempotencyKey = `credit:${id}:${caused[0]?.id}`;
    corrections.push(await stripe.customers.createBalanceTransaction(customer_id, correction, { idempotencyKey }));
  }
  return corrections.map((one) => ({ id: one.id, amount_cents: -one.amount, currency: one.currency }));
}

/**
 * Returns whether an invoice or the payment page of this subscription changed the balance. The page matters because
 * Stripe may first add a payment on the page to the balance, and then take it from there for the invoice.
 */
function isCausedBy({ invoice, checkout_session }: Stripe.CustomerBalanceTransaction, subscription: string): boolean {
  const sources = [
    typeof invoice === 'object' && invoice?.parent?.subscription_details?.subscription,
    typeof checkout_session === 'object' && checkout_session?.subscription,
  ];
  return sources.some((source) => source && idOf(source) === subscription);
}
