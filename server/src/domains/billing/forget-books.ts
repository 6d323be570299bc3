import * as z from 'zod';
import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { forgetPayments } from '#server/platform/payments/forget-payments.ts';
import './billing.table.ts';
import { carryBooks } from './carry-books.ts';

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
