import type { Tx } from '../db/db.ts';
import type { InvoiceTold } from './events.ts';
import type { ProviderInvoice, Reference } from './gateway.ts';
import type { InboxParts } from './inbox.ts';
import type { PaymentNotice } from './notices.ts';

/** Writes what a notice means into the ledger and tells the domains, all in one transaction. */
export async function applyNotice(parts: InboxParts, tx: Tx, { at, said }: PaymentNotice): Promise<void> {
  const { outbox } = parts;
  switch (said.kind) {
    case 'page_paid': {
      const { payment_id, page_id, reference, amount_cents, currency } = said;
      await insertPayment(tx, { ...said, paid_at: at });
      const paid = { payment_id, page_id, reference, amount_cents, currency, paid_at: at.toISOString() };
      return outbox.emit(tx, 'payments.completed', paid, { key: payment_id });
    }
    case 'page_expired':
      return outbox.emit(
        tx,
        'payments.pageExpired',
        { reference: said.reference, page_id: said.page_id },
        { key: said.page_id },
      );
    case 'payment_failed':
      return outbox.emit(tx, 'payments.failed', { reference: said.reference, page_id: said.page_id });
    case 'refunded':
      return applyRefund(parts, tx, said.payment_id, said.refunded_cents);
    case 'subscription_changed':
      return outbox.emit(tx, 'payments.subscriptionChanged', {
        subscription_id: said.subscription_id,
        page_id: said.page_id,
      });
    case 'invoice_paid':
    case 'invoice_failed':
      return applyInvoice(parts, tx, await parts.payments.getInvoice(said.invoice_id));
    case 'ignored':
  }
}

interface NewPayment {
  readonly payment_id: string;
  readonly reference: Reference;
  readonly amount_cents: number;
  readonly currency: string;
  readonly paid_at: Date;
  readonly page_id?: string;
  readonly invoice_id?: string;
  readonly subscription_id?: string;
}

async function insertPayment(tx: Tx, { payment_id, reference, ...payment }: NewPayment): Promise<void> {
  const { amount_cents, currency, paid_at, page_id, invoice_id, subscription_id } = payment;
  const payer = await tx.selectFrom('users').select('id').where('id', '=', reference.user_id).executeTakeFirst();
  await tx
    .insertInto('payments')
    .values({
      id: payment_id,
      reference_kind: reference.kind,
      reference_id: reference.id,
      user_id: payer?.id ?? null,
      amount_cents,
      currency,
      paid_at,
      page_id: page_id ?? null,
      invoice_id: invoice_id ?? null,
      subscription_id: subscription_id ?? null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Refunds come as sums, so the greatest one is the newest. A payment that is not known yet comes soon: the outbox tries again. */
async function applyRefund({ outbox }: InboxParts, tx: Tx, paymentId: string, refunded: number): Promise<void> {
  const row = await tx.selectFrom('payments').selectAll().where('id', '=', paymentId).forUpdate().executeTakeFirst();
  if (!row) throw new PaymentNotKnownYet(paymentId);
  if (refunded <= row.refunded_cents) return;
  await tx.updateTable('payments').set({ refunded_cents: refunded }).where('id', '=', paymentId).execute();
  await outbox.emit(
    tx,
    'payments.refunded',
    {
      payment_id: paymentId,
      reference: { kind: row.reference_kind, id: row.reference_id, user_id: row.user_id ?? '' },
      amount_cents: row.amount_cents,
      refunded_cents: refunded,
      currency: row.currency,
    },
    { key: `${paymentId}:${refunded}` },
  );
}

class PaymentNotKnownYet extends Error {
  override readonly name = 'PaymentNotKnownYet';
}

/** Uses the current state of the invoice, not the notice: the notice of a failure may arrive after the payment that followed it. */
async function applyInvoice({ outbox }: InboxParts, tx: Tx, invoice: ProviderInvoice): Promise<void> {
  const { subscription_id, reference, payment_id, paid_at } = invoice;
  if (!subscription_id || !reference) return;
  const told: InvoiceTold = {
    id: invoice.id,
    reason: invoice.reason,
    amount_cents: invoice.amount_cents,
    currency: invoice.currency,
    lines: invoice.lines,
    attempts: invoice.attempts,
    subscription_id,
    reference,
    payment_id,
    paid_at: paid_at?.toISOString() ?? null,
    period_start: invoice.period_start.toISOString(),
    period_end: invoice.period_end.toISOString(),
    next_attempt_at: invoice.next_attempt_at?.toISOString() ?? null,
  };
  if (!invoice.is_paid)
    return outbox.emit(tx, 'payments.invoiceFailed', told, { key: `${invoice.id}:${invoice.attempts}` });
  if (payment_id && paid_at)
    await insertPayment(tx, { ...invoice, payment_id, reference, paid_at, subscription_id, invoice_id: invoice.id });
  await outbox.emit(tx, 'payments.invoicePaid', told, { key: invoice.id });
}
