import { type Selectable, sql } from 'kysely';
import type { Tx } from '../db/db.ts';
import '../ledger/ledger.table.ts';
import { move, post, type Posting } from '../ledger/post.ts';
import { sumOf } from '../ledger/sums.ts';
import type { Dispute } from './disputes.ts';
import type { PaymentsTable } from './payments.table.ts';

type Payment = Pick<Selectable<PaymentsTable>, 'id' | 'amount_cents' | 'currency' | 'paid_at'>;

/** Posts a payment: the provider has the payer's money, and we owe it to the payer until a domain posts the sale. */
export const bookPayment = (tx: Tx, { id, amount_cents, currency, paid_at }: Payment): Promise<boolean> =>
  post(tx, {
    key: `payment:${id}`,
    kind: 'payment',
    journal: 'BQ',
    at: paid_at,
    payment_id: id,
    document: id,
    postings: move(amount_cents, currency, { from: 'clients', to: 'provider' }),
  });

/**
 * Adjusts the ledger to the refunded total of a payment, regardless of who ordered the refund. The caller must have
 * locked the payment, so that the difference is posted once.
 *
 * @param key the key of the event that changed the total
 */
export async function bookRefunds(
  tx: Tx,
  { id, currency }: Pick<Payment, 'id' | 'currency'>,
  { refunded_cents, at, key }: { refunded_cents: number; at: Date; key: string },
): Promise<void> {
  const back = await sumOf(tx, 'provider', { payment_id: id, kinds: ['refund', 'refund_failed'] });
  const change = refunded_cents + (back.get(currency) ?? 0);
  await post(tx, {
    key,
    kind: change > 0 ? 'refund' : 'refund_failed',
    journal: 'BQ',
    at,
    payment_id: id,
    document: id,
    postings: move(change, currency, { from: 'provider', to: 'clients' }),
  });
}

type Told = Pick<
  Dispute,
  'id' | 'payment_id' | 'status' | 'amount_cents' | 'currency' | 'told_at' | 'withdrawn_at' | 'reinstated_at'
>;

/**
 * Returns where the disputed money is: `ours` (on our balance), `taken` by the bank until it decides, or `lost`. If a
 * dispute is lost, its money was taken, even if no webhook event reported that.
 */
export function stageOf({ status, withdrawn_at, reinstated_at }: Told): 'ours' | 'taken' | 'lost' {
  if (status === 'lost') return 'lost';
  return withdrawn_at && !reinstated_at ? 'taken' : 'ours';
}

/**
 * Adjusts the ledger to the state of a dispute. The caller must have locked its payment, so that the difference is
 * posted once, regardless of the order of webhook events.
 */
export async function bookDispute(tx: Tx, dispute: Told): Promise<void> {
  const { id, payment_id, amount_cents, currency, told_at } = dispute;
  const stage = stageOf(dispute);
  const target = {
    provider: stage === 'ours' ? 0 : -amount_cents,
    disputed: stage === 'taken' ? amount_cents : 0,
    losses: stage === 'lost' ? amount_cents : 0,
  } as const;
  const postings: Posting[] = [];
  for (const account of ['provider', 'disputed', 'losses'] as const) {
    const posted = await sumOf(tx, account, { payment_id, kinds: ['dispute'], document: id });
    const currencies = new Set([currency, ...posted.keys()]);
    for (const one of currencies)
      postings.push({
        account,
        currency: one,
        amount_cents: (one === currency ? target[account] : 0) - (posted.get(one) ?? 0),
      });
  }
  await post(tx, {
    key: `dispute:${id}:${stage}:${amount_cents}${currency}:${told_at.getTime()}`,
    kind: 'dispute',
    journal: 'BQ',
    at: told_at,
    payment_id,
    document: id,
    postings,
  });
}

/**
 * Posts payments, refunds and disputes that are missing from the ledger. None should be missing, because each is stored
 * and posted in one transaction. Changes nothing if no entry is missing. Returns the number of payments with missing
 * entries.
 */
export async function bookMissingPayments(tx: Tx, limit: number): Promise<number> {
  const missing = await tx
    .selectFrom('payments')
    .selectAll()
    .where(
      sql<boolean>`amount_cents > 0 and not exists (select from ledger_transactions t where t.key = 'payment:' || payments.id)
        or refunded_cents <> (select coalesce(-sum(p.amount_cents), 0) from ledger_postings p join ledger_transactions t on t.id = p.transaction_id
          where t.payment_id = payments.id and t.kind in ('refund', 'refund_failed') and p.account = '517')
        or exists (select from payment_disputes d where d.payment_id = payments.id and (d.withdrawn_at is not null or d.status = 'lost')
          and not exists (select from ledger_transactions t where t.kind = 'dispute' and t.document = d.id))`,
    )
    .orderBy('paid_at')
    .limit(limit)
    .forUpdate()
    .execute();
  for (const row of missing) {
    const { id, refunded_cents, paid_at } = row;
    await bookPayment(tx, row);
    // The time of an old refund is unknown, so the time of its payment is used.
    await bookRefunds(tx, row, { refunded_cents, at: paid_at, key: `refund:${id}:${refunded_cents}:entered` });
    const disputes = await tx.selectFrom('payment_disputes').selectAll().where('payment_id', '=', id).execute();
    for (const dispute of disputes) await bookDispute(tx, dispute);
  }
  return missing.length;
}
