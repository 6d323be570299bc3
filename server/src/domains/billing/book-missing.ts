import { sql } from 'kysely';
import en from '#messages/en/invoice.json' with { type: 'json' };
import fr from '#messages/fr/invoice.json' with { type: 'json' };
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import { bookMissingPayments } from '#server/platform/payments/book-payment.ts';
import type { InvoiceLine } from './billing.table.ts';
import { bookInvoice } from './book-invoice.ts';

/**
 * The number of payments that one transaction posts. The rows of these payments stay locked until the transaction ends.
 */
const AT_ONCE = 200;

/** Posts payments, refunds, disputes and invoices that the ledger lacks. If nothing is missing, it changes nothing. */
export async function bookMissing({ system }: Pick<Context, 'system'>): Promise<void> {
  while ((await withSystem(system, (tx) => bookMissingPayments(tx, AT_ONCE))) === AT_ONCE);
  await withSystem(system, bookMissingInvoices);
}

async function bookMissingInvoices(tx: Tx): Promise<void> {
  const missing = await tx
    .selectFrom('invoices')
    .selectAll()
    .where(
      sql<boolean>`not exists (select from ledger_transactions t where t.key = invoices.kind || ':' || invoices.number)`,
    )
    .orderBy('number')
    .execute();
  for (const invoice of missing) await bookInvoice(tx, { ...invoice, credit_cents: creditIn(invoice.lines) });
}

const creditWords = new Set([en, fr].flatMap(({ credit_kept, credit_used }) => [credit_kept, credit_used]));

/** Returns the credit in the lines of an issued invoice. A line contains credit if its text is in `creditWords`. */
const creditIn = (lines: readonly InvoiceLine[]): number =>
  lines.reduce((sum, { description, amount_cents }) => (creditWords.has(description) ? sum + amount_cents : sum), 0);
