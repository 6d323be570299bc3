import type { Language } from '#contract/base.ts';
import en from '#messages/en/invoice.json' with { type: 'json' };
import fr from '#messages/fr/invoice.json' with { type: 'json' };
import { findSeller } from '#server/domains/site/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withStaff, withUser } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import type { PdfDocument } from '#server/platform/pdf/pdf.ts';
import { renderPdf } from '#server/platform/pdf/render-pdf.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { InvoiceSeller } from './billing.table.ts';
import { find, type InvoiceRow } from './invoices.queries.ts';
import { dayIn, moneyIn } from './words.ts';

type Words = typeof en;
const catalogues: Record<Language, Words> = { en, fr };

/** Returns the PDF of an invoice for its buyer or for an administrator. */
export const getInvoicePdf = (ctx: Context, caller: SignedIn, id: string): Promise<File> =>
  renderPdf(ctx, async () => {
    const as = caller.role === 'admin' ? withStaff : withUser;
    const invoice = await as(ctx.db, caller.userId, (tx) => find(tx, id));
    if (!invoice) throw new Refusal('NOT_FOUND');
    return { name: `${invoice.number}.pdf`, paper: paperOf(invoice) };
  });

/** Returns an invoice or credit note as a document, in the language of its buyer. */
export function paperOf(invoice: InvoiceRow): PdfDocument {
  const { number, kind, buyer, seller, issued_at, lines, amount_cents, currency } = invoice;
  const { period_start, period_end, corrects } = invoice;
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
      {
        kind: 'sides',
        left: [words.seller, ...(seller ? detailsOf(seller, words) : ['Flaira'])],
        right: [words.buyer, buyer.name, buyer.email],
      },
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
        totals: [
          ...taxesOf(invoice, money, words),
          [kind === 'invoice' ? words.total : words.credit_total, money(amount_cents)],
        ],
      },
      { kind: 'note', text: kind === 'invoice' ? words.paid : words.returned },
      ...(seller?.vat_note ? [{ kind: 'note', text: seller.vat_note } as const] : []),
      ...(seller && !seller.is_confirmed ? [{ kind: 'note', text: words.sample } as const] : []),
    ],
  };
}

const detailsOf = (seller: InvoiceSeller, words: Words): string[] =>
  [
    seller.name,
    seller.legal_form,
    seller.street,
    `${seller.postal_code} ${seller.city}`,
    seller.country,
    seller.registration,
    seller.vat_id && words.vat_id.replace('{{id}}', seller.vat_id),
  ].filter(Boolean);

/** Returns our name, address and registration for documents. They are the same in both languages. */
export async function sellerLines(tx: Tx): Promise<string[]> {
  const { name, legal_form, street, postal_code, city, registration } = await findSeller(tx, 'fr');
  return [`${name} ${legal_form}`.trim(), street, `${postal_code} ${city}`.trim(), registration].filter(Boolean);
}

/** Returns the lines for the net amount and the tax. There are none if no value added tax is charged. */
function taxesOf(
  { seller, buyer, amount_cents, vat_cents }: InvoiceRow,
  money: (cents: number) => string,
  words: Words,
): (readonly [string, string])[] {
  if (!seller || seller.vat_percent === 0) return [];
  const percent = seller.vat_percent.toLocaleString(buyer.language === 'fr' ? 'fr-FR' : 'en-GB');
  return [
    [words.net, money(amount_cents - vat_cents)],
    [words.vat.replace('{{percent}}', percent), money(vat_cents)],
  ];
}
