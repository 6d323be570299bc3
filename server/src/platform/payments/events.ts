import type { ProviderInvoice, Reference } from './gateway.ts';

interface Paid {
  readonly payment_id: string;
  readonly page_id: string | null;
  readonly reference: Reference;
  readonly amount_cents: number;
  readonly currency: string;
  /** ISO 8601: payloads are JSON. */
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
 * times or out of order; as with every event of the outbox, a crash may deliver it again. Look at `reference.kind`
 * first: events of other domains' payments pass by as well.
 */
declare module '../outbox/outbox.ts' {
  interface OutboxEvents {
    /** A notice waits in the inbox: the platform's own. */
    'payments.noticeReceived': { notice_id: string };
    /** A webhook of the test checkout is on its way to ourselves: the platform's own. */
    'payments.testNoticeMade': { body: string };
    /** The ledger is new, or entries may be missing: each domain that posts enters its missing ones. */
    'payments.ledgerBegan': Record<string, never>;
    /** A one-off payment came. */
    'payments.completed': Paid;
    /** A card was refused on a page, or the bank asks its payer for something; the payer may try again there. */
    'payments.failed': { reference: Reference; page_id: string | null };
    /** A page ended without a payment. */
    'payments.pageExpired': { reference: Reference; page_id: string };
    /** Money went back. `refunded_cents` is the total of all refunds. */
    'payments.refunded': {
      payment_id: string;
      reference: Reference;
      amount_cents: number;
      refunded_cents: number;
      currency: string;
      /** How many refunds of this payment have failed before. Absent in events of earlier releases. */
      failed_count?: number;
    };
    /** A refund did not arrive: its amount is ours again. `order`: the key under which it was ordered, where that is known. */
    'payments.refundFailed': {
      refund_id: string;
      payment_id: string;
      reference: Reference;
      amount_cents: number;
      currency: string;
      reason: string;
      order: string | null;
    };
    /** A dispute began, changed or ended: look at its row. */
    'payments.disputed': { dispute_id: string; payment_id: string; reference: Reference };
    /** A subscription began or changed: ask `ctx.payments.getSubscription` for its state, with your row locked. */
    'payments.subscriptionChanged': { subscription_id: string; page_id: string | null };
    'payments.invoicePaid': InvoiceTold;
    'payments.invoiceFailed': InvoiceTold;
  }
}

export type { InvoiceTold };
