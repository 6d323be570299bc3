import { sql } from 'kysely';
import type { Tx } from '../../db/db.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import { insertOnce, newId, type TestInvoice, type TestSubscription, update } from './objects.ts';
import { tellInvoice } from './tell.ts';

export interface Biller {
  readonly tx: Tx;
  readonly outbox: Outbox;
  /** Seconds since 1970. */
  readonly at: number;
}

const DAY_S = 86_400;
/** Days between attempts to charge a failed renewal. After the last attempt the subscription ends. */
const RETRY_DAYS = [3, 5, 7];

type NewInvoice = Pick<TestInvoice, 'reason' | 'period_start' | 'period_end' | 'lines'>;

/** Returns the credit of the subscription's customer, from all subscriptions of this customer. */
export async function creditOf(tx: Tx, { id, customer_id, credit_cents }: TestSubscription): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum((data ->> 'credit_cents')::int), 0)::int as cents from test_checkout_objects
    where kind = 'subscription' and data ->> 'customer_id' = ${customer_id} and id <> ${id}`.execute(tx);
  return credit_cents + (rows[0]?.cents ?? 0);
}

/** Returns the credit that a subscription left and that its own later invoices did not use, before any correction. */
export const leftBy = ({ left_cents, credit_cents }: TestSubscription): number =>
  left_cents ?? Math.max(0, credit_cents);

/**
 * Makes an invoice, deducts the credit of the customer, and charges the rest. The caller stores the subscription.
 */
export async function bill(
  { tx, outbox, at }: Biller,
  subscription: TestSubscription,
  invoice: NewInvoice,
): Promise<TestInvoice> {
  const credit_cents = await creditOf(tx, subscription);
  const total = invoice.lines.reduce((sum, line) => sum + line.amount_cents, -credit_cents);
  const change = Math.max(0, -total) - credit_cents;
  subscription.left_cents = Math.max(0, leftBy(subscription) + change);
  subscription.credit_cents += change;
  const made: TestInvoice = {
    ...invoice,
    id: newId('in'),
    subscription_id: subscription.id,
    reference: subscription.reference,
    amount_cents: Math.max(0, total),
    currency: subscription.item.currency,
    is_paid: false,
    payment_id: null,
    paid_at: null,
    attempts: 0,
    next_attempt_at: null,
  };
  await insertOnce(tx, 'invoice', made);
  await charge({ tx, outbox, at }, subscription, made);
  return made;
}

/** Makes one attempt to charge an invoice. An invoice of zero is paid at once. */
export async function charge(
  { tx, outbox, at }: Biller,
  subscription: TestSubscription,
  invoice: TestInvoice,
): Promise<void> {
  const isFirst = invoice.reason === 'started';
  const isDeclined = subscription.card === 'declined' || (subscription.card === 'fails_later' && !isFirst);
  invoice.attempts++;
  if (isDeclined && invoice.amount_cents > 0) {
    const days = RETRY_DAYS[invoice.attempts - 1];
    invoice.next_attempt_at = days === undefined ? null : at + days * DAY_S;
  } else {
    invoice.is_paid = true;
    invoice.paid_at = at;
    invoice.next_attempt_at = null;
    if (invoice.amount_cents > 0) invoice.payment_id = await pay(tx, invoice, at);
  }
  await update(tx, invoice);
  await tellInvoice(outbox, tx, invoice, at);
}

export async function pay(
  tx: Tx,
  { amount_cents, currency }: { amount_cents: number; currency: string },
  paid_at: number,
): Promise<string> {
  const { id } = await insertOnce(tx, 'payment', { id: newId('pi'), amount_cents, currency, paid_at, refunds: [] });
  return id;
}
