import type { ProviderInvoice, Reference } from './gateway.ts';

interface Paid {
  readonly payment_id: string;
  readonly page_id: string | null;
  readonly reference: Reference;
  readonly amount_cents: number;
  readonly currency: string;
  /** ISO 8601 text, because payloads are JSON. */
  readonly paid_at: string;
}

type InvoiceTold = Pick<ProviderInvoice, 'id' | 'reason' | 'amount_cents' | 'currency' | 'lines' | 'attempts'> & {
  readonly subscription_id: string;
  readonly reference: Reference;
  readonly payment_id: string | null;
  readonly paid_at: string | null;
  readonly period_start: string;
  readonly period_end: string;
  readonly next_attempt_at: string | null;
  readonly confirm_url: string | null;
};

/**
 * Payment events that domains can subscribe to. A change leads to one event, even if the provider reports the change
 * several times or out of order. Only `payments.failed` and `payments.subscriptionChanged` may repeat. After a crash,
 * the outbox may deliver any event again. Subscribers must check `reference.kind` first, because they also receive
 * events of other domains' payments.
 */
declare module '../outbox/outbox.ts' {
  interface OutboxEvents {
    /** A webhook event is in the inbox and must be processed. Only the platform subscribes. */
    'payments.noticeReceived': { notice_id: string };
    /** The test checkout made a webhook, which has to be sent to our own port. Only the platform subscribes. */
    'payments.testNoticeMade': { body: string };
    /** A one-off payment was made. */
    'payments.completed': Paid;
    /**
     * A card was declined on a page, or the bank requires a confirmation by the payer. The payer may try again on the
     * page.
     */
    'payments.failed': { reference: Reference; page_id: string | null };
    /** A payment page expired without a payment. */
    'payments.pageExpired': { reference: Reference; page_id: string };
    /** Money was refunded. `refunded_cents` is the total of all refunds of the payment. */
    'payments.refunded': {
      payment_id: string;
      reference: Reference;
      amount_cents: number;
      refunded_cents: number;
      currency: string;
      /** Number of earlier refunds of this payment that failed. */
      failed_count: number;
    };
    /**
     * A refund did not reach the payer, so its amount is on our balance again. `order` is the idempotency key of our
     * refund request, if the key is known.
     */
    'payments.refundFailed': {
      refund_id: string;
      payment_id: string;
      reference: Reference;
      amount_cents: number;
      currency: string;
      reason: string;
      order: string | null;
    };
    /** A dispute began, changed or ended. The row in payment_disputes has its state. */
    'payments.disputed': { dispute_id: string; payment_id: string; reference: Reference };
    /**
     * A subscription began or changed. The handler of this event first takes a lock for the subscription. It then reads
     * the state of the subscription with `ctx.payments.getSubscription`.
     */
    'payments.subscriptionChanged': { subscription_id: string; page_id: string | null };
    'payments.invoicePaid': InvoiceTold;
    'payments.invoiceFailed': InvoiceTold;
  }
}

export type { InvoiceTold };
