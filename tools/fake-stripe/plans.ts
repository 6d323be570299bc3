import {
  ApiError,
  type Books,
  type CustomerMove,
  type Invoice,
  known,
  type Metadata,
  type Price,
  type Subscription,
} from './books.ts';
import { takePayment } from './money.ts';

/** Returns the same day and time, one month or year later. */
function periodEnd(start: number, { recurring: { interval } }: Price): number {
  const at = new Date(start * 1000);
  if (interval === 'year') at.setUTCFullYear(at.getUTCFullYear() + 1);
  else at.setUTCMonth(at.getUTCMonth() + 1);
  return at.getTime() / 1000;
}

export function begin(books: Books, price: Price, metadata: Metadata, customer: string): Subscription {
  const start = books.now();
  const made: Subscription = {
    id: books.nextId('sub'),
    object: 'subscription',
    customer,
    status: 'active',
    metadata,
    start_date: start,
    cancel_at_period_end: false,
    cancel_at: null,
    ended_at: null,
    items: {
      data: [
        {
          id: books.nextId('si'),
          current_period_start: start,
          current_period_end: periodEnd(start, price),
          price,
        },
      ],
    },
  };
  books.subscriptions.set(made.id, made);
  books.tell('customer.subscription.created', made);
  charge(books, made, price.unit_amount, 'subscription_create');
  return made;
}

/** Begins and charges the next period. */
export function renew(books: Books, id: string): Subscription {
  const living = known(books.subscriptions, id);
  if (living.status !== 'active') throw new ApiError(400, 'subscription_ended');
  const [item] = living.items.data;
  item.current_period_start = item.current_period_end;
  item.current_period_end = periodEnd(item.current_period_start, item.price);
  charge(books, living, item.price.unit_amount, 'subscription_cycle');
  books.tell('customer.subscription.updated', living);
  return living;
}

/**
 * Returns what a change of plan costs at the time `at`: the price of the new period minus the unused part of the old
 * one. A negative price is a credit.
 */
export function priceOfChange(books: Books, id: string, priceId: string, at: number): number {
  const { current_period_start: start, current_period_end: end, price } = known(books.subscriptions, id).items.data[0];
  const unused = Math.max(0, end - at) / (end - start);
  return known(books.prices, priceId).unit_amount - Math.round(price.unit_amount * unused);
}

export function change(books: Books, id: string, priceId: string, at: number): Subscription {
  const living = known(books.subscriptions, id);
  const due = priceOfChange(books, id, priceId, at);
  const [item] = living.items.data;
  item.price = known(books.prices, priceId);
  item.current_period_start = at;
  item.current_period_end = periodEnd(at, item.price);
  charge(books, living, due, 'subscription_update');
  books.tell('customer.subscription.updated', living);
  return living;
}

export function cancelAtEnd(books: Books, id: string, cancels: boolean): Subscription {
  const living = known(books.subscriptions, id);
  living.cancel_at_period_end = cancels;
  books.tell('customer.subscription.updated', living);
  return living;
}

export function end(books: Books, id: string): Subscription {
  const living = known(books.subscriptions, id);
  if (living.status === 'canceled') throw new ApiError(404, 'resource_missing');
  living.status = 'canceled';
  living.ended_at = books.now();
  books.tell('customer.subscription.deleted', living);
  return living;
}

/** Returns how much of an invoice is charged, after the customer's credit. */
export function dueOf({ customerMoves }: Books, { customer }: Pick<Subscription, 'customer'>, total: number) {
  const starting_balance = customerMoves
    .filter((one) => one.customer === customer)
    .reduce((sum, { amount }) => sum + amount, 0);
  return { total, starting_balance, amount_due: Math.max(0, total + starting_balance) };
}

/**
 * Creates the invoice of a period. An amount of zero or a credit causes no payment. The rest of a credit is kept for
 * later invoices.
 */
function charge(books: Books, of: Subscription, total: number, reason: Invoice['billing_reason']): void {
  const [{ price, current_period_start: start, current_period_end: end }] = of.items.data;
  const { starting_balance, amount_due: due } = dueOf(books, of, total);
  const paid = due > 0 ? takePayment(books, { amount: due, currency: price.currency, metadata: {} }) : undefined;
  const invoice: Invoice = {
    id: books.nextId('in'),
    object: 'invoice',
    status: 'paid',
    total,
    starting_balance,
    amount_paid: due,
    amount_due: due,
    currency: price.currency,
    billing_reason: reason,
    attempt_count: 1,
    next_payment_attempt: null,
    period_start: start,
    period_end: end,
    status_transitions: { paid_at: books.now() },
    parent: { subscription_details: { subscription: of.id, metadata: of.metadata } },
    payments: {
      data: paid ? [{ status: 'paid', payment: { type: 'payment_intent', payment_intent: paid.payment_intent } }] : [],
    },
    lines: { data: [{ description: price.nickname ?? price.lookup_key, amount: total, period: { start, end } }] },
  };
  books.invoices.set(invoice.id, invoice);
  const amount = Math.min(0, total + starting_balance) - starting_balance;
  if (amount !== 0)
    moveBalance(books, { customer: of.customer, amount, currency: price.currency, invoice, metadata: {} });
  books.tell('invoice.paid', invoice);
}

/** Changes the balance of a customer. */
export function moveBalance(
  books: Books,
  change: Omit<CustomerMove, 'id' | 'object' | 'ending_balance'>,
): CustomerMove {
  const { starting_balance } = dueOf(books, change, 0);
  const ending_balance = starting_balance + change.amount;
  const object = 'customer_balance_transaction' as const;
  const made = { id: books.nextId('cbtxn'), object, ending_balance, ...change };
  books.customerMoves.push(made);
  return made;
}
