import { randomUUIDv7 } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Tx } from '../db/db.ts';
import { Accounts } from './accounts.ts';
import type { LedgerDifferencesTable } from './ledger.table.ts';

interface Compared {
  readonly subject: string;
  readonly aspect: Selectable<LedgerDifferencesTable>['aspect'];
  readonly currency: string;
  readonly ledger_cents: number;
  readonly provider_cents: number;
}

/**
 * Returns sums that differ between our ledger and the payment provider's own books. For each payment, it compares the
 * amounts received, refunded and disputed. A movement of an unknown kind has no entry in our ledger, so it is always
 * returned. If a movement for a payment, refund or dispute contains no payment id, it cannot be matched, so it is
 * always returned too. An event after `until` may be missing in one of the two books. Payments with such an event are
 * therefore left for the next comparison.
 */
export async function compare(tx: Tx, until: Date): Promise<Compared[]> {
  const { rows } = await sql<Compared>`
    with sides as (
      select t.payment_id as subject, case when t.kind = 'refund_failed' then 'refund' else t.kind end as aspect, p.currency,
             p.amount_cents as ledger, 0::bigint as provider, t.happened_at as at
      from ledger_postings p join ledger_transactions t on t.id = p.transaction_id
      where p.account = ${Accounts.provider.number} and t.kind in ('payment', 'refund', 'refund_failed', 'dispute')
      union all
      select coalesce(payment_id, id), case when payment_id is null then 'other' else kind end, currency, 0, amount_cents, at
      from provider_moves where kind in ('payment', 'refund', 'dispute', 'other'))
    select subject, aspect, currency, sum(ledger)::int8 as ledger_cents, sum(provider)::int8 as provider_cents
    from sides group by subject, aspect, currency
    having sum(ledger) <> sum(provider) and max(at) < ${until}
    order by subject, aspect, currency`.execute(tx);
  return rows;
}

export interface Change {
  /** Ids of new differences. */
  readonly found: readonly string[];
  /** Ids of differences that no longer exist. */
  readonly settled: readonly string[];
  readonly open: number;
}

/** Updates the stored list of differences: new differences, changed amounts, and differences that no longer exist. */
export async function keepDifferences(tx: Tx, differing: readonly Compared[], now: Date): Promise<Change> {
  const known = await tx
    .selectFrom('ledger_differences')
    .selectAll()
    .where('settled_at', 'is', null)
    .forUpdate()
    .execute();
  const keyOf = ({ subject, aspect, currency }: Pick<Compared, 'subject' | 'aspect' | 'currency'>) =>
    `${aspect} ${currency} ${subject}`;
  const byKey = new Map(known.map((row) => [keyOf(row), row]));
  const found: string[] = [];
  for (const one of differing) {
    const row = byKey.get(keyOf(one));
    byKey.delete(keyOf(one));
    const { ledger_cents, provider_cents } = one;
    if (row) {
      await tx
        .updateTable('ledger_differences')
        .set({ ledger_cents, provider_cents })
        .where('id', '=', row.id)
        .execute();
      continue;
    }
    const id = randomUUIDv7();
    await tx
      .insertInto('ledger_differences')
      .values({ id, ...one, found_at: now, settled_at: null })
      .execute();
    found.push(id);
  }
  const settled = [...byKey.values()].map(({ id }) => id);
  if (settled.length > 0)
    await tx.updateTable('ledger_differences').set({ settled_at: now }).where('id', 'in', settled).execute();
  return { found, settled, open: differing.length };
}
