import { sql } from 'kysely';
import type { Tx } from '#server/platform/db/db.ts';
import '#server/platform/ledger/ledger.table.ts';
import { centsOf, fecRows } from './fec.ts';
import { listNumberedBefore } from './ledger.queries.ts';

interface Sum {
  amount_cents: number;
  euro_cents: number;
}

/**
 * Adds the balances of all years before `year` to the balances that were carried earlier. This happens in the
 * transaction that deletes these years, so that no amount is lost or counted twice. First, the entries of these years
 * get their numbers.
 *
 * @throws if the euro amount of an entry is unknown; then nothing is deleted
 */
export async function carryBooks(tx: Tx, year: number, now: Date): Promise<void> {
  await sql`select ledger_validate(${now})`.execute(tx);
  const postings = await listNumberedBefore(tx, year);
  const rows = fecRows(postings);
  if (!rows) throw new Error('entries that are ten years old have no rate in euros, and cannot be carried');
  const sums = new Map<string, Sum>();
  for (const [place, { account, party, currency, amount_cents }] of postings.entries()) {
    const row = rows[place];
    if (!row) throw new Error('a posting is missing');
    const key = `${account} ${currency} ${party ?? ''}`;
    const sum = sums.get(key) ?? { amount_cents: 0, euro_cents: 0 };
    sum.amount_cents += amount_cents;
    sum.euro_cents += centsOf(row.Debit) - centsOf(row.Credit);
    sums.set(key, sum);
  }
  for (const [key, sum] of sums) {
    const [account = '', currency = '', party = ''] = key.split(' ');
    await tx
      .insertInto('ledger_carried')
      .values({ account, party, currency, ...sum, carried_at: now })
      .onConflict((conflict) =>
        conflict.columns(['account', 'party', 'currency']).doUpdateSet({
          amount_cents: sql`ledger_carried.amount_cents + excluded.amount_cents`,
          euro_cents: sql`ledger_carried.euro_cents + excluded.euro_cents`,
          carried_at: now,
        }),
      )
      .execute();
  }
}
