import type { Tx } from '../db/db.ts';
import type { BalanceMove } from '../payments/gateway.ts';
import { move, post } from './post.ts';

/**
 * Enters a movement that only the payment provider's own books contain: a fee, a payout or a currency conversion.
 * Payments, refunds and disputes are entered when their webhook events are processed. The reconciliation therefore only
 * compares them and does not enter them.
 */
export async function bookMove(tx: Tx, told: BalanceMove): Promise<void> {
  const { id, kind, at, payment_id, settled_cents, settled_currency, amount_cents, currency } = told;
  const entry = { journal: 'BQ', at, payment_id, document: id } as const;
  const fee_cents = told.fee_cents - (kind === 'fee' ? settled_cents : 0);
  await post(tx, {
    ...entry,
    key: `fee:${id}`,
    kind: 'fee',
    postings: move(fee_cents, settled_currency, { from: 'provider', to: 'fees' }),
  });
  if (kind === 'payout')
    await post(tx, {
      ...entry,
      key: `payout:${id}`,
      kind: 'payout',
      postings: move(-settled_cents, settled_currency, { from: 'provider', to: 'bank' }),
    });
  if (currency !== settled_currency)
    await post(tx, {
      ...entry,
      key: `conversion:${id}`,
      kind: 'conversion',
      postings: [
        ...move(amount_cents, currency, { from: 'provider', to: 'transfers' }),
        ...move(settled_cents, settled_currency, { from: 'transfers', to: 'provider' }),
      ],
    });
}
