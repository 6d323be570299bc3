import type { Selectable } from 'kysely';
import type { Tx } from '../db/db.ts';
import { bookDispute, bookPayment, bookRefunds } from './book-payment.ts';
import { stateOf, storeDispute } from './disputes.ts';
import type { InvoiceTold } from './events.ts';
import type { ProviderInvoice, Reference } from './gateway.ts';
import type { InboxParts } from './inbox.ts';
import type { DisputeTold, PaymentNotice, Said } from './notices.ts';
import type { PaymentsTable } from './payments.table.ts';

/**
 * Applies a webhook event to the payments and the ledger, and emits events to the domains. All of this happens in one
 * transaction.
 */
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
      return applyRefund(parts, tx, said.payment_id, said.refunded_cents, at);
    case 'refund_failed':
      return applyRefundFailure(parts, tx, said, at);
    case 'disputed':
      return applyDispute(parts, tx, said, at);
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
  await bookPayment(tx, { id: payment_id, amount_cents, currency, paid_at });
}

/**
 * Applies a webhook event about a refund. Webhook events report the total of all refunds. Until a refund fails, the
 * greatest total is therefore the newest. After a failed refund, the code asks the provider for the total.
 */
async function applyRefund(parts: InboxParts, tx: Tx, paymentId: string, told: number, at: Date): Promise<void> {
  const row = await lockPayment(tx, paymentId);
  const failed = await countFailures(tx, paymentId);
  const refunded = failed ? await parts.payments.getRefunded(paymentId) : told;
  if (refunded > row.refunded_cents)
    await setRefunded(parts, tx, row, { refunded_cents: refunded, failed_count: failed, at });
}

/**
 * Subtracts a failed refund from the refunded total. A second webhook event about the same failure has no effect. The
 * total that the provider reports may already include a refund that was requested later. That refund is then added in a
 * second step, with its own event.
 */
async function applyRefundFailure(parts: InboxParts, tx: Tx, failure: RefundFailed, failed_at: Date): Promise<void> {
  const { refund_id, payment_id, amount_cents, reason, order } = failure;
  const row = await lockPayment(tx, payment_id);
  const inserted = await tx
    .insertInto('payment_refund_failures')
    .values({ id: refund_id, payment_id, amount_cents, reason, failed_at })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  if (!inserted.numInsertedOrUpdatedRows) return;
  const refunded = await parts.payments.getRefunded(payment_id);
  const without = Math.max(0, row.refunded_cents - amount_cents);
  const refunded_cents = Math.min(refunded, without);
  await tx.updateTable('payments').set({ refunded_cents }).where('id', '=', payment_id).execute();
  await bookRefunds(tx, row, { refunded_cents, at: failed_at, key: `refund_failed:${refund_id}` });
  await parts.outbox.emit(
    tx,
    'payments.refundFailed',
    { refund_id, payment_id, reference: referenceOf(row), amount_cents, currency: row.currency, reason, order },
    { key: refund_id },
  );
  if (refunded <= without) return;
  const failed_count = await countFailures(tx, payment_id);
  await setRefunded(parts, tx, row, { refunded_cents: refunded, failed_count, at: failed_at });
}

interface Sum {
  readonly refunded_cents: number;
  readonly failed_count: number;
  readonly at: Date;
}

async function setRefunded({ outbox }: InboxParts, tx: Tx, row: Payment, { refunded_cents, failed_count, at }: Sum) {
  // The total can become smaller only when a refund fails. Total and number of failures together therefore identify the
  // event.
  const key = `${row.id}:${refunded_cents}${failed_count ? `:${failed_count}` : ''}`;
  await tx.updateTable('payments').set({ refunded_cents }).where('id', '=', row.id).execute();
  await bookRefunds(tx, row, { refunded_cents, at, key: `refund:${key}` });
  await outbox.emit(
    tx,
    'payments.refunded',
    {
      payment_id: row.id,
      reference: referenceOf(row),
      amount_cents: row.amount_cents,
      refunded_cents,
      currency: row.currency,
      failed_count,
    },
    { key },
  );
}

/** Updates the row of a dispute from a webhook event. Emits an event if the row changed. */
async function applyDispute({ outbox }: InboxParts, tx: Tx, told: DisputeTold, at: Date): Promise<void> {
  const row = await lockPayment(tx, told.dispute.payment_id);
  const stored = await storeDispute(tx, stateOf(told, at));
  if (!stored) return;
  await bookDispute(tx, stored);
  const { id: dispute_id, payment_id } = told.dispute;
  await outbox.emit(tx, 'payments.disputed', { dispute_id, payment_id, reference: referenceOf(row) });
}

type Payment = Selectable<PaymentsTable>;
type RefundFailed = Extract<Said, { kind: 'refund_failed' }>;

const referenceOf = (row: Payment): Reference => ({
  kind: row.reference_kind,
  id: row.reference_id,
  user_id: row.user_id ?? '',
});

/**
 * Locks and returns the payment. Throws if the payment is unknown, so that the outbox tries again. The webhook event
 * about the payment itself will arrive soon.
 */
async function lockPayment(tx: Tx, paymentId: string): Promise<Payment> {
  const row = await tx.selectFrom('payments').selectAll().where('id', '=', paymentId).forUpdate().executeTakeFirst();
  if (!row) throw new PaymentNotKnownYet(paymentId);
  return row;
}

async function countFailures(tx: Tx, paymentId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('payment_refund_failures')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('payment_id', '=', paymentId)
    .executeTakeFirstOrThrow();
  return count;
}

class PaymentNotKnownYet extends Error {
  override readonly name = 'PaymentNotKnownYet';
}

/**
 * Emits the current state of the invoice, which was read from the provider. The state in the webhook event may be
 * outdated. For example, the webhook event about a failure may arrive after a later payment.
 */
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
    confirm_url: invoice.confirm_url,
  };
  if (!invoice.is_paid)
    return outbox.emit(tx, 'payments.invoiceFailed', told, { key: `${invoice.id}:${invoice.attempts}` });
  if (payment_id && paid_at)
    await insertPayment(tx, { ...invoice, payment_id, reference, paid_at, subscription_id, invoice_id: invoice.id });
  await outbox.emit(tx, 'payments.invoicePaid', told, { key: invoice.id });
}
