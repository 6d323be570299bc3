import type Stripe from 'stripe';
import type { BalanceMove } from './gateway.ts';
import { idOf } from './read-notice.ts';

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);

/**
 * Lists Stripe's balance transactions. Stripe includes the charge, refund or dispute of each transaction, with the id
 * of the payment, the amount and the currency.
 */
export async function listBalanceMoves(stripe: Stripe, from: Date, until: Date): Promise<BalanceMove[]> {
  const moves: BalanceMove[] = [];
  const pages = stripe.balanceTransactions.list({
    created: { gte: seconds(from), lt: seconds(until) },
    expand: ['data.source'],
    limit: 100,
  });
  for await (const one of pages) moves.push(toMove(one));
  return moves;
}

const kinds: Readonly<Record<string, BalanceMove['kind']>> = {
  charge: 'payment',
  payment: 'payment',
  refund: 'refund',
  payment_refund: 'refund',
  refund_failure: 'refund',
  stripe_fee: 'fee',
  stripe_fx_fee: 'fee',
  tax_fee: 'fee',
  payout: 'payout',
  payout_cancel: 'payout',
  payout_failure: 'payout',
};

function toMove({ id, type, source, amount, currency, fee, created }: Stripe.BalanceTransaction): BalanceMove {
  const behind = source && typeof source === 'object' ? source : null;
  const isDispute = type === 'adjustment' && behind?.object === 'dispute';
  const of = paidOf(behind);
  return {
    id,
    kind: isDispute ? 'dispute' : (kinds[type] ?? 'other'),
    at: new Date(created * 1000),
    payment_id: of?.payment_id ?? null,
    source_id: source ? idOf(source) : null,
    // The amount of a charge, refund or dispute has no sign. The balance transaction shows whether our balance grew.
    amount_cents: of ? Math.sign(amount) * of.amount_cents : amount,
    currency: of?.currency ?? currency,
    settled_cents: amount,
    settled_currency: currency,
    fee_cents: fee,
  };
}

function paidOf(behind: Stripe.BalanceTransactionSource | null) {
  if (behind?.object !== 'charge' && behind?.object !== 'refund' && behind?.object !== 'dispute') return null;
  const { payment_intent, amount, currency } = behind;
  return payment_intent ? { payment_id: idOf(payment_intent), amount_cents: amount, currency } : null;
}
