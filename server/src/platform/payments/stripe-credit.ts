import Stripe from 'stripe';
import { type CreditCorrection, CustomerGone, type Returned } from './gateway.ts';
import { idOf } from './read-notice.ts';
import { toSubscription } from './stripe-objects.ts';

type Move = Stripe.CustomerBalanceTransaction;

/**
 * Restores a customer's credit with new transactions of the customer's balance. In Stripe's amounts a negative amount
 * is a credit. Each correction names the subscription in its metadata, because Stripe forgets an idempotency key after
 * a day.
 */
export async function restoreCredit(stripe: Stripe, id: string, returned: Returned): Promise<CreditCorrection[]> {
  const subscription = await stripe.subscriptions.retrieve(id, { expand: ['customer'] });
  if (typeof subscription.customer === 'object' && subscription.customer.deleted) throw new CustomerGone();
  const { customer_id, currency } = toSubscription(subscription);
  const all = await stripe.customers
    .listBalanceTransactions(customer_id, { expand: ['data.invoice', 'data.checkout_session'], limit: 100 })
    .autoPagingToArray({ limit: 10_000 })
    .catch(throwIfGone);
  const moves = all.filter((one) => one.currency === currency);
  const caused = moves.filter((one) => isCausedBy(one, id));
  const corrections = moves.filter(({ metadata }) => metadata?.restores === id);
  const correct = async (amount: number) => {
    const correction = { amount, currency, metadata: { restores: id } };
    // Stripe lists the newest transaction first. Two simultaneous calls have the same key and make one correction.
    const idempotencyKey = `credit:${id}:${caused[0]?.id}:${amount}`;
    const made = stripe.customers.createBalanceTransaction(customer_id, correction, { idempotencyKey });
    corrections.push(await made.catch(throwIfGone));
  };
  const left = creditLeft(caused);
  const withdrawn = sum(corrections.filter(({ amount }) => amount > 0));
  const withoutWithdrawals = withdrawn - sum(moves);
  const toWithdraw = returned === 'everything' ? left : Math.min(left, returned, withoutWithdrawals);
  if (toWithdraw > withdrawn) await correct(toWithdraw - withdrawn);
  const rest = sum(caused) + sum(corrections);
  if (returned === 'everything' && rest !== 0) await correct(-rest);
  return corrections.map((one) => ({ id: one.id, amount_cents: -one.amount, currency: one.currency }));
}

const sum = (moves: readonly Pick<Move, 'amount'>[]): number => moves.reduce((total, { amount }) => total + amount, 0);

/**
 * Returns the credit that a subscription left and that its own later invoices did not use. All transactions of one
 * invoice count together, because an invoice that is voided returns the credit that it used.
 */
function creditLeft(caused: readonly Move[]): number {
  const steps = new Map<string, number>();
  for (const { id, invoice, amount } of caused.toReversed()) {
    const step = invoice ? idOf(invoice) : id;
    steps.set(step, (steps.get(step) ?? 0) + amount);
  }
  return [...steps.values()].reduce((left, amount) => Math.max(0, left - amount), 0);
}

/**
 * Returns whether an invoice or the payment page of this subscription changed the balance. The page matters because
 * Stripe may first add a payment on the page to the balance, and then take it from there for the invoice.
 */
function isCausedBy({ invoice, checkout_session }: Move, subscription: string): boolean {
  const sources = [
    typeof invoice === 'object' && invoice?.parent?.subscription_details?.subscription,
    typeof checkout_session === 'object' && checkout_session?.subscription,
  ];
  return sources.some((source) => source && idOf(source) === subscription);
}

function throwIfGone(error: unknown): never {
  const isGone = error instanceof Stripe.errors.StripeError && error.code === 'resource_missing';
  throw isGone ? new CustomerGone({ cause: error }) : error;
}
