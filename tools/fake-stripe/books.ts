/** Objects as Stripe sends them, with only the fields that our adapter reads. Times are seconds since 1970, amounts are minor units. */

export type Metadata = Record<string, string>;

export interface Session {
  id: string;
  object: 'checkout.session';
  mode: 'payment' | 'subscription';
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid';
  url: string;
  expires_at: number;
  amount_total: number;
  currency: string;
  metadata: Metadata;
  payment_intent: string | null;
  subscription: string | null;
  customer: string | null;
  /**
   * Data that only the fake needs: the address to which the browser returns after the payment, and the id of the price.
   */
  success_url: string;
  price: string | null;
}

export interface Charge {
  id: string;
  object: 'charge';
  payment_intent: string;
  amount: number;
  amount_captured: number;
  amount_refunded: number;
  currency: string;
  created: number;
  metadata: Metadata;
}

export interface Refund {
  id: string;
  object: 'refund';
  payment_intent: string;
  amount: number;
  currency: string;
  status: 'succeeded' | 'failed';
  failure_reason: string | null;
  created: number;
  metadata: Metadata;
}

export interface Dispute {
  id: string;
  object: 'dispute';
  payment_intent: string;
  amount: number;
  currency: string;
  status: 'needs_response' | 'won' | 'lost';
  reason: string;
  created: number;
  evidence_details: { due_by: number };
}

export interface Price {
  id: string;
  object: 'price';
  lookup_key: string;
  unit_amount: number;
  currency: string;
  nickname: string | null;
  recurring: { interval: 'month' | 'year' };
  metadata: Metadata;
}

export interface Subscription {
  id: string;
  object: 'subscription';
  customer: string;
  status: 'active' | 'canceled';
  metadata: Metadata;
  start_date: number;
  cancel_at_period_end: boolean;
  cancel_at: number | null;
  ended_at: number | null;
  items: { data: [{ id: string; current_period_start: number; current_period_end: number; price: Price }] };
}

export interface Invoice {
  id: string;
  object: 'invoice';
  status: 'paid';
  total: number;
  starting_balance: number;
  amount_paid: number;
  amount_due: number;
  currency: string;
  billing_reason: 'subscription_create' | 'subscription_update' | 'subscription_cycle';
  attempt_count: number;
  next_payment_attempt: null;
  period_start: number;
  period_end: number;
  status_transitions: { paid_at: number };
  parent: { subscription_details: { subscription: string; metadata: Metadata } };
  payments: { data: { status: 'paid'; payment: { type: 'payment_intent'; payment_intent: string } }[] };
  lines: { data: { description: string; amount: number; period: { start: number; end: number } }[] };
}

/** A balance transaction. `amount` is the amount before the fee. */
export interface Move {
  id: string;
  object: 'balance_transaction';
  type: 'charge' | 'refund' | 'refund_failure' | 'adjustment';
  source: Charge | Refund | Dispute;
  amount: number;
  fee: number;
  currency: string;
  created: number;
}

/** A change of a customer's balance. A negative amount is a credit. */
export interface CustomerMove {
  id: string;
  object: 'customer_balance_transaction';
  customer: string;
  amount: number;
  /** The balance of the customer after this change. */
  ending_balance: number;
  currency: string;
  invoice: Invoice | null;
  metadata: Metadata;
}

/** Everything that the fake stores while it runs. */
export interface Books {
  readonly sessions: Map<string, Session>;
  /** Charges by their payment intent. */
  readonly charges: Map<string, Charge>;
  readonly refunds: Map<string, Refund>;
  readonly disputes: Map<string, Dispute>;
  readonly prices: Map<string, Price>;
  readonly subscriptions: Map<string, Subscription>;
  readonly invoices: Map<string, Invoice>;
  readonly moves: Move[];
  /** All changes of the balances of customers. A negative balance is a credit, which reduces the next invoices. */
  readonly customerMoves: CustomerMove[];
  /** Seconds since 1970. */
  now(): number;
  /** Returns a new id at each call, such as `pi_fake_k_7`. */
  nextId(prefix: string): string;
  /** Sends a signed webhook. */
  tell(type: string, object: object): void;
}

export function openBooks(now: () => Date, tell: Books['tell']): Books {
  let last = 0;
  // Two runs of the fake must not use the same ids, because the service stores payments and notices under these ids.
  const run = Math.floor(Math.random() * 1e9).toString(36);
  return {
    sessions: new Map(),
    charges: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    prices: new Map(),
    subscriptions: new Map(),
    invoices: new Map(),
    moves: [],
    customerMoves: [],
    now: () => Math.floor(now().getTime() / 1000),
    nextId: (prefix) => `${prefix}_fake_${run}_${++last}`,
    tell,
  };
}

/** An answer of the API for a failed call. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message = code) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export function known<T>(map: ReadonlyMap<string, T>, id: string): T {
  const found = map.get(id);
  if (found === undefined) throw new ApiError(404, 'resource_missing', `No such object: ${id}`);
  return found;
}
