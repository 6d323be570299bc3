import { sql } from 'kysely';
import * as z from 'zod';
import { startOfDay } from '#server/platform/calendar/wall-clock.ts';
import type { Context } from '#server/platform/context.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { forgetPayments } from '#server/platform/payments/forget-payments.ts';
import './billing.table.ts';
import { carryBooks } from './carry-books.ts';
import { yearIn } from './words.ts';

/**
 * The number of years for which books are kept, counted from the end of the year of the books (code de commerce,
 * L123-22).
 */
const BOOK_YEARS = 10;

/** The books use the days and years of Paris. */
const ZONE = 'Europe/Paris';

const firstYear = (now: Date): number => yearIn(now) - BOOK_YEARS;
/** Returns the moment before which entries may be deleted: the start of a year in Paris. */
export const booksEnd = (now: Date): Date => startOfDay(`${firstYear(now)}-01-01`, ZONE);

export function defineBooksJob(ctx: Context): void {
  ctx.jobs.define('billing.forgetBooks', z.object({}), () => forgetBooks(ctx), { cron: '53 3 * * *' });
}

async function forgetBooks(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const before = booksEnd(now);
  const gone = await withSystem(ctx.system, async (tx) => {
    // The functions and triggers of the database count years in the time zone of the transaction.
    await sql`select set_config('TimeZone', ${ZONE}, true)`.execute(tx);
    await carryBooks(tx, firstYear(now), now);
    const invoices = await tx.deleteFrom('invoices').where('issued_at', '<', before).executeTakeFirst();
    await tx.deleteFrom('subscriptions').where('ended_at', '<', before).execute();
    return { invoices: Number(invoices.numDeletedRows), payments: await forgetPayments(tx, before) };
  });
  if (gone.invoices + gone.payments > 0) ctx.log.info(gone, 'books of ten years ago were let go');
}
