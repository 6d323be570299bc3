import {
  ApiError,
  type Books,
  type Charge,
  type Dispute,
  known,
  type Metadata,
  type Move,
  type Refund,
} from './books.ts';

const DAY_S = 86_400;
/** Returns Stripe's fee in cents for a payment with a European card: 1.5 % and 25 cents. */
const feeOf = (amount: number): number => Math.round(amount * 0.015) + 25;
const DISPUTE_FEE = 2000;

interface Taken {
  readonly amount: number;
  readonly currency: string;
  readonly metadata: Metadata;
}

export function takePayment(books: Books, { amount, currency, metadata }: Taken): Charge {
  const charge: Charge = {
    id: books.nextId('ch'),
    object: 'charge',
    payment_intent: books.nextId('pi'),
    amount,
    amount_captured: amount,
    amount_refunded: 0,
    currency,
    created: books.now(),
    metadata,
  };
  books.charges.set(charge.payment_intent, charge);
  move(books, 'charge', charge, amount, feeOf(amount));
  return charge;
}

export function refund(books: Books, paymentId: string, wanted: number | undefined, metadata: Metadata): Refund {
  const charge = known(books.charges, paymentId);
  const left = charge.amount_captured - charge.amount_refunded;
  const amount = wanted ?? left;
  if (left === 0) throw new ApiError(400, 'charge_already_refunded');
  if (amount > left || amount <= 0) throw new ApiError(400, 'amount_too_large', `Only ${left} is left`);
  const made: Refund = {
    id: books.nextId('re'),
    object: 'refund',
    payment_intent: paymentId,
    amount,
    currency: charge.currency,
    status: 'succeeded',
    failure_reason: null,
    created: books.now(),
    metadata,
  };
  charge.amount_refunded += amount;
  books.refunds.set(made.id, made);
  move(books, 'refund', made, -amount, 0);
  books.tell('charge.refunded', charge);
  return made;
}

/** Makes a refund fail, as if the payer's bank had returned it. */
export function failRefund(books: Books, id: string): Refund {
  const failed = known(books.refunds, id);
  if (failed.status === 'failed') throw new ApiError(400, 'refund_already_failed');
  failed.status = 'failed';
  failed.failure_reason = 'lost_or_stolen_card';
  known(books.charges, failed.payment_intent).amount_refunded -= failed.amount;
  move(books, 'refund_failure', failed, failed.amount, 0);
  books.tell('refund.failed', failed);
  return failed;
}

/** Opens a dispute of a payment. The bank withholds the payment and a fee until it decides the dispute. */
export function dispute(books: Books, paymentId: string): Dispute {
  const charge = known(books.charges, paymentId);
  const opened: Dispute = {
    id: books.nextId('dp'),
    object: 'dispute',
    payment_intent: paymentId,
    amount: charge.amount - charge.amount_refunded,
    currency: charge.currency,
    status: 'needs_response',
    reason: 'product_not_received',
    created: books.now(),
    evidence_details: { due_by: books.now() + 7 * DAY_S },
  };
  books.disputes.set(opened.id, opened);
  move(books, 'adjustment', opened, -opened.amount, DISPUTE_FEE);
  books.tell('charge.dispute.created', opened);
  books.tell('charge.dispute.funds_withdrawn', opened);
  return opened;
}

export function decideDispute(books: Books, id: string, status: 'won' | 'lost'): Dispute {
  const decided = known(books.disputes, id);
  if (decided.status !== 'needs_response') throw new ApiError(400, 'dispute_already_decided');
  decided.status = status;
  if (status === 'won') {
    move(books, 'adjustment', decided, decided.amount, 0);
    books.tell('charge.dispute.funds_reinstated', decided);
  }
  books.tell('charge.dispute.closed', decided);
  return decided;
}

function move(books: Books, type: Move['type'], source: Move['source'], amount: number, fee: number): void {
  books.moves.push({
    id: books.nextId('txn'),
    object: 'balance_transaction',
    type,
    // A copy of the state at this time, because a later change is another transaction.
    source: { ...source },
    amount,
    fee,
    currency: source.currency,
    created: books.now(),
  });
}
