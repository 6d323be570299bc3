import type { Language } from '#contract/base.ts';
import en from '#messages/en/invoice.json' with { type: 'json' };
import fr from '#messages/fr/invoice.json' with { type: 'json' };
import type { Context } from '#server/platform/context.ts';
import { withStaff, withUser } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import type { PdfDocument } from '#server/platform/pdf/pdf.ts';
import { renderPdf } from '#server/platform/pdf/render-pdf.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { find, type InvoiceRow } from './invoices.queries.ts';
import { dayIn, moneyIn } from './words.ts';

const catalogues: Record<Language, typeof en> = { en, fr };

/** The paper of an invoice, as its buyer may keep it; administrators may print it again. */
export async function getInvoicePdf({ db }: Context, caller: SignedIn, id: string): Promise<File> {
  const as = caller.role === 'admin' ? withStaff : withUser;
  const invoice = await as(db, caller.userId, (tx) => find(tx, id));
  if (!invoice) throw new Refusal('NOT_FOUND');
  const bytes = await renderPdf(paperOf(invoice));
  return new File([new Uint8Array(bytes)], `${invoice.number}.pdf`, { type: 'application/pdf' });
}

function paperOf(invoice: InvoiceRow): PdfDocument {
  const { number, kind, buyer, issued_at, lines, amount_cents, currency, period_start, period_end, corrects } = invoice;
  const { language } = buyer;
  const words = catalogues[language];
  const money = (cents: number) => moneyIn(language, cents, currency);
  const day = (at: Date) => dayIn(language, at);
  const title = (kind === 'invoice' ? words.title : words.credit_title).replace('{{number}}', number);
  return {
    language,
    title,
    footer: words.footer,
    made_at: issued_at,
    blocks: [
      { kind: 'title', text: title },
      { kind: 'sides', left: [words.seller, 'Flaira'], right: [words.buyer, buyer.name, buyer.email] },
      {
        kind: 'facts',
        rows: [
          [words.issued, day(issued_at)],
          ...(corrects ? ([[words.corrects, corrects]] as const) : []),
          ...(period_start && period_end
            ? ([[words.period, `${day(period_start)} – ${day(period_end)}`]] as const)
            : []),
        ],
      },
      {
        kind: 'table',
        columns: [
          { label: words.item, share: 3 },
          { label: words.amount, share: 1, isFigure: true },
        ],
        rows: lines.map((line) => [line.description, money(line.amount_cents)]),
        totals: [[kind === 'invoice' ? words.total : words.credit_total, money(amount_cents)]],
      },
      { kind: 'note', text: kind === 'invoice' ? words.paid : words.returned },
    ],
  };
}
