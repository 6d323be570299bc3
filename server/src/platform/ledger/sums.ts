import type { EntryKind } from '#contract/ledger.ts';
import { sql } from 'kysely';
import type { Tx } from '../db/db.ts';
import { type Account, Accounts } from './accounts.ts';
import './ledger.table.ts';

/**
 * Adds up the postings of one payment on one account, for entries of the given kinds. Returns a sum for each currency.
 * Debit is positive.
 */
export async function sumOf(
  tx: Tx,
  account: Account,
  { payment_id, kinds, document }: { payment_id: string; kinds: readonly EntryKind[]; document?: string },
): Promise<ReadonlyMap<string, number>> {
  let query = tx
    .selectFrom('ledger_postings as p')
    .innerJoin('ledger_transactions as t', 't.id', 'p.transaction_id')
    .select(['p.currency', sql<number>`sum(p.amount_cents)::int8`.as('sum')])
    .where('p.account', '=', Accounts[account].number)
    .where('t.payment_id', '=', payment_id)
    .where('t.kind', 'in', [...kinds])
    .groupBy('p.currency');
  if (document) query = query.where('t.document', '=', document);
  const rows = await query.execute();
  return new Map(rows.map(({ currency, sum }) => [currency, sum]));
}
