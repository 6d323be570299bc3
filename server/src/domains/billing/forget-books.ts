import { sql } from 'kysely';
import * as z from 'zod';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import { forgetPayments } from '#server/platform/payments/forget-payments.ts';
import '#server/platform/ledger/ledger.table.ts';
import './billing.table.ts';
import { centsOf, fecRows } from './fec.ts';
import { listNumberedBefore } from './ledger.queries.ts';

/**
 * The number of years for which books are kept, counted from the end of the year of the books (code de commerce,
 * L123-22).
 */
const BOOK_YEARS = 10;

/** Returns the moment before which entries may be deleted. */
export const booksEnd = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear() - BOOK_YEARS, 0));

export function defineBooksJob(ctx: Context): void {
  ctx.jobs.define('billing.forgetBooks', z.object({}), () => forgetBooks(ctx), { cron: '53 3 * * *' });
}

async function forgetBooks(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const before = booksEnd(now);
  const gone = await withSystem(ctx.system, async (tx) => {
    await carryBooks(tx, before.getUTCFullYear(), now);
    const invoices = await tx.deleteFrom('invoices').where('issued_at', '<', before).executeTakeFirst();
    await tx.deleteFrom('subscriptions').where('ended_at', '<', before).execute();
    return { invoices: Number(invoices.numDeletedRows), payments: await forgetPayments(tx, before) };
  });
  if (gone.invoices + gone.payments > 0) ctx.log.info(gone, 'books of ten years ago were let go');
}

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
async function carryBooks(tx: Tx, year: number, now: Date): Promise<void> {
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
