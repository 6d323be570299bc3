import type { Tx } from '#server/platform/db/db.ts';
import { post } from '#server/platform/ledger/post.ts';
import type { InvoiceRow } from './invoices.queries.ts';

type Issued = Pick<
  InvoiceRow,
  'number' | 'kind' | 'amount_cents' | 'vat_cents' | 'currency' | 'payment_id' | 'seller' | 'issued_at'
> & {
  /**
   * Credit from a change of plan, in cents. A positive amount is left for later invoices. A negative amount is credit
   * from earlier invoices that was used.
   */
  readonly credit_cents: number;
};

/**
 * Posts an invoice or a credit note. The tax is the tax printed on the document, so the books always agree with the
 * documents.
 */
export async function bookInvoice(tx: Tx, invoice: Issued): Promise<void> {
  const { number, kind, amount_cents, vat_cents, currency, payment_id, seller, issued_at, credit_cents } = invoice;
  await post(tx, {
    key: `${kind}:${number}`,
    kind: kind === 'invoice' ? 'sale' : 'credit_note',
    journal: 'VE',
    at: issued_at,
    payment_id,
    document: number,
    service: 'subscription',
    vat_permille: Math.round((seller?.vat_percent ?? 0) * 10),
    postings: [
      { account: 'clients', amount_cents, currency },
      { account: 'credits', amount_cents: -credit_cents, currency },
      { account: 'services', amount_cents: credit_cents + vat_cents - amount_cents, currency },
      { account: 'vat', amount_cents: -vat_cents, currency },
    ],
  });
}
