import type { Tx } from '../../db/db.ts';
import type { BalanceMove } from '../gateway.ts';
import { seconds, type TestPayment } from './objects.ts';

/** Returns the fee for a payment, similar to a provider's: 1.5 % and 25 cents. A refund does not return the fee. */
const feeOf = (amount_cents: number): number => Math.min(amount_cents, Math.round(amount_cents * 0.015) + 25);

/** Lists the movements that our balance at a real provider would show. There are no payouts. */
export async function listTestMoves(tx: Tx, from: Date, until: Date): Promise<BalanceMove[]> {
  const rows = await tx
    .selectFrom('test_checkout_objects')
    .select(['data', 'updated_at'])
    .where('kind', '=', 'payment')
    .execute();
  return (
    rows
      // Payments that earlier releases made lack `paid_at`.
      .flatMap(({ data, updated_at }) => movesOf({ paid_at: seconds(updated_at), ...(data as TestPayment) }))
      .filter(({ at }) => from <= at && at < until)
      .sort((a, b) => a.at.getTime() - b.at.getTime())
  );
}

function movesOf({ id, amount_cents, currency, paid_at, refunds }: TestPayment & { paid_at: number }): BalanceMove[] {
  const move = (
    of: string,
    cents: number,
    seconds: number,
    more: Pick<BalanceMove, 'kind' | 'source_id'>,
  ): BalanceMove => ({
    ...more,
    id: `txn_${of}`,
    at: new Date(seconds * 1000),
    payment_id: id,
    amount_cents: cents,
    currency,
    settled_cents: cents,
    settled_currency: currency,
    fee_cents: more.kind === 'payment' ? feeOf(cents) : 0,
  });
  return [
    move(id, amount_cents, paid_at, { kind: 'payment', source_id: id }),
    ...refunds.flatMap(({ id: source_id, amount_cents: back, made_at = paid_at, failed }) => {
      const made = move(source_id, -back, made_at, { kind: 'refund', source_id });
      return failed ? [made, move(`${source_id}_failed`, back, made_at, { kind: 'refund', source_id })] : [made];
    }),
  ];
}
