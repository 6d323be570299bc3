import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '#server/platform/db/db.ts';
import type { CheckoutsTable } from './billing.table.ts';

export type Checkout = Selectable<CheckoutsTable>;
type Any = Db | Tx;

export const find = (db: Any, id: string): Promise<Checkout | undefined> =>
  db.selectFrom('checkouts').selectAll().where('id', '=', id).executeTakeFirst();

export const findOpen = (db: Any, userId: string): Promise<Checkout | undefined> =>
  db.selectFrom('checkouts').selectAll().where('user_id', '=', userId).where('status', '=', 'open').executeTakeFirst();

/**
 * Inserts a checkout. Returns undefined if another checkout of the person is open, because the table allows only one.
 */
export const insert = (db: Any, checkout: Insertable<CheckoutsTable>): Promise<Checkout | undefined> =>
  db
    .insertInto('checkouts')
    .values(checkout)
    .onConflict((conflict) => conflict.column('user_id').where('status', '=', 'open').doNothing())
    .returningAll()
    .executeTakeFirst();

/** Stores the payment page of an open checkout. Returns false if the checkout is no longer open. */
export async function setPage(
  db: Any,
  id: string,
  page: { id: string; url: string; expires_at: Date },
): Promise<boolean> {
  const result = await db
    .updateTable('checkouts')
    .set({ page_id: page.id, page_url: page.url, expires_at: page.expires_at })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export const expire = (db: Any, id: string): Promise<unknown> =>
  db.updateTable('checkouts').set({ status: 'expired' }).where('id', '=', id).where('status', '=', 'open').execute();

export const setPaid = (db: Any, id: string, paid_at: Date): Promise<unknown> =>
  db.updateTable('checkouts').set({ status: 'paid', paid_at }).where('id', '=', id).execute();
