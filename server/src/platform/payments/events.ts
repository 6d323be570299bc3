import type { ProviderInvoice, Reference } from './gateway.ts';

interface Paid {
  readonly payment_id: string;
  readonly page_id: string | null;
  readonly reference: Reference;
  readonly amount_cents: number;
  readonly currency: string;
  /** ISO 8601, because payloads are JSON. */
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
 * Events of payments that domains subscribe to. Each is emitted once per fact, even if the provider reports it several
 * times or out of order. As with every event of the outbox, a crash may deliver it again. Check `reference.kind`
 * first, because events of other domains' payments arrive too.
 */
declare module '../outbox/outbox.ts' {
  interface OutboxEvents {
    /** A notice waits in the inbox. Only the platform subscribes. */
    'payments.noticeReceived': { notice_id: string };
    /** The test checkout made a webhook, which is sent to our own port. Only the platform subscribes. */
    'payments.testNoticeMade': { body: string };
    /** The ledger is new, or entries may be missing. Each domain that posts enters its missing ones. */
    'payments.ledgerBegan': Record<string, never>;
    /** A one-off payment was made. */
    'payments.completed': Paid;
    /** A card was refused on a page, or the bank asks the payer for a confirmation. The payer may try again on the page. */
    'payments.failed': { reference: Reference; page_id: string | null };
    /** A page ended without a payment. */
    'payments.pageExpired': { reference: Reference; page_id: string };
    /** Money was refunded. `refunded_cents` is the total of all refunds. */
    'payments.refunded': {
      payment_id: string;
      reference: Reference;
      amount_cents: number;
      refunded_cents: number;
      currency: string;
      /** How many refunds of this payment have failed before. Absent in events of earlier releases. */
      failed_count?: number;
    };
    /** A refund did not arrive, so we have its amount again. `order`: the key of the order, if it is known. */
    'payments.refundFailed': {
      refund_id: string;
      payment_id: string;
      reference: Reference;
      amount_cents: number;
      currency: string;
      reason: string;
      order: string | null;
    };
    /** A dispute began, changed or ended. Its row has the state. */
    'payments.disputed': { dispute_id: string; payment_id: string; reference: Reference };
    /** A subscription began or changed. Ask `ctx.payments.getSubscription` for its state, with your row locked. */
    'payments.subscriptionChanged': { subscription_id: string; page_id: string | null };
    'payments.invoicePaid': InvoiceTold;
    'payments.invoiceFailed': InvoiceTold;
  }
}

export type { InvoiceTold };
