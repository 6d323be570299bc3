import type { Language } from '#contract/base.ts';
import { findSeller } from '#server/domains/site/index.ts';
import { findUser, mailPerson, type Person } from '#server/domains/identity/index.ts';
import en from '#messages/en/invoice.json' with { type: 'json' };
import fr from '#messages/fr/invoice.json' with { type: 'json' };
import type { Context } from '#server/platform/context.ts';
import { type Tx, withSystem } from '#server/platform/db/db.ts';
import type { OutboxEvents } from '#server/platform/outbox/outbox.ts';
import { siteLanguage } from '#server/platform/site-language.ts';
import type { InvoiceLine } from './billing.table.ts';
import { bookInvoice } from './book-invoice.ts';
import { findByReference, insert, listOfPayment, takeNumber } from './invoices.queries.ts';
import { leftCredit } from './restore-credit.ts';
import { tellMembership } from './tell-membership.ts';
import { returnFirst } from './unwanted.ts';
import { vatIn } from './vat.ts';
import { refundAfterEnd, refundLate } from './withdraw.ts';
import { dayIn, moneyIn, yearIn } from './words.ts';

const catalogues: Record<Language, typeof en> = { en, fr };
type InvoicePaid = OutboxEvents['payments.invoicePaid'];

/**
 * Issues our own invoice after the provider's invoice was paid. Our invoice is issued only once, with the next number
 * of the year.
 */
export async function issueInvoice(ctx: Context, paid: InvoicePaid): Promise<void> {
  if (paid.reference.kind !== 'subscription') return;
  await withSystem(ctx.system, async (tx) => {
    if (await findByReference(tx, paid.id)) return;
    const user = await findUser(tx, paid.reference.user_id);
    const now = ctx.clock.now();
    const period_end = new Date(paid.period_end);
    const buyer = buyerOf(user);
    const seller = await findSeller(tx, buyer.language);
    const issued = await insert(tx, {
      number: await takeNumber(tx, yearIn(now)),
      kind: 'invoice',
      user_id: user?.id ?? null,
      provider_reference: paid.id,
      payment_id: paid.payment_id,
      subscription_id: paid.subscription_id,
      corrects: null,
      amount_cents: paid.amount_cents,
      vat_cents: vatIn(paid.amount_cents, seller.vat_percent).vat_cents,
      currency: paid.currency,
      lines: JSON.stringify(linesOf(paid, buyer.language)),
      buyer: JSON.stringify(buyer),
      seller: JSON.stringify(seller),
      period_start: new Date(paid.period_start),
      period_end,
      issued_at: now,
    });
    const credit_cents = creditOf(paid);
    await bookInvoice(tx, { ...issued, credit_cents });
    // Payments of the subscription may have been returned before this invoice left credit, or before its own payment,
    // whose webhook event was late, counted.
    const { subscription_id } = paid;
    if (credit_cents > 0 || (await leftCredit(tx, { user_id: issued.user_id, provider_id: subscription_id })))
      await ctx.outbox.emit(tx, 'billing.creditUnsettled', { subscription_id });
    if (user) await tellMembership(ctx, tx, user.id);
  });
  await returnFirst(ctx, paid);
  await refundLate(ctx, paid);
  await refundAfterEnd(ctx, paid);
}

/**
 * Returns the lines of an invoice. Credit from earlier invoices or for later invoices has its own line, so that the
 * lines always add up to the amount.
 */
function linesOf(paid: InvoicePaid, language: Language): InvoiceLine[] {
  const words = catalogues[language];
  const lines = paid.lines.map(({ description, amount_cents }) => ({
    description: amount_cents < 0 ? words.unused.replace('{{item}}', description) : description,
    amount_cents,
  }));
  const rest = creditOf(paid);
  if (rest === 0) return lines;
  return [...lines, { description: rest > 0 ? words.credit_kept : words.credit_used, amount_cents: rest }];
}

/**
 * Returns the credit that a change of plan leaves for later invoices. The result is negative if credit from earlier
 * invoices was used.
 */
const creditOf = ({ amount_cents, lines }: Pick<InvoicePaid, 'amount_cents' | 'lines'>): number =>
  amount_cents - lines.reduce((sum, line) => sum + line.amount_cents, 0);

const buyerOf = (user: Person | undefined) => ({
  name: user?.name ?? '',
  email: user?.email ?? '',
  language: siteLanguage(user?.language ?? 'en'),
});

/**
 * Issues a credit note for the amount refunded since the last credit note. Emails the buyer about the refund, if the
 * account still exists.
 */
export const issueCreditNote = (ctx: Context, refunded: OutboxEvents['payments.refunded']): Promise<void> =>
  withSystem(ctx.system, async (tx) => {
    const { payment_id, refunded_cents, reference, currency } = refunded;
    if (reference.kind !== 'subscription') return;
    const provider_reference = `${payment_id}:${refunded_cents}`;
    // Refunds of one payment are handled one after the other, so that no amount is credited twice.
    await tx.selectFrom('payments').select('id').where('id', '=', payment_id).forUpdate().execute();
    if (await findByReference(tx, provider_reference)) return;
    const earlier = await listOfPayment(tx, payment_id);
    const invoice = earlier.find(({ kind }) => kind === 'invoice');
    // The invoice was not issued yet. The error makes the outbox try again.
    if (!invoice) throw new InvoiceNotIssuedYet(payment_id);
    const credited = earlier.filter(({ kind }) => kind === 'credit_note');
    const amount_cents = -refunded_cents - credited.reduce((sum, note) => sum + note.amount_cents, 0);
    if (amount_cents >= 0) return;
    const now = ctx.clock.now();
    const user = invoice.user_id ? await findUser(tx, invoice.user_id) : undefined;
    const { language } = invoice.buyer;
    // A credit note has the same seller as its invoice, or today's seller if the invoice names none.
    const seller = invoice.seller ?? (await findSeller(tx, language));
    // The tax is computed from the sum of all credit notes. Otherwise each note would round its own tax, and the notes
    // of a fully refunded invoice could differ from the invoice by a cent.
    const credited_vat_cents = vatIn(-refunded_cents, seller.vat_percent).vat_cents;
    const vat_cents = credited_vat_cents - credited.reduce((sum, note) => sum + note.vat_cents, 0);
    const issued = await insert(tx, {
      number: await takeNumber(tx, yearIn(now)),
      kind: 'credit_note',
      user_id: user?.id ?? null,
      provider_reference,
      payment_id,
      corrects: invoice.number,
      amount_cents,
      vat_cents,
      currency,
      lines: JSON.stringify([
        { description: catalogues[language].refund.replace('{{number}}', invoice.number), amount_cents },
      ]),
      buyer: JSON.stringify(invoice.buyer),
      seller: JSON.stringify(seller),
      period_start: null,
      period_end: null,
      issued_at: now,
    });
    await bookInvoice(tx, { ...issued, credit_cents: 0 });
    if (!user) return;
    await tellMembership(ctx, tx, user.id);
    await mailRefund(ctx, tx, user, -amount_cents, currency, provider_reference);
  });

class InvoiceNotIssuedYet extends Error {
  override readonly name = 'InvoiceNotIssuedYet';
}

const mailRefund = (ctx: Context, tx: Tx, user: Person, amount_cents: number, currency: string, key: string) =>
  mailPerson(ctx, tx, user, 'payment_refunded', {
    path: '/account/membership',
    values: { amount: moneyIn(user.language, amount_cents, currency), day: dayIn(user.language, ctx.clock.now()) },
    key: `payment_refunded:${key}`,
  });
