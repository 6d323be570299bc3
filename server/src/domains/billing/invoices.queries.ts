import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#server/platform/db/db.ts';
import type { InvoicesTable } from './billing.table.ts';

export type InvoiceRow = Selectable<InvoicesTable>;

export const find = (db: Db | Tx, id: string): Promise<InvoiceRow | undefined> =>
  db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirst();

export const findByReference = (db: Db | Tx, reference: string): Promise<InvoiceRow | undefined> =>
  db.selectFrom('invoices').selectAll().where('provider_reference', '=', reference).executeTakeFirst();

export const listOfPayment = (db: Db | Tx, paymentId: string): Promise<InvoiceRow[]> =>
  db.selectFrom('invoices').selectAll().where('payment_id', '=', paymentId).orderBy('number').execute();

export const listOf = (db: Db | Tx, userId: string): Promise<InvoiceRow[]> =>
  db
    .selectFrom('invoices')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('issued_at', 'desc')
    .orderBy('number', 'desc')
    .execute();

/**
 * Takes the next number of the year. The row of the counter stays locked until the commit, and a rollback releases the
 * number. The numbers therefore have no gaps.
 */
export async function takeNumber(tx: Tx, year: number): Promise<string> {
  const { last } = await tx
    .insertInto('invoice_counters')
    .values({ year, last: 1 })
    .onConflict((conflict) => conflict.column('year').doUpdateSet({ last: sql`invoice_counters.last + 1` }))
    .returning('last')
    .executeTakeFirstOrThrow();
  return `FL-${year}-${String(last).padStart(6, '0')}`;
}

export const insert = (tx: Tx, invoice: Insertable<InvoicesTable>): Promise<InvoiceRow> =>
  tx.insertInto('invoices').values(invoice).returningAll().executeTakeFirstOrThrow();
