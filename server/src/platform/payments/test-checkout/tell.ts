import type { Tx } from '../../db/db.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import '../events.ts';
import type { Reference } from '../gateway.ts';
import { metadataOf } from '../read-notice.ts';
import {
  newId,
  refundedOf,
  type TestInvoice,
  type TestPage,
  type TestPayment,
  type TestSubscription,
} from './objects.ts';

/**
 * Emits a webhook event of the test checkout in the format of Stripe's events, so that the same inbox can read it. The
 * webhook event is sent after the transaction commits.
 *
 * @param at seconds since 1970
 */
function tell(outbox: Outbox, tx: Tx, type: string, object: object, at: number): Promise<void> {
  const body = JSON.stringify({ id: newId('evt'), object: 'event', type, created: at, data: { object } });
  return outbox.emit(tx, 'payments.testNoticeMade', { body });
}

export const tellPage = (
  outbox: Outbox,
  tx: Tx,
  type: 'completed' | 'expired',
  page: TestPage,
  made: { payment_id?: string | null; subscription_id?: string },
  at: number,
): Promise<void> =>
  tell(
    outbox,
    tx,
    `checkout.session.${type}`,
    {
      id: page.id,
      object: 'checkout.session',
      mode: page.mode,
      payment_status: type === 'completed' ? 'paid' : 'unpaid',
      payment_intent: made.payment_id ?? null,
      subscription: made.subscription_id ?? null,
      amount_total: page.amount_cents,
      currency: page.currency,
      metadata: page.reference && metadataOf(page.reference),
    },
    at,
  );

export const tellDeclined = (outbox: Outbox, tx: Tx, reference: Reference, at: number): Promise<void> =>
  tell(
    outbox,
    tx,
    'payment_intent.payment_failed',
    { id: newId('pi'), object: 'payment_intent', metadata: metadataOf(reference) },
    at,
  );

export const tellSubscription = (
  outbox: Outbox,
  tx: Tx,
  type: 'created' | 'updated' | 'deleted',
  { id }: TestSubscription,
  at: number,
): Promise<void> => tell(outbox, tx, `customer.subscription.${type}`, { id, object: 'subscription' }, at);

export const tellInvoice = (outbox: Outbox, tx: Tx, { id, is_paid }: TestInvoice, at: number): Promise<void> =>
  tell(outbox, tx, is_paid ? 'invoice.paid' : 'invoice.payment_failed', { id, object: 'invoice' }, at);

export const tellRefund = (outbox: Outbox, tx: Tx, payment: TestPayment, at: number): Promise<void> =>
  tell(
    outbox,
    tx,
    'charge.refunded',
    { id: newId('ch'), object: 'charge', payment_intent: payment.id, amount_refunded: refundedOf(payment) },
    at,
  );
