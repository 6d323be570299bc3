import type { Tx } from '../db/db.ts';
import './payments.table.ts';

/** Lets the ledger and what the provider told of it go, as far as it was before this moment. Returns how many payments that were. */
export async function forgetPayments(tx: Tx, before: Date): Promise<number> {
  await tx.deleteFrom('payment_notices').where('occurred_at', '<', before).execute();
  const { numDeletedRows } = await tx.deleteFrom('payments').where('paid_at', '<', before).executeTakeFirst();
  return Number(numDeletedRows);
}
