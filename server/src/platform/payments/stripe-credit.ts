import Stripe from 'stripe';
import { type CreditCorrection, CustomerGone, type Returned } from './gateway.ts';
import { idOf } from './read-notice.ts';
import { toSubscription } from './stripe-objects.ts';

type Move = Stripe.CustomerBalanceTransaction;

/**
 * Restores a customer's credit with new transactions of the customer's balance. In Stripe's amounts a negative amount
 * is a credit. Each correction names the subscription in its metadata, because Stripe forgets an idempotency key after
 * a day. A correction after a return of money also has `unpaid` in its metadata. Only such a correction is undone if the
 * return fails later. A withdrawal makes it `final`, because we forget the withdrawal after a week.
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
  let balance = sum(moves);
  const send = async (amount: number, metadata: Stripe.MetadataParam) => {
    // Stripe lists the newest transaction first. Two simultaneous calls have the same key and make one correction. A
    // later correction of the same amount has another key, because the number of corrections has grown.
    const idempotencyKey = `credit:${id}:${caused[0]?.id}:${corrections.length}:${amount}`;
    const correction = { amount, currency, metadata: { restores: id, ...metadata } };
    const made = stripe.customers.createBalanceTransaction(customer_id, correction, { idempotencyKey });
    corrections.push(await made.catch(throwIfGone));
    balance = (await made).ending_balance;
  };
  const correct = async (amount: number, metadata: Stripe.MetadataParam = {}) => {
    if (amount !== 0) await send(amount, metadata);
    // An invoice used the credit after it was read. The customer would owe this amount, so it is not withdrawn.
    if (amount > 0 && balance > 0) await send(-Math.min(amount, balance), metadata);
  };
  const unpaid = sum(corrections.filter(isUnpaid));
  const withdrawn = sum(corrections.filter((one) => one.amount > 0 || one.metadata?.unpaid));
  const left = creditLeft(caused);
  if (returned === 'everything') {
    for (const one of corrections.filter(isUnpaid)) {
      const metadata = { unpaid: 'final' };
      await stripe.customers.updateBalanceTransaction(customer_id, one.id, { metadata }).catch(throwIfGone);
    }
    await correct(Math.min(Math.max(0, left - withdrawn), Math.max(0, -balance)));
    const rest = sum(caused) + sum(corrections);
    // A debt can remain if an earlier call ended between its two corrections.
    const mostBack = Math.max(0, sum(corrections));
    await correct(Math.min(-rest, Math.max(-mostBack, -balance)));
  } else {
    const more = Math.max(0, Math.min(left, returned.uncovered_cents) - withdrawn);
    const change = more - Math.max(0, unpaid - returned.cents);
    // A debt can remain if an earlier call ended between its two corrections.
    await correct(Math.max(-unpaid, Math.min(change, -balance)), { unpaid: 'true' });
  }
  return corrections.map((one) => ({ id: one.id, amount_cents: -one.amount, currency: one.currency }));
}

const sum = (moves: readonly Pick<Move, 'amount'>[]): number => moves.reduce((total, { amount }) => total + amount, 0);

const isUnpaid = ({ metadata }: Move): boolean => metadata?.unpaid === 'true';

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
