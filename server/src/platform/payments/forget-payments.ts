import { sql } from 'kysely';
import type { Tx } from '../db/db.ts';
import './payments.table.ts';

/**
 * Deletes payments made before this moment, with their ledger entries and their webhook events. The moment is the start
 * of a year in Paris, because the ledger uses the days of Paris. Returns the number of deleted payments.
 */
export async function forgetPayments(tx: Tx, before: Date): Promise<number> {
  await tx.deleteFrom('payment_notices').where('occurred_at', '<', before).execute();
  await sql`select ledger_forget((${before}::timestamptz at time zone 'Europe/Paris')::date)`.execute(tx);
  const { numDeletedRows } = await tx.deleteFrom('payments').where('paid_at', '<', before).executeTakeFirst();
  return Number(numDeletedRows);
}
