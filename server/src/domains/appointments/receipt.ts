import type { Language } from '#contract/base.ts';
import type { Context } from '#server/platform/context.ts';
import { withUser } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { renderPdf } from '#server/platform/pdf/render-pdf.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { siteLanguage } from '#server/platform/site-language.ts';
import { type Appointment, find, findOfferInForce, type Offer } from './appointments.queries.ts';
import { documentOf } from './paper-document.ts';
import { type Paper, paperWord, treatmentName } from './quote.ts';
import { findRelated, type Payment } from './related.queries.ts';
import { longDateTime, money } from './words.ts';

/** The receipt of what was paid, with what has been given back since. */
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
    [paperWord(language, 'patient'), row.patient_full_name],
    [paperWord(language, 'practitioner'), offer.provider_name],
    [paperWord(language, 'act'), treatmentName(row.requested_treatment, language)],
    [paperWord(language, 'date'), longDateTime(offer.scheduled_at, offer.timezone, language)],
    [paperWord(language, 'paid_on'), longDateTime(paid_at, offer.timezone, language)],
    [paperWord(language, 'payment_number'), payment_id],
  ];
  if (refunded_cents > 0) lines.push([paperWord(language, 'refunded'), money(refunded_cents, currency, language)]);
  return {
    language,
    title: paperWord(language, 'receipt_title'),
    subtitle: row.number,
    lines,
    total: [paperWord(language, 'paid'), money(amount_cents, currency, language)],
    sentences: [paperWord(language, 'not_reimbursed')],
  };
}
