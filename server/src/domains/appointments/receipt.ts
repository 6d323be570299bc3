import type { Language } from '#contract/base.ts';
import type { Context } from '#server/platform/context.ts';
import { withUser } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { renderPdf } from '#server/platform/pdf/render-pdf.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { siteLanguage } from '#server/platform/site-language.ts';
import { type Appointment, find, findOfferInForce, type Offer } from './appointments.queries.ts';
import { dueOnline } from './due-online.ts';
import { documentOf } from './paper-document.ts';
import { type Paper, paperWord, quoteNumber, treatmentName, vatLines } from './quote.ts';
import { findRelated, type Payment } from './related.queries.ts';
import { longDateTime, money } from './words.ts';

/** Returns the receipt of a payment, with its refunds. */
export const getReceipt = (ctx: Context, { userId, language }: SignedIn, id: string): Promise<File> =>
  renderPdf(ctx, () =>
    withUser(ctx.db, userId, async (tx) => {
      const row = await find(tx, id);
      const offer = row && (await findOfferInForce(tx, id));
      const payment = (await findRelated(tx, [id])).payments.get(id);
      if (row?.patient_id !== userId || !offer || !payment) throw new Refusal('NOT_FOUND');
      const paper = receiptPaper(row, offer, payment, siteLanguage(language));
      return documentOf(paper, payment.paid_at, `${row.number}-receipt.pdf`);
    }),
  );

export function receiptPaper(row: Appointment, offer: Offer, payment: Payment, language: Language): Paper {
  const { paid_at, amount_cents, refunded_cents, currency, payment_id } = payment;
  const lines: [label: string, value: string][] = [
    [paperWord(language, 'patient'), offer.accepted_name ?? row.patient_full_name],
    [paperWord(language, 'practitioner'), offer.provider_name],
    [paperWord(language, 'registration'), offer.provider_registration],
    [paperWord(language, 'seller'), offer.provider_seller],
    [paperWord(language, 'quote_title'), quoteNumber(offer)],
    [paperWord(language, 'act'), treatmentName(row.requested_treatment, language)],
    [paperWord(language, 'date'), longDateTime(offer.scheduled_at, offer.timezone, language)],
    [paperWord(language, 'paid_on'), longDateTime(paid_at, offer.timezone, language)],
    [paperWord(language, 'payment_number'), payment_id],
    ...vatLines(offer, amount_cents, language),
    ...restLines(offer, language),
  ];
  if (refunded_cents > 0) lines.push([paperWord(language, 'refunded'), money(refunded_cents, currency, language)]);
  return {
    language,
    title: `${paperWord(language, 'receipt_title')} ${receiptNumber(offer)}`.trim(),
    subtitle: row.number,
    lines: lines.filter(([, value]) => value !== ''),
    total: [paperWord(language, 'paid'), money(amount_cents, currency, language)],
    sentences: [paperWord(language, 'not_reimbursed')],
  };
}

/**
 * Returns lines with the whole price and the rest that the patient pays at the clinic. The list is empty if everything
 * is paid online.
 */
function restLines(offer: Offer, language: Language): [label: string, value: string][] {
  const { patient_price_cents, currency } = offer;
  const rest_cents = patient_price_cents - dueOnline(offer);
  if (rest_cents === 0) return [];
  return [
    [paperWord(language, 'price'), money(patient_price_cents, currency, language)],
    [paperWord(language, 'rest'), money(rest_cents, currency, language)],
  ];
}

/**
 * Returns the number of the receipt, such as R-2026-001077-2. The number is derived from the number of the quote,
 * because an offer is paid only once. It is empty if the quote has no number.
 */
const receiptNumber = ({ quote_number, quote_version }: Offer): string =>
  quote_number === null ? '' : `${quote_number.replace('D-', 'R-')}-${quote_version}`;
